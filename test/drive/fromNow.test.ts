/** What a program gives in the line after `await drive(…)` counts: the loop begins later. */
import { map, merge, Subject, timer } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { arrive, avoidObstacles, type Behavior, drive, prioritize, simulatedRobot } from '../../src/index.js';
import type { Command, Reading, Surroundings } from '../../src/signals/signals.js';

const robot = 'scout';
const there = arrive({ target: [0.4, 0] });

describe('in the next line of its program, a run', () => {
  it('is stopped', async () => {
    const commands$ = new Subject<Command>();
    const driver = await simulatedRobot(robot);
    const run = await drive(robot, there, { driver, commands$, until: 'stopped' });
    commands$.next({ kind: 'stop' });
    run.ticks$.subscribe(({ at }) => {
      if (at > 2) void run.stop();
    });
    const { pose, outcome } = await run.result;
    expect({ x: pose.x, outcome }).toEqual({ x: 0, outcome: 'stopped' });
  });

  it('is told of a target, a wall, and what it is to do', async () => {
    const targets$ = new Subject<{ id: string; position: { x: number; y: number } }>();
    const click = arrive({ target: { pointer: [0, 0] } });
    const clicked = await drive(robot, click, { driver: await simulatedRobot(robot), targets$ });
    targets$.next({ id: 'pointer', position: { x: 0.2, y: 0 } });
    expect((await clicked.result).pose.x).toBeCloseTo(0.2, 1);

    const surroundings$ = new Subject<Surroundings>();
    const careful = prioritize(avoidObstacles(), there);
    const walled = await drive(robot, careful, { driver: await simulatedRobot(robot), surroundings$ });
    surroundings$.next({
      at: 0,
      obstacles: [{ from: { x: 0.25, y: -9 }, to: { x: 0.25, y: 9 }, radius: 0 }],
    });
    walled.ticks$.subscribe(({ at }) => {
      if (at > 3) void walled.stop();
    });
    expect((await walled.result).pose.x).toBeLessThan(0.2);

    const missions$ = new Subject<Behavior>();
    const run = await drive(robot, missions$, { driver: await simulatedRobot(robot) });
    missions$.next(there);
    missions$.complete();
    expect((await run.result).outcome).toBe('arrived');
  });

  it('is refused what cannot be meant', async () => {
    const commands$ = new Subject<Command>();
    const run = await drive(robot, there, { driver: await simulatedRobot(robot), commands$ });
    commands$.next({ kind: 'hault' } as never);
    expect(await run.result).toMatchObject({
      outcome: 'faulted',
      pose: { x: 0 },
      cause: expect.stringMatching(/commands\$ gave \{ kind: 'hault' \}/),
    });
  });
});

describe('readings of a sensor on the computer', () => {
  it('count as of now where they have no time, and stop the robot before what they tell of', async () => {
    const near = timer(0, 20).pipe(
      map(() => ({ kind: 'range', sensor: 'front', distances: [0.15] }) as const),
    );
    const others = ({ kind }: Reading) => kind !== 'range';
    const run = await drive(robot, prioritize(avoidObstacles(), there), {
      port: 'simulated',
      readings: (own$) =>
        merge(
          own$.pipe(map((reading) => (others(reading) ? reading : { ...reading, distances: [null] }))),
          near,
        ),
    });
    setTimeout(() => void run.stop(), 1500);
    const { pose, outcome } = await run.result;
    expect(outcome).toBe('stopped');
    expect(pose.x).toBeLessThan(0.15);
  });
});
