import { describe, expect, it } from 'vitest';
import { withLimits } from '../../../src/config/robot/limitOptions.js';
import type { Operation } from '../../../src/signals/view.js';
import { turns } from '../../drivers/fakeTime.js';
import { opened, readScenario, STILL, STRAIGHT, speedOf } from './opened.js';

const MISSIONS = `missions: { stroll: { wander: {} } }\n${STRAIGHT}`;
const TWO = `
sensing: truth
robots:
  - { id: a, robot: scout, mission: { seek: { target: [9, 0] } } }
  - { id: b, robot: scout, at: { y: 1 }, mission: { seek: { target: [9, 1] } } }
  - { id: g, robot: scout, ghost: true, at: { y: 2 }, mission: { seek: { target: [9, 2] } } }
`;

const teleop = (linear: number, angular = 0, robot?: string): Operation => ({
  kind: 'teleop',
  linear,
  angular,
  ...(robot && { robot }),
});

describe('STOP', () => {
  it('stops every robot, ghosts too, until they are armed', async () => {
    const one = opened(TWO);
    const { pass, say, frame, robot } = one;
    pass(1);
    say({ kind: 'stop' });
    pass(1.2);
    expect(frame().robots.map(({ tick }) => tick?.safety)).toEqual(['stopped', 'stopped', 'stopped']);
    expect(['a', 'b', 'g'].map((id) => speedOf(one, id))).toEqual([0, 0, 0]);
    say({ kind: 'arm' });
    // A driver says by a promise that it is armed.
    await turns();
    pass(1);
    expect(robot().tick?.safety).toBe('driving');
    expect(speedOf(one)).toBeGreaterThan(0.3);
  });

  it('shows at once and cuts the motors at once while paused', () => {
    const { pass, say, robot, session } = opened(STRAIGHT);
    pass(1);
    say({ kind: 'pause', paused: true });
    say({ kind: 'stop' });
    pass(0.02);
    expect(robot().tick).toMatchObject({ safety: 'stopped', duties: STILL, granted: STILL });
    const [a] = session.current.robots;
    say({ kind: 'pause', paused: false });
    pass(0.05);
    expect(a?.ticked?.tick).toMatchObject({ safety: 'stopped', duties: STILL });
  });

  const latched: readonly (readonly [string, Operation])[] = [
    ['another mission', { kind: 'choose', mission: 0 }],
    ['a slider', { kind: 'tune', id: '0/robot.limits.speed', value: 0.3 }],
    ['being put elsewhere', { kind: 'move', id: 'a', to: { x: 0, y: 1 } }],
    ['being sent somewhere', { kind: 'goTo', at: { x: -1, y: 0 } }],
    [
      'a path',
      {
        kind: 'follow',
        path: [
          { x: 0, y: 0 },
          { x: 0, y: 2 },
        ],
      },
    ],
    ['a held stick', teleop(1)],
    ['a hand off the stick', { kind: 'resume' }],
    ['a restart', { kind: 'restart' }],
    ['another scene', { kind: 'open', scene: 'test' }],
    ['a step', { kind: 'step' }],
    ['a pause', { kind: 'pause', paused: false }],
  ];

  it.each(latched)('outlasts %s', (_, operation) => {
    const one = opened(MISSIONS);
    one.pass(1);
    one.say({ kind: 'stop' });
    one.pass(0.7);
    one.say(operation);
    for (let n = 0; n < 20; n++) {
      one.pass(0.05);
      expect(one.robot().tick).toMatchObject({ safety: 'stopped', duties: STILL });
    }
    expect(speedOf(one)).toBe(0);
    expect(one.session.current.robots[0]?.ticked?.tick.safety).toBe('stopped');
  });

  it('stays in force when a robot is put back', async () => {
    const crossing = `
sensing: truth
world: { walls: [[[-1, -1], [-1, 1]]] }
respawn: { inside: [[-0.6, -0.2], [-0.4, 0.2]] }
robots: [{ id: a, robot: scout, at: { speed: 0.5 }, mission: { seek: { target: [0.5, 0], within: 50 mm } } }]
`;
    const one = opened(crossing);
    // Stopped just before the goal, it rolls through it.
    one.pass(0.88);
    one.say({ kind: 'stop' });
    one.pass(3);
    expect(one.frame().flow?.crossings).toBe(1);
    expect(one.robot().truth?.x).toBeLessThan(0);
    expect(one.robot().tick).toMatchObject({ safety: 'stopped', duties: STILL });
    expect(speedOf(one)).toBe(0);
    one.say({ kind: 'arm' });
    await turns();
    one.pass(6);
    expect(one.frame().flow?.crossings).toBeGreaterThan(1);
  });
});

