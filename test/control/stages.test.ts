/** The data between the stages of a tick, from the answer of a mission or a stick to the twist. */
import { describe, expect, it } from 'vitest';
import { deg } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { SCOUT } from '../sim/bodies.js';
import { STILL } from './fakeLoop.js';
import { changing, foldedLoop, saying, wish } from './foldedLoop.js';

const { encoders: _, ...BARE } = SCOUT;
/** Takes the velocities that a behavior desires as they are. */
const DIRECT: RobotDefinition = { ...BARE, control: { ...BARE.control, steering: 'direct' } };
/** A wheel at rest needs 5 cm/s to start, and gets a tenth more. */
const STICKY: RobotDefinition = { ...DIRECT, motors: { ...DIRECT.motors, deadband: 0, breakaway: 0.05 } };
const SNAPPED_DUTY = 0.055 / 0.6;

const seenAt = (at: number, heading: number) =>
  ({ kind: 'pose', at, pose: { x: 0, y: 0, heading } }) as const;

describe('a mission', () => {
  it('goes on with its memory and random state after an operator drove', () => {
    const memories: unknown[] = [];
    const loop = foldedLoop(BARE, {
      start: () => 7,
      steer: ({ random }, memory) => {
        memories.push(memory);
        random.uniform();
        return { memory: (memory as number) + 1 };
      },
    });
    loop.run(2);
    const { random } = loop.state.mission;
    loop.say({ kind: 'teleop', twist: { linear: 0, angular: 0 } });
    loop.run(5);
    expect(loop.state.mission.random).toEqual(random);
    loop.say({ kind: 'resume' });
    loop.run(1);
    expect(memories).toEqual([7, 8, 9]);
  });

  it('that is not asked yet, while the gyroscope learns, wants a robot that rolls to stand', () => {
    const gyro = { id: 'turn', type: 'mpu6050', at: [0, 0], facing: 0 } as const;
    const loop = foldedLoop({ ...BARE, sensors: [gyro] }, saying({ force: { x: 9, y: 0 } }), { speed: 0.3 });
    const zero = { x: 0, y: 0 };
    const [tick] = loop.run(1);
    expect(tick?.steered).toEqual({ force: zero, reference: zero, mean: zero, desiredVelocity: zero });
    expect(tick?.granted.left).toBeCloseTo(0.28, 12);
  });

  it('with direct steering shows its contributions, and no force', () => {
    const spoke = (x: number) => [{ behavior: 'said', force: { x, y: 0 }, marks: [] }];
    const shown = (robot: RobotDefinition) => {
      const [tick] = foldedLoop(robot, saying({ ...wish(0.2), force: { x: 1, y: 0 } })).run(1);
      return [tick?.contributions, tick?.steered.force.x] as const;
    };
    expect(shown(BARE)).toEqual([spoke(1), expect.closeTo(0.45, 12)]);
    expect(shown(DIRECT)).toEqual([spoke(0), 0]);
  });
});

