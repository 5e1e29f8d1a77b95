import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { LoopEvent } from '../../src/signals/signals.js';
import type { Percept } from '../../src/steering/behavior.js';
import { AHEAD, ORIGIN, STILL, startFakeLoop } from './fakeLoop.js';

const STOP = { kind: 'stop' } as const;
const ARM = { kind: 'arm' } as const;

describe('the control loop', () => {
  it('drives once a tick of the clock, and at nothing else', () => {
    const { driver, targets, ticks, run } = startFakeLoop();
    driver.readings$.next({ kind: 'pose', at: 0, pose: ORIGIN });
    driver.readings$.next({ kind: 'encoders', at: 0, left: 0, right: 0 });
    targets.next({ id: 'ball', at: 0, position: { x: 1, y: 0 }, velocity: { x: 0, y: 0 } });
    expect(ticks).toEqual([]);
    expect(driver.calls).toEqual([]);
    run(3);
    expect(ticks).toHaveLength(3);
    expect(driver.calls).toEqual(['drive', 'drive', 'drive']);
    expect(driver.duties).toEqual(ticks.map(({ duties }) => duties));
  });

  it('goes on ticking while its sensors are silent', () => {
    const { ticks, run } = startFakeLoop(undefined, { sense: false });
    expect(run(50)?.safety).toBe('driving');
    expect(ticks).toHaveLength(50);
    expect(ticks.at(-1)?.duties.left).toBeGreaterThan(0.5);
  });

  it('hands on the time and the lost periods of the clock', () => {
    const { clock, ticks } = startFakeLoop();
    clock.next({ at: 0.25, lostPeriods: 7 });
    expect(ticks[0]).toMatchObject({ at: 0.25, lostPeriods: 7 });
  });

  it('tells its listener each event before it is applied', () => {
    const seen: unknown[] = [];
    const { clock, commands, driver, ticks } = startFakeLoop(undefined, {
      onEvent: ({ kind }) => seen.push([kind, ticks.length]),
    });
    driver.readings$.next({ kind: 'pose', at: 0, pose: ORIGIN });
    clock.next({ at: 0, lostPeriods: 0 });
    commands.next(STOP);
    expect(seen).toEqual([
      ['reading', 0],
      ['clock', 0],
      ['command', 1],
    ]);
  });

  it('folds events in the order they came, none lost between two ticks', () => {
    const seen: unknown[] = [];
    const behavior = {
      start: () => null,
      steer: ({ pose, targets }: Percept) => {
        seen.push([pose.x, targets.ball?.position.x]);
        return { memory: null };
      },
    };
    const { driver, targets, clock } = startFakeLoop(behavior);
    const ballAt = (x: number) =>
      targets.next({ id: 'ball', at: 0, position: { x, y: 0 }, velocity: { x: 0, y: 0 } });
    const bodyAt = (x: number) =>
      driver.readings$.next({ kind: 'pose', at: 0, pose: { x, y: 0, heading: 0 } });
    ballAt(0.1);
    bodyAt(10);
    bodyAt(11);
    ballAt(0.2);
    clock.next({ at: 0, lostPeriods: 0 });
    ballAt(0.3);
    clock.next({ at: 0.02, lostPeriods: 0 });
    bodyAt(12);
    clock.next({ at: 0.04, lostPeriods: 0 });
    expect(seen).toEqual([
      [11, 0.2],
      [11, 0.3],
      [12, 0.3],
    ]);
  });

  it.each([
    ['place', { position: { x: Number.NaN, y: 0 } }],
    ['velocity', { position: { x: 7, y: 7 }, velocity: { x: 0, y: Number.POSITIVE_INFINITY } }],
  ])('stops for a target whose %s is not a number, and keeps the last one', (_, bad) => {
    const { targets, clock, ticks } = startFakeLoop({
      start: () => null,
      steer: ({ targets: known }: Percept) => ({ memory: null, force: known.ball?.position ?? ORIGIN }),
    });
    const good = { id: 'ball', at: 0, position: { x: 0.01, y: 0.02 }, velocity: { x: 0, y: 0 } };
    targets.next(good);
    targets.next({ ...good, ...bad });
    clock.next({ at: 0, lostPeriods: 0 });
    expect(ticks[0]).toMatchObject({ safety: 'faulted', faults: [{ kind: 'notFinite' }], duties: STILL });
  });
});