describe('a robot that has failed', () => {
  it('keeps its fault when it is moved', () => {
    const { session, pass, say, robot, news } = opened(STRAIGHT);
    pass(0.5);
    const [a] = session.current.robots;
    a?.loop.say({
      kind: 'setup',
      setup: { ...a.loop.setup, mission: { behavior: 'dance', parameters: {} } },
    });
    pass(0.1);
    expect(robot().tick?.safety).toBe('faulted');
    say({ kind: 'move', id: 'a', to: { x: 0, y: 1 } });
    say({ kind: 'arm' });
    pass(0.5);
    expect(robot().tick).toMatchObject({ safety: 'faulted', duties: STILL });
    expect(news()).toContain('a: a mission that cannot be built');
    expect(news()).toContain('arm refused: a failed; clear the fault first');
    expect(news()).not.toContain('armed');
  });
});

describe('a robot that has reached a limit', () => {
  it('does not drive on when it is moved', () => {
    const scenario = readScenario(STRAIGHT);
    const robots = scenario.robots.map((one) => ({ ...one, robot: withLimits(one.robot, { time: 0.5 }) }));
    const open = (name: string) => ({ name, about: '', scenario: { ...scenario, robots } });
    const { pass, say, robot } = opened(STRAIGHT, {}, { open });
    pass(2);
    expect(robot().tick).toMatchObject({
      safety: 'stopped',
      cause: { what: 'the time limit of 0.5 s is reached' },
    });
    say({ kind: 'move', id: 'a', to: { x: 0, y: 1 } });
    pass(0.5);
    expect(robot().tick).toMatchObject({ safety: 'stopped', duties: STILL });
  });
});

describe('a fault that is cleared', () => {
  const failed = () => {
    const one = opened(STRAIGHT);
    one.pass(0.5);
    const [a] = one.session.current.robots;
    a?.loop.say({
      kind: 'setup',
      setup: { ...a.loop.setup, mission: { behavior: 'dance', parameters: {} } },
    });
    // It rolls out.
    one.pass(1);
    expect(one.robot().tick?.safety).toBe('faulted');
    return one;
  };

  it('leaves the robot stopped until it is armed', async () => {
    const { pass, say, robot, news } = failed();
    say({ kind: 'clear' });
    pass(0.5);
    expect(news()).toContain('clearing the fault of a');
    expect(robot().tick).toMatchObject({ safety: 'stopped', duties: STILL });
    say({ kind: 'goTo', at: { x: 5, y: 0 } });
    say({ kind: 'arm' });
    await turns();
    pass(0.5);
    expect(robot().tick?.safety).toBe('driving');
    expect(robot().tick?.duties.left).toBeGreaterThan(0);
  });

  it('leaves it stopped also if it is moved in between', () => {
    const { pass, say, robot } = failed();
    say({ kind: 'goTo', at: { x: 5, y: 0 } });
    say({ kind: 'clear' });
    pass(0.1);
    say({ kind: 'move', id: 'a', to: { x: 0, y: 1 } });
    pass(0.5);
    expect(robot().tick).toMatchObject({ safety: 'stopped', duties: STILL });
  });

  it('is refused without a failed robot', () => {
    const { pass, say, news } = opened(STRAIGHT);
    pass(0.1);
    say({ kind: 'clear' });
    pass(0.1);
    expect(news()).toContain('clear refused: no robot has a fault that stops it');
  });
});

