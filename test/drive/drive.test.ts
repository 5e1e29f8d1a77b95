import { mergeMap, of, Subject, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../sim/engine/run.js';
import { simulatedRobot } from '../../sim/engine/simulatedRobot.js';
import { scenario } from '../../sim/scenario/loadScenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { wallTime } from '../../src/control/clock.js';
import { type DriveOptions, drive } from '../../src/drive/drive.js';
import type { DriveRun } from '../../src/drive/driveRun.js';
import type { FixNews, TargetNews } from '../../src/drive/run.js';
import type { Driver } from '../../src/drivers/driver.js';
import { DrivenSession } from '../../src/session/drivenSession.js';
import type { Command, Tick } from '../../src/signals/signals.js';
import type { View } from '../../src/signals/view.js';
import { type Behavior, defineBehavior } from '../../src/steering/behavior.js';
import { arrive } from '../../src/steering/behaviors/arrive.js';
import { avoidObstacles } from '../../src/steering/behaviors/avoidObstacles.js';
import { followLine } from '../../src/steering/behaviors/followLine.js';
import { seek } from '../../src/steering/behaviors/seek.js';
import { prioritize } from '../../src/steering/combine.js';
import { desire } from '../../src/steering/desire.js';
import { DriverError, FileError } from '../../src/validation/errors.js';

const SCOUT = loadRobot('scout');

/** A run of a simulated robot, as fast as it can. */
async function driven(behavior: Behavior, options: DriveOptions = {}) {
  const body = simulatedRobot(SCOUT);
  const run = await drive(SCOUT, behavior, { driver: body, ...options });
  const ticks: Tick[] = [];
  const ended = new Promise<void>((complete) =>
    run.ticks$.subscribe({ next: (tick) => ticks.push(tick), complete }),
  );
  return { body, run, ticks, ended };
}

const forward = defineBehavior({
  start: () => null,
  steer: (percept, memory) => desire(percept, { x: 0.3, y: 0 }, memory),
});

describe('drive', () => {
  it('arms the robot, lets the behavior drive it, and reports how it ended', async () => {
    const { body, run, ticks, ended } = await driven(arrive({ target: [0.5, 0] }));
    const result = await run.result;
    expect(result).toMatchObject({ outcome: 'arrived', cause: null, pose: { x: expect.closeTo(0.5, 2) } });
    expect(result.at).toBe(ticks.at(-1)?.at);
    expect(body.truth().pose.x).toBeCloseTo(0.5, 2);
    await ended;
    expect(ticks[0]).toMatchObject({ safety: 'stopped' });
    expect(ticks.at(-1)).toMatchObject({ safety: 'driving', arrived: true });
  });

  it('says how far off the pose may be of a robot without encoders, and nothing of one with them', async () => {
    expect((await (await driven(arrive({ target: [0.5, 0] }))).run.result).expectedError).toBeNull();
    const blind = loadRobot('generic-l298n');
    const run = await drive(blind, arrive({ target: [0.5, 0] }), { driver: simulatedRobot(blind) });
    const { outcome, expectedError } = await run.result;
    expect(outcome).toBe('arrived');
    // 7 % of the way along it, 7 % · d²/2b across, and what a weak battery takes: 19 of 20 bodies are within 1.75 times as much.
    const sigma = Math.hypot(0.07 * 0.5, (0.07 * 0.5 ** 2) / (2 * 0.13));
    expect(expectedError).toBeGreaterThan(1.75 * sigma);
    expect(expectedError).toBeLessThan(2.2 * sigma);
  });

  it('reckons from its start with the latency that an earlier run measured', async () => {
    // A body on a slow link, 250 ms late.
    const late = { ...SCOUT, control: { ...SCOUT.control, latency: 0.25 } };
    const behind = arrive({ target: [-0.7, 0.7] });
    const once = (options: DriveOptions = {}) => driven(behind, { driver: simulatedRobot(late), ...options });
    const first = await (await once()).run.result;
    expect(first).toMatchObject({ outcome: 'arrived', latency: expect.closeTo(0.25, 1) });
    const { latency } = first;
    const second = await (await once({ latency })).run.result;
    expect(second).toMatchObject({ outcome: 'arrived', latency: expect.closeTo(0.25, 1) });
    // It turns until the goal lies ahead, and no farther: that it has then not turned too far shows in its way.
    const straight = Math.atan2(0.7, -0.7);
    expect(Math.abs(first.pose.heading - straight)).toBeGreaterThan(0.03);
    expect(Math.abs(second.pose.heading - straight)).toBeLessThan(0.01);
    expect(second.at).toBeLessThan(first.at - 0.1);
    // A body that answers as its file says has none.
    expect((await (await driven(behind)).run.result).latency).toBeNull();
    // One that is no longer right is no reason to take wheels for faulty.
    const slower = await (await once({ latency: 0.07 })).run.result;
    expect(slower).toMatchObject({ outcome: 'arrived', latency: expect.closeTo(0.25, 1) });
    // It is followed down, too.
    const wrong = await (await driven(behind, { latency: 0.25 })).run.result;
    expect(wrong).toMatchObject({ outcome: 'arrived', latency: expect.closeTo(SCOUT.control.latency, 2) });
  });

  it('stops the wheels at once when it is told to, and ends', async () => {
    const { body, run, ticks, ended } = await driven(forward, { until: 'stopped' });
    while (ticks.length < 100) await new Promise((done) => setTimeout(done, 5));
    const result = await run.stop();
    expect(result).toMatchObject({ outcome: 'stopped', cause: null });
    const { length } = ticks;
    await ended;
    await new Promise((done) => setTimeout(done, 20));
    expect(ticks).toHaveLength(length);
    // A closed body gets no power any more.
    body.drive({ left: 1, right: 1 });
    await expect(run.stop()).resolves.toEqual(result);
  });

  it('ends when the robot passes its target, with `there`', async () => {
    const { run } = await driven(seek({ target: [0.4, 0], within: 0.05 }), { until: 'there' });
    const { outcome, pose } = await run.result;
    expect(outcome).toBe('arrived');
    expect(pose.x).toBeGreaterThan(0.3);
    expect(pose.x).toBeLessThan(0.45);
  });

  it('tells its page that the body is simulated, or real where the driver does not say', async () => {
    const body = simulatedRobot(SCOUT);
    const { kind: _, ...unsaid } = simulatedRobot(SCOUT);
    for (const [driver, kind] of [[body, 'simulated'] as const, [unsaid, 'real'] as const]) {
      const run = await drive(SCOUT, arrive({ target: [0.1, 0] }), { driver });
      const shown: View[] = [];
      const session = new DrivenSession({
        ...{ setup: { robot: SCOUT, mission: (run as DriveRun).mission }, own: {}, time: wallTime },
        ...{
          record: () => {},
          isAttended: () => false,
          recording: () => undefined,
          save: () => '',
          keep: () => {},
        },
      });
      session.start((view) => shown.push(view));
      (run as DriveRun).observe(session);
      await run.result;
      expect(shown.at(-1)).toMatchObject({ link: { state: 'connected', body: kind } });
    }
  });

  it('tells its page of another mission, after which its arrival ends it although an operator had taken over', async () => {
    const run = (await drive(SCOUT, arrive({ target: [2, 0] }), {
      driver: simulatedRobot(SCOUT),
    })) as DriveRun;
    const shown: View[] = [];
    const session = new DrivenSession({
      ...{ setup: { robot: SCOUT, mission: run.mission }, own: run.own, time: wallTime, record: () => {} },
      ...{ isAttended: () => true, recording: () => undefined, save: () => '', keep: () => {} },
    });
    session.start((view) => shown.push(view));
    run.observe(session);
    let count = 0;
    run.ticks$.subscribe(() => {
      count += 1;
      if (count === 30) session.operate({ kind: 'goTo', at: { x: 0, y: 1 } });
      if (count === 60) run.become(arrive({ target: [0.2, 0.1] }));
    });
    const { outcome, pose } = await run.result;
    expect(outcome).toBe('arrived');
    expect(Math.hypot(pose.x - 0.2, pose.y - 0.1)).toBeLessThan(0.02);
    expect(session.tookOver).toBe(false);
    expect(JSON.stringify(shown)).toContain('the program gave it another mission');
  });

  it('follows targets from a stream', async () => {
    const targets$ = new Subject<TargetNews>();
    const { run, ticks } = await driven(arrive({ target: { mover: 'ball' } }), { targets$ });
    run.ticks$.subscribe(() => targets$.next({ id: 'ball', position: { x: 0.3, y: 0.1 } }));
    const { outcome, pose } = await run.result;
    expect(outcome).toBe('arrived');
    expect(Math.hypot(pose.x - 0.3, pose.y - 0.1)).toBeLessThan(0.011);
    expect(ticks.length).toBeGreaterThan(20);
  });

  it('takes commands: after a STOP the robot stands until it is armed', async () => {
    const commands$ = new Subject<Command>();
    const { run, ticks } = await driven(arrive({ target: [0.5, 0] }), { commands$ });
    run.ticks$.subscribe(({ at }) => {
      if (Math.abs(at - 0.6) < 0.005) commands$.next({ kind: 'stop' });
      if (Math.abs(at - 1.6) < 0.005) commands$.next({ kind: 'arm' });
    });
    expect((await run.result).outcome).toBe('arrived');
    const stopped = ticks.filter(({ at, safety }) => at > 0.7 && at < 1.55 && safety === 'stopped');
    expect(stopped.length).toBeGreaterThan(35);
    for (const { duties } of stopped) expect(duties).toEqual({ left: 0, right: 0 });
  });

  it('stops the robot and ends if the stream of commands fails', async () => {
    const commands$ = new Subject<Command>();
    const { run, ticks } = await driven(forward, { commands$, until: 'stopped' });
    run.ticks$.subscribe(({ at }) => at > 0.5 && commands$.error(new Error('the button is gone')));
    expect(await run.result).toMatchObject({
      outcome: 'faulted',
      cause: expect.stringContaining('the button is gone'),
    });
    expect(ticks.at(-1)?.at).toBeLessThan(0.6);
  });

  it('goes by fixes from outside: it arrives where they say that it is', async () => {
    const fixes$ = new Subject<FixNews>();
    const { body, run } = await driven(arrive({ target: [1, 0] }), { fixes$ });
    // The room's origin is 0.15 m to the right of where the robot was put down.
    run.ticks$.subscribe(() => {
      const { x, y } = body.truth().pose;
      fixes$.next({ x, y: y + 0.15, deviation: 0.05 });
    });
    expect((await run.result).outcome).toBe('arrived');
    expect(body.truth().pose.y).toBeCloseTo(-0.15, 1);
    expect(body.truth().pose.x).toBeCloseTo(1, 1);
  });

  it('takes fixes that overtake one another, each at its own time, and stops at one without a deviation', async () => {
    const fixes$ = new Subject<FixNews>();
    const { body, run, ticks } = await driven(arrive({ target: [1, 0] }), { fixes$ });
    const poses: { readonly at: number; readonly x: number; readonly y: number }[] = [];
    run.ticks$.subscribe(({ at }) => {
      const { x, y } = body.truth().pose;
      poses.push({ at, x, y });
      if (poses.length % 10 !== 0) return;
      for (const late of [2, 9, 5]) {
        const seen = poses.at(-1 - late);
        if (seen) fixes$.next({ ...seen, deviation: 0.01 });
      }
      if (at > 1.4) fixes$.next({ x, y, deviation: 0 });
    });
    const { outcome, cause } = await run.result;
    expect(outcome).toBe('faulted');
    expect(cause).toContain('a fix without a deviation');
    expect(ticks.at(-1)?.faults).toHaveLength(1);
    const { estimate } = ticks.find(({ at }) => at > 1.3) ?? {};
    expect(estimate?.pose.x).toBeCloseTo(poses.find(({ at }) => at > 1.3)?.x ?? Number.NaN, 2);
  });

  it('drives on if the stream of fixes fails, and refuses one of another clock', async () => {
    const fixes$ = new Subject<FixNews>();
    const { run, ticks } = await driven(arrive({ target: [0.3, 0] }), { fixes$ });
    run.ticks$.subscribe(({ at }) => {
      if (at > 0.1) fixes$.next({ x: 5, y: 5, deviation: 0.01, at: at - 3 });
      if (at > 0.3) fixes$.error(new Error('the camera is gone'));
    });
    const { outcome, pose } = await run.result;
    expect(outcome).toBe('arrived');
    expect(pose.x).toBeCloseTo(0.3, 2);
    const late = { kind: 'reading', what: expect.stringContaining('more than a second late') };
    expect(ticks.at(-1)?.faults).toMatchObject([late, { kind: 'inputEnded' }]);
  });

  it('drives on if the stream of targets fails', async () => {
    const targets$ = new Subject<TargetNews>();
    const { run, ticks } = await driven(arrive({ target: [0.3, 0] }), { targets$ });
    run.ticks$.subscribe(({ at }) => at > 0.2 && targets$.error(new Error('the camera is gone')));
    const lost = [{ kind: 'inputEnded', what: expect.stringContaining('the camera is gone') }];
    expect(await run.result).toMatchObject({ outcome: 'arrived', cause: null, faults: lost });
    expect(ticks.at(-1)?.faults).toMatchObject(lost);
  });

  it('ends with a fault if the behavior throws', async () => {
    const broken = defineBehavior({
      name: 'broken',
      start: () => null,
      steer: () => {
        throw new Error('no idea');
      },
    });
    const { run } = await driven(broken);
    expect(await run.result).toMatchObject({ outcome: 'faulted', cause: expect.stringContaining('no idea') });
  });

  it('ends as lost if the body is gone, and with a fault if it cannot be armed', async () => {
    const body = simulatedRobot(SCOUT);
    const pulled = () => new DriverError('the cable was pulled');
    const readings$ = body.readings$.pipe(
      mergeMap((reading) => (reading.at > 0.5 ? throwError(pulled) : of(reading))),
    );
    const gone: Driver = { ...body, readings$ };
    const run = await drive(SCOUT, forward, { driver: gone });
    expect(await run.result).toMatchObject({ outcome: 'lost', cause: 'the cable was pulled' });
    const locked: Driver = {
      ...simulatedRobot(SCOUT),
      arm: () => Promise.reject(new DriverError('it is locked')),
    };
    const refused = await drive(SCOUT, forward, { driver: locked });
    expect(await refused.result).toMatchObject({ outcome: 'faulted', cause: 'it is locked' });
  });

  it('of a simulated robot equals the run of the same scenario', async () => {
    const mission = arrive({ target: [0.6, 0.3] });
    const { body, run } = await driven(mission);
    await run.result;
    const { robots } = await simulate(scenario({ robots: [{ robot: 'scout', mission }] }));
    const [{ finalPose }] = robots as [(typeof robots)[0]];
    expect(body.truth().pose.x).toBeCloseTo(finalPose.x, 9);
    expect(body.truth().pose.heading).toBeCloseTo(finalPose.heading, 9);
  });

  it('takes a robot by name, and throws for an unknown one', async () => {
    const named = await drive('scout', arrive({ target: [0.1, 0] }), { driver: simulatedRobot(SCOUT) });
    expect(named.robot.name).toBe('scout');
    expect((await named.result).outcome).toBe('arrived');
    await expect(drive('scott', forward)).rejects.toThrow(FileError);
    const missing = drive('scout', forward, { port: '/dev/no-such-port' });
    await expect(missing).rejects.toThrow(DriverError);
    await expect(missing).rejects.not.toThrow(/--port/);
  });

  it('refuses to go by sensors that the robot lacks', async () => {
    const refused = drive(SCOUT, followLine(), { driver: simulatedRobot(SCOUT) });
    await expect(refused).rejects.toThrow(
      /'followLine' needs 2 reflectance sensors, and there are 0 in robot 'scout'/,
    );
  });

  it('refuses to avoid what the robot cannot see, unless it is given a map', async () => {
    const blind = { ...SCOUT, sensors: [] };
    const mission = prioritize(avoidObstacles(), arrive({ target: [0.2, 0] }));
    const refused = drive(blind, mission, { driver: simulatedRobot(blind) });
    await expect(refused).rejects.toThrow(
      /'avoidObstacles' needs a range sensor, and robot 'scout' has none/,
    );
    const surroundings$ = of({ at: 0, obstacles: [] });
    const run = await drive(blind, mission, { driver: simulatedRobot(blind), surroundings$ });
    expect((await run.result).outcome).toBe('arrived');
  });

  it('notes a target of which there never was news', async () => {
    const { run, ticks } = await driven(arrive({ target: { mover: 'dott' } }), { until: 'stopped' });
    while ((ticks.at(-1)?.at ?? 0) < 1) await new Promise((done) => setTimeout(done, 5));
    await run.stop();
    const what = "there is no news of target 'dott' yet";
    expect(ticks.at(-1)).toMatchObject({ safety: 'driving', faults: [{ kind: 'targetLost', what }] });
  });

  it('ends with a fault, and says why, where a target is no target', async () => {
    for (const news of [{ id: 'dot' }, { id: 'dot', position: [1, 2] }, { id: 'dot', x: 1, y: 2 }]) {
      const targets$ = of(news as unknown as TargetNews);
      const { run } = await driven(arrive({ target: { mover: 'dot' } }), { targets$ });
      const { outcome, cause } = await run.result;
      expect({ outcome, cause }).toEqual({ outcome: 'faulted', cause: expect.stringMatching(/target/) });
    }
  });

  it.each<[string, unknown, object, RegExp]>([
    ['a factory', arrive, {}, /argument 2 is a function; .*such as arrive\(.*; call it/],
    ['a mission', { arrive: { target: [1, 0] } }, {}, /argument 2 is an object; .*buildMission/],
    ['a list of targets', forward, { targets$: [] }, /targets\$ is a list; an Observable .*from\(\)/],
    ['a mistyped end', forward, { until: 'stoped' }, /until is 'stoped'; .*did you mean 'stopped'/],
    ['a mistyped port', forward, { port: 'simulate' }, /port is 'simulate'; did you mean 'simulated'/],
    ['a word for a port', forward, { port: 'robot' }, /port is 'robot'; auto, emulated or simulated, a path/],
  ])('refuses %s in words that help', async (_, behavior, options, words) => {
    await expect(drive(SCOUT, behavior as Behavior, options)).rejects.toThrow(words);
  });

  it('refuses sensors of a program on a body without a board', async () => {
    const input = {
      kind: 'analog',
      pin: 'A3',
      read: () => ({ kind: 'battery', volts: 7 }) as const,
    } as const;
    const options = { port: 'simulated', inputs: [input] } as const;
    await expect(drive(SCOUT, forward, options)).rejects.toThrow(/no board that reads sensors of your own/);
  });

  it('drives a simulated body in real time', async () => {
    const begun = performance.now();
    const run = await drive(SCOUT, arrive({ target: [0.15, 0] }), { port: 'simulated' });
    const { outcome, at } = await run.result;
    expect(outcome).toBe('arrived');
    expect((performance.now() - begun) / 1000).toBeGreaterThan(0.9 * at);
  });
});
