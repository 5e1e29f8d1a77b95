/** Missions with state in a program: signals, the stream of steps, and how the run ends. */
import { describe, expect, it } from 'vitest';
import {
  arrive,
  type Behavior,
  defineBehavior,
  drive,
  fail,
  fallback,
  home,
  loadRobot,
  sequence,
  set,
  simulatedRobot,
  timeout,
  wait,
} from '../../src/index.js';

const robot = loadRobot('scout');

describe('a mission with state, driven by a program', () => {
  it('tells each step, hears a signal, and ends where it ends', async () => {
    const driver = await simulatedRobot(robot);
    const run = await drive(robot, sequence(arrive({ target: [0.2, 0] }), wait({ signal: 'go' }), home()), {
      driver,
    });
    const seen: string[] = [];
    run.steps$.subscribe(({ path, state, at }) => {
      seen.push(`${path} ${state}`);
      expect(at).toBeGreaterThanOrEqual(0);
      if (path === 'sequence[1].wait' && state === 'running') run.signal('go');
    });
    const { outcome, cause, pose } = await run.result;
    expect({ outcome, cause }).toEqual({ outcome: 'arrived', cause: null });
    expect(Math.hypot(pose.x, pose.y)).toBeLessThan(0.02);
    expect(seen.filter((step) => step.endsWith('running'))).toEqual([
      'sequence running',
      'sequence[0].arrive running',
      'sequence[1].wait running',
      'sequence[2].home running',
    ]);
    expect(seen.slice(-2)).toEqual(['sequence done', 'sequence[2].home done']);
  });

  it('that fails says in which step and why', async () => {
    const driver = await simulatedRobot(robot);
    const mission = fallback(
      timeout('300 ms', arrive({ target: [5, 0] })),
      sequence(wait(0.1), fail('no way')),
    );
    const { outcome, cause, motorsOff } = await (await drive(robot, mission, { driver })).result;
    expect({ outcome, cause, motorsOff }).toEqual({
      outcome: 'failed',
      cause: 'in fallback[1].sequence[1].fail: no way',
      motorsOff: true,
    });
  });

  it('has own behaviors as leaves, which say when they are done, or have failed', async () => {
    const spin = defineBehavior({
      name: 'spin',
      start: () => 0,
      steer: ({ dt, pose }, turned) => ({
        memory: turned + dt,
        force: { x: 0, y: 0 },
        desiredVelocity: { x: 0, y: 0 },
        face: pose.heading + 0.5,
        ...(turned > 0.5 && { done: true }),
      }),
    });
    const gives = defineBehavior({
      name: 'gives up',
      start: () => null,
      steer: (_, memory) => ({ memory, done: 'failed', why: 'it is tired' }),
    });
    const ends = async (...nodes: readonly Behavior[]) => {
      const run = await drive(robot, sequence(...nodes), { driver: await simulatedRobot(robot) });
      const { outcome, cause, pose } = await run.result;
      return { outcome, cause, turned: Math.abs(pose.heading) > 0.3 };
    };
    expect(await ends(spin, wait(0.1))).toEqual({ outcome: 'arrived', cause: null, turned: true });
    expect(await ends(wait(0.1), gives)).toMatchObject({
      outcome: 'failed',
      cause: 'in sequence[1].gives up: it is tired',
    });
  });

  it('stops by a fault where a leaf throws, whatever is above it', async () => {
    const broken = defineBehavior({
      name: 'broken',
      start: () => null,
      steer: (): never => {
        throw new Error('a slip');
      },
    });
    const run = await drive(robot, fallback(timeout(1, broken), home()), {
      driver: await simulatedRobot(robot),
    });
    expect(await run.result).toMatchObject({ outcome: 'faulted' });
  });

  it('counts no time while an operator has stopped the robot', async () => {
    const { Subject } = await import('rxjs');
    const commands$ = new Subject<{ kind: 'stop' | 'arm' }>();
    const driver = await simulatedRobot(robot);
    const run = await drive(robot, sequence(wait('1 s'), arrive({ target: [0.1, 0] })), {
      driver,
      commands$,
    });
    let stoppedAt: number | undefined;
    let begun: number | undefined;
    run.ticks$.subscribe(({ at }) => {
      if (at > 0.5 && stoppedAt === undefined) {
        stoppedAt = at;
        commands$.next({ kind: 'stop' });
      }
      if (stoppedAt !== undefined && at > stoppedAt + 2 && begun === undefined)
        commands$.next({ kind: 'arm' });
    });
    run.steps$.subscribe(({ path, state, at }) => {
      if (path === 'sequence[1].arrive' && state === 'running') begun = at;
    });
    expect((await run.result).outcome).toBe('arrived');
    expect(begun).toBeGreaterThan(2.9);
    expect(begun).toBeLessThan(3.3);
  });

  it('does and tells nothing while an operator has stopped the robot, and goes on where it was', async () => {
    const { Subject } = await import('rxjs');
    const commands$ = new Subject<{ kind: 'stop' | 'arm' }>();
    const driver = await simulatedRobot(robot);
    // Steps that end at once would run through while it is stopped.
    const mission = sequence(
      wait({ signal: 'go' }),
      set({ told: 1 }),
      wait({ signal: { told: 1 } }),
      wait('300 ms'),
    );
    const run = await drive(robot, mission, { driver, commands$ });
    const seen: string[] = [];
    let armedAt = Number.POSITIVE_INFINITY;
    let stopped = false;
    run.steps$.subscribe(({ path, state, at }) => {
      if (state === 'running') seen.push(`${path}${at > armedAt ? ' armed' : ''}`);
    });
    run.ticks$.subscribe(({ at, arrived }) => {
      if (at > 0.2 && !stopped) {
        stopped = true;
        commands$.next({ kind: 'stop' });
        run.signal('go');
      }
      if (stopped && at < armedAt) expect(arrived).toBe(false);
      if (at > 1 && armedAt > at) {
        armedAt = at;
        commands$.next({ kind: 'arm' });
      }
    });
    expect((await run.result).outcome).toBe('arrived');
    expect(seen).toEqual([
      'sequence',
      'sequence[0].wait',
      'sequence[2].wait armed',
      'sequence[3].wait armed',
    ]);
  });
});