describe('a stick', () => {
  const stick = (linear: number, angular = 0) => ({ kind: 'teleop', twist: { linear, angular } }) as const;

  it('is limited to the speed of a robot slower than the teleop limit', () => {
    const slow = { ...BARE, limits: { ...BARE.limits, speed: 0.1 } };
    const loop = foldedLoop(slow, saying(wish(0)));
    loop.say(stick(0.3));
    expect(loop.run(1)[0]?.wanted.linear).toBeCloseTo(0.1, 12);
  });

  it('counts until a quarter of a second after its command, and not at the next tick', () => {
    const loop = foldedLoop(BARE, saying(wish(0)));
    loop.run(1);
    loop.say(stick(0.2));
    const wanted = loop.run(13).map((tick) => tick.wanted.linear);
    expect(wanted).toEqual([...Array.from({ length: 12 }, () => 0.2), 0]);
  });

  it('that was held when the robot was stopped does not move it, even if it is armed at once', () => {
    const loop = foldedLoop(BARE, saying(wish(0)));
    loop.run(1);
    loop.say(stick(0.2));
    for (const kind of ['stop', 'arm'] as const) loop.say({ kind });
    loop.say(stick(0.2));
    expect(loop.run(1)[0]).toMatchObject({ safety: 'driving', granted: STILL });
    loop.say(stick(0));
    loop.say(stick(0.2));
    expect(loop.run(1)[0]?.granted.left).toBeGreaterThan(0);
  });

  it('has as its reference how the middle of the body moves, where it faces', () => {
    const loop = foldedLoop(BARE, saying(wish(0)));
    for (let n = 0; n < 10; n++) {
      loop.hear(seenAt(n / 50, deg(90)));
      loop.say(stick(0.2, 1));
      loop.run(1);
    }
    const { left, right } = loop.state.granted;
    expect(right - left).toBeGreaterThan(0.1);
    loop.hear(seenAt(0.2, deg(90)));
    loop.say(stick(0.2, 1));
    const [tick] = loop.run(1);
    const speed = (left + right) / 2;
    expect(tick?.steered.reference.x).toBeCloseTo(0, 12);
    expect(tick?.steered.reference.y).toBeCloseTo(speed, 12);
  });

  it('leaves the side of a mission’s turn: it goes on to the same side', () => {
    const loop = foldedLoop(DIRECT, saying(wish(0.3, deg(100))));
    loop.run(1);
    expect(loop.state.mission.locomotion).toMatchObject({ mode: 'turn', side: 1 });
    loop.say(stick(0.1));
    loop.run(3);
    expect(loop.state.mission.locomotion).toMatchObject({ mode: 'turn', side: 1 });
  });

  it('starts standing wheels, however small its command', () => {
    const loop = foldedLoop(STICKY, saying(wish(0)));
    loop.say(stick(0.01));
    expect(loop.run(1)[0]?.duties.left).toBeCloseTo(SNAPPED_DUTY, 12);
  });
});

describe('a wish to crawl', () => {
  it('leaves a robot at rest, and is followed by one that still rolls', () => {
    const { behavior, say } = changing(wish(0.005));
    const loop = foldedLoop(DIRECT, behavior);
    expect(loop.run(1)[0]?.granted).toEqual(STILL);
    say(wish(0.05));
    loop.run(5);
    say(wish(0.005));
    expect(loop.run(5).at(-1)?.granted.left).toBeCloseTo(0.005, 12);
    say(wish(0.0005));
    expect(loop.run(1)[0]?.granted).toEqual(STILL);
  });

  it('is followed while one wheel still rolls', () => {
    for (const stuck of ['left', 'right'] as const) {
      const { behavior, say } = changing(wish(0.1));
      const loop = foldedLoop({ ...SCOUT, control: DIRECT.control }, behavior);
      // A count is 0.15 mm. After 2 mm without one the wheel is known to stand.
      for (let n = 0; n < 8; n++) {
        loop.hear({ kind: 'encoders', at: n / 50, left: 13 * n, right: 13 * n, [stuck]: 0 });
        loop.run(1);
      }
      const { wheels } = loop.state.estimator;
      expect([wheels[stuck], wheels.left + wheels.right > 0.05]).toEqual([0, true]);
      say(wish(0.005));
      loop.hear({ kind: 'encoders', at: 0.16, left: 104, right: 104, [stuck]: 0 });
      const [tick] = loop.run(1);
      expect(tick?.steered.mean.x).toBeCloseTo(0.005, 12);
    }
  });
});

