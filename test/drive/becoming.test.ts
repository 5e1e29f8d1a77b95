/** A run that takes other missions while it drives, and several runs with one robot. */
import { concatMap, delay, EMPTY, NEVER, type Observable, of, Subject, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { connect } from '../../src/drive/connect.js';
import { drive } from '../../src/drive/drive.js';
import type { ConnectedRobot } from '../../src/drivers/driver.js';
import {
  arrive,
  type Behavior,
  defineBehavior,
  followLine,
  loadRobot,
  sequence,
  simulatedRobot,
  type Tick,
  wait,
} from '../../src/index.js';
import { itThorough } from '../support/effort.js';

const robot = loadRobot('scout');
const to = (x: number, y: number) => arrive({ target: [x, y] });

/** The largest change of a wheel's speed from tick to tick [m/s]. */
const jolt = (ticks: readonly Tick[]): number =>
  Math.max(
    ...ticks.slice(1).map(({ granted }, i) => {
      const before = (ticks[i] as Tick).granted;
      return Math.max(Math.abs(granted.left - before.left), Math.abs(granted.right - before.right));
    }),
  );

describe('a run that becomes another', () => {
  it('goes there, without a jolt, and ends at the last goal', async () => {
    const run = await drive(robot, to(1, 0), { driver: await simulatedRobot(robot) });
    const ticks: Tick[] = [];
    run.ticks$.subscribe((tick) => {
      ticks.push(tick);
      if (ticks.length === 50) run.become(to(0.5, 0.4));
    });
    const { outcome, pose } = await run.result;
    expect(outcome).toBe('arrived');
    expect(Math.hypot(pose.x - 0.5, pose.y - 0.4)).toBeLessThan(0.02);
    const { acceleration } = robot.limits;
    expect(jolt(ticks)).toBeLessThanOrEqual(1.01 * acceleration * 0.02);
    expect(Math.max(...ticks.map(({ estimate }) => estimate.wheels.left))).toBeGreaterThan(0.2);
  });

  it('may do so before its first tick, and again and again; the last one counts', async () => {
    const run = await drive(robot, to(1, 0), { driver: await simulatedRobot(robot) });
    for (let i = 0; i < 20; i++) run.become(to(0.1, i / 100));
    const { outcome, pose } = await run.result;
    expect(outcome).toBe('arrived');
    expect(Math.hypot(pose.x - 0.1, pose.y - 0.19)).toBeLessThan(0.02);
  });

  it('tells the steps of the new mission, from its beginning', async () => {
    const run = await drive(robot, sequence(to(0.2, 0), wait({ signal: 'never' })), {
      driver: await simulatedRobot(robot),
    });
    const seen: string[] = [];
    run.steps$.subscribe(({ path, state }) => {
      seen.push(`${path} ${state}`);
      const isFirst = seen.filter((step) => step === 'sequence running').length === 1;
      if (isFirst && path === 'sequence[1].wait' && state === 'running')
        run.become(sequence(to(0.2, 0.1), wait(0.1)));
    });
    expect((await run.result).outcome).toBe('arrived');
    expect(seen.filter((step) => step === 'sequence running')).toHaveLength(2);
    expect(seen.at(-1)).toBe('sequence[1].wait done');
  });

  it('makes an own behavior once, though its body is slower than its file, and its steps are heard', async () => {
    const driver = { ...(await simulatedRobot(robot)), speedLimit: 0.2 };
    const run = await drive(robot, to(1, 0), { driver });
    let made = 0;
    const own: Behavior<number> = {
      name: 'own',
      // Read once where it is asked, and three times where a model is made of it.
      get input() {
        made += 1;
        return {};
      },
      start: () => 0,
      steer: (_, n) => ({ memory: n + 1, done: n > 50 }),
    };
    let ticks = 0;
    run.ticks$.subscribe(() => {
      ticks += 1;
    });
    run.steps$.subscribe();
    run.become(own);
    expect((await run.result).outcome).toBe('arrived');
    expect(made).toBeLessThan(ticks + 10);
  });

  it('takes own behaviors, of the same name too, and remembers only those that it has', async () => {
    const run = await drive(robot, to(1, 0), { driver: await simulatedRobot(robot), until: 'stopped' });
    const asked: number[] = [];
    const own = (n: number) =>
      defineBehavior({
        name: 'own',
        start: () => 0,
        steer: (_, memory) => {
          asked.push(n);
          return { memory };
        },
      });
    let count = 0;
    run.ticks$.subscribe(() => {
      count += 1;
      if (count <= 30) run.become(own(count));
      if (count === 40) void run.stop();
    });
    await run.result;
    expect(asked.slice(0, 29)).toEqual(Array.from({ length: 29 }, (_, i) => i + 1));
    expect(Object.keys((run as unknown as { own: object }).own)).toEqual(['own']);
  });

  it('has methods that may be passed on, and ticks that no program changes', async () => {
    const { become, signal, stop, ticks$, result } = await drive(robot, to(1, 0), {
      driver: await simulatedRobot(robot),
    });
    become(to(0.5, 0));
    signal('go');
    let count = 0;
    let isRefused = false;
    ticks$.subscribe(({ estimate }) => {
      count += 1;
      isRefused ||= !Reflect.set(estimate.pose, 'x', 9);
      if (count === 20) void stop();
    });
    const { outcome, pose } = await result;
    expect({ outcome, isRefused }).toEqual({ outcome: 'stopped', isRefused: true });
    expect(pose.x).toBeLessThan(0.5);
  });

  it('stays stopped where it was stopped', async () => {
    const commands$ = new Subject<{ kind: 'stop' }>();
    const run = await drive(robot, to(1, 0), { driver: await simulatedRobot(robot), commands$ });
    const after: Tick[] = [];
    let count = 0;
    run.ticks$.subscribe((tick) => {
      count += 1;
      if (count === 30) commands$.next({ kind: 'stop' });
      if (count === 35) run.become(to(0, 1));
      if (count > 35) after.push(tick);
      if (count === 100) void run.stop();
    });
    await run.result;
    expect(after.length).toBeGreaterThan(50);
    expect(after.every(({ duties }) => duties.left === 0 && duties.right === 0)).toBe(true);
  });
});

describe('a stream of behaviors', () => {
  it('is followed in its order, and the run ends after the last', async () => {
    const first = to(0.2, 0);
    const goals$ = of(first, to(0.2, 0.2)).pipe(concatMap((goal, i) => of(goal).pipe(delay(30 * i))));
    const run = await drive(robot, goals$, { driver: await simulatedRobot(robot, { pace: 'real time' }) });
    const { outcome, pose } = await run.result;
    expect(outcome).toBe('arrived');
    expect(Math.hypot(pose.x - 0.2, pose.y - 0.2)).toBeLessThan(0.02);
  });

  it('holds the robot until its first comes, and an arrival ends nothing while more may come', async () => {
    const goals$ = new Subject<Behavior>();
    const run = await drive(robot, goals$, { driver: await simulatedRobot(robot) });
    const ticks: Tick[] = [];
    run.ticks$.subscribe((tick) => {
      ticks.push(tick);
      if (ticks.length === 50) goals$.next(to(0.1, 0));
      if (ticks.length === 300) goals$.complete();
    });
    expect((await run.result).outcome).toBe('arrived');
    expect(ticks.slice(0, 50).every(({ estimate }) => estimate.pose.x === 0)).toBe(true);
    expect(ticks[40]?.safety).toBe('driving');
    expect(ticks.filter(({ arrived }) => arrived).length).toBeGreaterThan(100);
  });

  it.each([
    ['fails', throwError(() => new Error('no network')), "the program's behaviors failed: no network"],
    ['ends without one', EMPTY, 'the stream of behaviors has ended without one'],
    ['gives what is none', of(5 as never), 'the stream of behaviors gave 5; a behavior is wanted'],
    ['gives what the robot has no sensor for', of(followLine()), "'followLine' needs"],
  ] as [string, Observable<Behavior>, string][])(
    'that %s stops the robot, and says why',
    async (_, goals$, why) => {
      let error: unknown;
      const run = await drive(robot, goals$, { driver: await simulatedRobot(robot) }).catch((thrown) => {
        error = thrown;
      });
      const told = run ? (await run.result).cause : String(error);
      expect(told).toContain(why);
    },
  );

  it('does not keep a stopped run going', async () => {
    const run = await drive(robot, NEVER, { driver: await simulatedRobot(robot) });
    expect((await run.stop()).outcome).toBe('stopped');
  });
});

describe('several runs with one connected robot', () => {
  const corners = [
    [0.2, 0],
    [0.2, 0.2],
    [0, 0],
  ] as const;

  async function tour(driver: ConnectedRobot): Promise<void> {
    for (const [x, y] of corners) {
      const { outcome, pose } = await (await drive(robot, to(x, y), { driver })).result;
      expect(outcome).toBe('arrived');
      expect(Math.hypot(pose.x - x, pose.y - y)).toBeLessThan(0.02);
      const truth = driver.truth?.().pose ?? pose;
      expect(Math.hypot(truth.x - x, truth.y - y)).toBeLessThan(0.03);
    }
    await driver.close();
  }

  it('goes on where the one before has ended: simulated', async () => tour(await simulatedRobot(robot)));

  itThorough('goes on where the one before has ended: on an emulated board', async () =>
    tour(await connect(robot, { port: 'emulated' })),
  );

  it('are refused at the same time, and each leaves the robot stopped and connected', async () => {
    const driver = await simulatedRobot(robot);
    let stops = 0;
    let closes = 0;
    const watched = {
      ...driver,
      stop: () => {
        stops += 1;
        driver.stop();
      },
      close: () => {
        closes += 1;
        return driver.close();
      },
    };
    const run = await drive(robot, to(0.1, 0), { driver: watched });
    await expect(drive(robot, to(1, 0), { driver: watched })).rejects.toThrow('await its result first');
    await run.result;
    expect(stops).toBeGreaterThan(0);
    expect(closes).toBe(0);
    const again = await drive(robot, to(0.15, 0), { driver: watched, start: undefined as never });
    expect((await again.result).pose.x).toBeCloseTo(0.15, 1);
    const next = await drive(robot, to(0.2, 0), { driver: watched, start: { x: 0, y: 0, heading: 0 } });
    const { pose } = await next.result;
    expect(pose.x).toBeCloseTo(0.2, 1);
    expect(driver.truth().pose.x).toBeCloseTo(0.35, 1);
  });
});