describe('a held stick', () => {
  const held = (one: ReturnType<typeof opened>, seconds: number, operation: Operation) => {
    for (let left = seconds; left > 1e-9; left -= 0.1) {
      one.say(operation);
      one.pass(0.1);
    }
  };

  it('drives forward as fast as teleop may, at every speed of the simulation', () => {
    for (const speed of [0.5, 1, 10]) {
      const one = opened(STRAIGHT, { speed });
      held(one, 2 / speed + 0.5, teleop(1));
      expect(one.robot().tick).toMatchObject({ mode: 'manual' });
      expect(one.robot().tick?.granted.left).toBeCloseTo(0.3, 6);
      expect(one.robot().tick?.granted.right).toBeCloseTo(0.3, 6);
    }
  });

  it('turns on the spot with both wheels at that speed, left with a positive share', () => {
    const one = opened(STRAIGHT);
    held(one, 2, teleop(0, 1));
    expect(one.robot().tick?.granted.right).toBeCloseTo(0.3, 6);
    expect(one.robot().tick?.granted.left).toBeCloseTo(-0.3, 6);
  });

  it('stops the wheels at the tick after its release, and the robot stands until the mission resumes', () => {
    const one = opened(STRAIGHT);
    held(one, 1, teleop(1));
    one.say(teleop(0));
    one.pass(0.03);
    expect(one.robot().tick).toMatchObject({ duties: STILL, mode: 'manual' });
    one.pass(2);
    expect(speedOf(one)).toBe(0);
    one.say({ kind: 'resume' });
    one.pass(1);
    expect(one.robot().tick?.mode).toBe('auto');
    expect(speedOf(one)).toBeGreaterThan(0.3);
  });

  it('counts for a quarter of a second of real time after its last message, at every speed', () => {
    for (const speed of [0.5, 1, 10]) {
      const one = opened(STRAIGHT, { speed });
      held(one, 1, teleop(1));
      // It was said last 0.1 s ago.
      one.pass(0.12);
      expect(one.robot().tick?.granted.left).toBeGreaterThan(0);
      one.pass(0.08);
      expect(one.robot().tick).toMatchObject({ duties: STILL, mode: 'manual' });
    }
  });

  it('is off after a longer pause', () => {
    const one = opened(STRAIGHT);
    held(one, 1, teleop(1));
    one.say({ kind: 'pause', paused: true });
    one.pass(1);
    one.say({ kind: 'pause', paused: false });
    one.pass(0.05);
    expect(one.robot().tick).toMatchObject({ duties: STILL, mode: 'manual' });
  });

  it('drives one robot, or all except ghosts', () => {
    const one = opened(TWO);
    const drivers = () => one.frame().robots.map(({ tick }) => tick?.mode);
    held(one, 0.2, teleop(0.5, 0, 'b'));
    expect(drivers()).toEqual(['auto', 'manual', 'auto']);
    held(one, 0.2, teleop(0.5));
    expect(drivers()).toEqual(['manual', 'manual', 'auto']);
  });

  it('is off when the robot is moved, which then stands', () => {
    const one = opened(STRAIGHT);
    held(one, 1, teleop(1));
    one.say(teleop(0));
    one.say({ kind: 'move', id: 'a', to: { x: 0, y: 1 } });
    one.pass(1);
    expect(one.robot().tick).toMatchObject({ duties: STILL, mode: 'manual' });
  });

  it('is refused with non-finite values, or for an unknown robot', () => {
    const { say, pass, news, robot } = opened(STRAIGHT);
    say(teleop(Number.NaN));
    say(teleop(1, 0, 'nobody'));
    pass(0.1);
    expect(news()).toEqual([
      'teleop refused: linear and angular are not finite',
      "teleop refused: there is no robot 'nobody'",
    ]);
    expect(robot().tick?.mode).toBe('auto');
  });
});