describe('the reference', () => {
  /** Its wheels may accelerate at a quarter of force/mass. */
  const LIMITED: RobotDefinition = {
    ...BARE,
    motors: { ...BARE.motors, breakaway: 0.05 },
    limits: { ...BARE.limits, acceleration: 0.25 },
  };

  it('is cut to the allowed wheel speeds, and not raised by the start of a wheel', () => {
    const loop = foldedLoop(LIMITED, saying({ force: { x: 9, y: 0 } }));
    const [tick] = loop.run(1);
    // 1 m/s² for 20 ms, 10 mm/s in the mean; granted were 5.
    expect(tick?.steered.reference.x).toBeCloseTo(0.02, 12);
    expect(tick?.granted.left).toBeCloseTo(0.005, 12);
    expect(loop.state.mission.reference.x).toBeCloseTo(0.01, 12);
  });

  it('of a robot that is stopped by a fault is zero', () => {
    const loop = foldedLoop(BARE, saying({ force: { x: 9, y: 0 } }));
    loop.run(20);
    expect(loop.state.mission.reference.x).toBeGreaterThan(0.3);
    loop.hear({ kind: 'battery', at: 0.4, volts: Number.NaN });
    expect(loop.run(1)[0]).toMatchObject({ safety: 'faulted', granted: STILL });
    expect(loop.state.mission.reference).toEqual({ x: 0, y: 0 });
    expect(loop.state.granted).toEqual(STILL);
  });
});

describe('the twist', () => {
  it('is the arc through the look-ahead, from where the body will be and by the middle of the tick', () => {
    const late = { ...DIRECT, control: { ...DIRECT.control, latency: 0.1 } };
    const loop = foldedLoop(late, saying({ ...wish(0.3, deg(60)), lookahead: 0.1 }));
    const { estimate, wanted } = loop.run(8).at(-1) ?? expect.fail('no tick');
    expect(estimate.predicted.heading - estimate.pose.heading).toBeGreaterThan(0.05);
    const bearing = deg(60) - estimate.predicted.heading;
    // ω = 2 s sin θ/(ℓ + s·dt)
    expect(wanted.angular).toBeCloseTo((0.6 * Math.sin(bearing)) / (0.1 + 0.3 * 0.02), 9);
    expect(wanted.linear).toBeCloseTo(0.3, 12);
  });

  it('is of the mean velocity over the tick, and not of that at its end', () => {
    const [tick] = foldedLoop(BARE, saying({ force: { x: 9, y: 0 } })).run(1);
    expect(tick?.steered.reference.x).toBeCloseTo(0.02, 12);
    expect(tick?.wanted.linear).toBeCloseTo(0.01, 12);
  });

  it('remembers that it turns first: from 60° off at a quarter of the speed', () => {
    const turning = (first: number) => {
      const loop = foldedLoop(DIRECT, saying(wish(0.1)));
      loop.hear(seenAt(0, -first));
      loop.run(1);
      loop.hear(seenAt(0.02, deg(-60)));
      return loop.run(1)[0]?.wanted.linear;
    };
    expect(turning(deg(100))).toBeCloseTo(0.025, 9);
    expect(turning(deg(80))).toBeCloseTo(0.1, 9);
  });

  it('is a turn on the spot for a heading to face, and starts wheels that stick', () => {
    const [tick] = foldedLoop(DIRECT, saying({ face: deg(60) })).run(1);
    expect(tick?.wanted).toEqual({
      linear: 0,
      angular: expect.closeTo(Math.sqrt(((2 * 0.9 * 2) / 0.141) * deg(60)), 9),
    });
    const loop = foldedLoop(STICKY, saying({ face: deg(1) }));
    const { locomotion } = loop.state.mission;
    const { left, right } = loop.run(1)[0]?.duties ?? STILL;
    expect([left, right]).toEqual([expect.closeTo(-SNAPPED_DUTY, 12), expect.closeTo(SNAPPED_DUTY, 12)]);
    expect(loop.state.mission.locomotion).toEqual(locomotion);
  });

  it('is backwards for a target behind if the robot may reverse, and a turn if not', () => {
    const wantedBehind = (reverse: boolean) => {
      const robot = { ...DIRECT, limits: { ...DIRECT.limits, reverse } };
      return foldedLoop(robot, saying(wish(0.1, Math.PI))).run(1)[0]?.wanted;
    };
    expect(wantedBehind(true)?.linear).toBeCloseTo(-0.1, 12);
    expect(wantedBehind(true)?.angular).toBeCloseTo(0, 12);
    expect(wantedBehind(false)).toMatchObject({ linear: 0, angular: 6 });
  });
});