describe('STOP', () => {
  it('stops the driver at once, before the next tick, and not again by itself', () => {
    const { driver, commands, run } = startFakeLoop();
    run(10);
    commands.next(STOP);
    expect(driver.calls.at(-1)).toBe('stop');
    expect(driver.calls.filter((call) => call === 'stop')).toHaveLength(1);
  });

  it('latches: no later tick moves a wheel, whatever the sensors and targets say', () => {
    const { driver, commands, ticks, run } = startFakeLoop();
    run(20);
    commands.next(STOP);
    run(200);
    for (const { safety, duties, granted } of ticks.slice(20)) {
      expect({ safety, duties, granted }).toEqual({ safety: 'stopped', duties: STILL, granted: STILL });
    }
    expect(driver.duties.slice(20)).toEqual(Array.from({ length: 200 }, () => STILL));
  });

  it('forgets the speed it had: armed again, the wheels start from rest', async () => {
    const { driver, commands, ticks, run } = startFakeLoop();
    run(50);
    commands.next(STOP);
    run(60);
    commands.next(ARM);
    expect(driver.calls.at(-1)).toBe('arm');
    // A body that has not confirmed arming gets no commands.
    expect(run(3)).toMatchObject({ safety: 'stopped', granted: STILL });
    await wait(0);
    expect(run(1)).toMatchObject({ safety: 'driving' });
    // One period at 1 m/s², and the mean of it.
    expect(ticks.at(-1)?.granted.left).toBeCloseTo(0.01, 9);
    expect(ticks[49]?.granted.left).toBeGreaterThan(0.4);
  });

  it('holds when arming fails: the body is stopped again', async () => {
    const { driver, commands, run } = startFakeLoop();
    driver.willing = false;
    commands.next(ARM);
    await wait(0);
    expect(driver.calls).toEqual(['arm', 'stop']);
    const cause = { what: 'the body was not armed: no power' };
    expect(run(1)).toMatchObject({ safety: 'stopped', duties: STILL, cause });
  });

  it('does not come from a late refusal of an older arming', async () => {
    const { driver, commands } = startFakeLoop();
    driver.willing = false;
    commands.next(ARM);
    commands.next(STOP);
    driver.willing = true;
    commands.next(ARM);
    await wait(0);
    expect(driver.calls).toEqual(['arm', 'stop', 'arm']);
  });

  it('stops from within a tick’s listener, too', () => {
    const { driver, commands, ticks, subscription, run } = startFakeLoop();
    subscription.add(driver.readings$.subscribe(() => ticks.length === 3 && commands.next(STOP)));
    run(6);
    expect(ticks.map(({ safety }) => safety)).toEqual([
      'driving',
      'driving',
      'driving',
      'stopped',
      'stopped',
      'stopped',
    ]);
  });
});

describe('a fix', () => {
  it('is a reading of the pose, which says how far off it may be', () => {
    const events: LoopEvent[] = [];
    const { fixes, run } = startFakeLoop(AHEAD, { onEvent: (event) => events.push(event) });
    run(10);
    fixes.next({ at: 0.19, x: 0.01, y: 0.02, deviation: 0.03 });
    const reading = { kind: 'pose', at: 0.19, pose: { x: 0.01, y: 0.02, heading: 0 }, deviation: 0.03 };
    expect(events.at(-1)).toEqual({ kind: 'reading', reading });
  });
});

describe('a fault', () => {
  it('cuts the motors at the next tick, once: a motor that runs on heeds no duty', () => {
    const { driver, surroundings, run } = startFakeLoop();
    run(10);
    const post = { from: { x: Number.NaN, y: 0 }, to: { x: 1, y: 0 }, radius: 0.1 };
    surroundings.next({ at: 0.2, obstacles: [post] });
    expect(driver.calls).not.toContain('stop');
    run(5);
    expect(driver.calls.filter((call) => call === 'stop')).toHaveLength(1);
  });

  it('is released by clear and then arm, which alone arms the body again', async () => {
    const { driver, surroundings, commands, run } = startFakeLoop();
    run(10);
    surroundings.next({
      at: 0.2,
      neighbors: [],
      obstacles: [{ from: ORIGIN, to: ORIGIN, radius: Number.NaN }],
    });
    run(60);
    commands.next({ kind: 'clear' });
    expect(run(5)).toMatchObject({ safety: 'stopped', granted: STILL });
    commands.next(ARM);
    await wait(0);
    expect(run(10)?.granted.left).toBeGreaterThan(0);
    expect(driver.calls.filter((call) => call !== 'drive').at(-1)).toBe('arm');
  });
});
