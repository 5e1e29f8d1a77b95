import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type LocomotionState,
  locomote,
  startLocomotion,
  turnOnSpot,
  turnToFace,
} from '../../src/locomotion/unicycle.js';
import { add, fromPolar, length, moveAlongArc, type Pose, vec, wrapAngle } from '../../src/math/geometry.js';
import { deg } from '../../src/math/units.js';
import { SMALL } from '../support/percept.js';

const HOME: Pose = { x: 0, y: 0, heading: 0 };
const turning = (side: 1 | -1 = 1): LocomotionState => ({ mode: 'turn', side, backwards: false });

interface Given {
  readonly speed?: number;
  readonly lookahead?: number;
  readonly before?: LocomotionState;
  readonly mayReverse?: boolean;
  readonly body?: typeof SMALL;
}
/** What a velocity vector becomes that lies so many degrees to the left of the body. */
const drive = (degrees: number, given: Given = {}) => {
  const { speed = 0.5, lookahead, before = startLocomotion, mayReverse = false, body = SMALL } = given;
  return locomote({ velocity: fromPolar(speed, deg(degrees)), lookahead, mayReverse }, HOME, before, body);
};

/** The same for a body that is turned so far to the right of the vector: the bearing is exact. */
const driveExactly = (bearing: number, given: Given = {}) => {
  const { before = startLocomotion, mayReverse = false } = given;
  return locomote({ velocity: vec(0.5, 0), mayReverse }, { ...HOME, heading: -bearing }, before, SMALL).state;
};

/** 0.9 × 2a/b: how hard a turn in place can be braked. */
const ALPHA = (0.9 * 2 * 1) / 0.141;

describe('the arc law', () => {
  it('drives at the vector’s speed, turning at 2 s sin θ/ℓ', () => {
    expect(drive(30, { lookahead: 0.2 }).twist).toEqual({ linear: 0.5, angular: expect.closeTo(2.5, 9) });
    expect(drive(-30, { lookahead: 0.2 }).twist.angular).toBeCloseTo(-2.5, 9);
    expect(drive(0).twist).toEqual({ linear: 0.5, angular: 0 });
  });

  it('closes the bearing over half a second, or one track when slow, where no nearer point is given', () => {
    expect(drive(30).twist.angular).toBeCloseTo(0.5 / 0.25, 9);
    expect(drive(30, { lookahead: 9 }).twist.angular).toBeCloseTo(0.5 / 0.25, 9);
    expect(drive(30, { speed: 0.1 }).twist.angular).toBeCloseTo(0.1 / 0.141, 9);
  });

  it('turns no tighter than round a point 5 mm away', () => {
    expect(drive(30, { lookahead: 0.001 }).twist.angular).toBeCloseTo(0.5 / 0.005, 9);
    expect(drive(30, { lookahead: 0 }).twist.angular).toBeCloseTo(0.5 / 0.005, 9);
  });

  it('leads on a circle through the point at its look-ahead', () => {
    fc.assert(
      fc.property(
        fc.record({ x: fc.integer({ min: -9, max: 9 }), y: fc.double({ min: -9, max: 9, noNaN: true }) }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: -89, max: 89, noNaN: true }).filter((theta) => Math.abs(theta) > 0.1),
        fc.double({ min: 0.04, max: 0.14, noNaN: true }),
        fc.double({ min: 0.05, max: 0.5, noNaN: true }),
        (p, heading, degrees, ahead, speed) => {
          const pose = { ...p, heading };
          const bearing = deg(degrees);
          const carrot = add(pose, fromPolar(ahead, heading + bearing));
          const velocity = fromPolar(speed, heading + bearing);
          const { twist } = locomote(
            { velocity, lookahead: ahead, mayReverse: false },
            pose,
            startLocomotion,
            SMALL,
          );
          const seconds = (ahead * bearing) / Math.sin(bearing) / speed;
          const end = moveAlongArc(pose, twist.linear * seconds, twist.angular * seconds);
          expect(length({ x: end.x - carrot.x, y: end.y - carrot.y })).toBeLessThan(1e-9);
          expect(wrapAngle(end.heading - heading - 2 * bearing)).toBeCloseTo(0, 9);
        },
      ),
    );
  });
});

describe('turning first', () => {
  it('turns at min(g θ, √(2 α θ), ω_max)', () => {
    const rate = (degrees: number, body = SMALL) => drive(degrees, { before: turning(), body }).twist.angular;
    expect(rate(60)).toBeCloseTo(Math.sqrt(2 * ALPHA * deg(60)), 9);
    expect(rate(170)).toBeCloseTo(6, 9);
    expect([rate(-60), rate(-160)]).toEqual([expect.closeTo(-rate(60), 9), -6]);
    expect(rate(60, { ...SMALL, maxAcceleration: 9 })).toBeCloseTo(6, 9);
    expect(rate(60, { ...SMALL, maxAcceleration: 90, maxTurnRate: 90 })).toBeCloseTo(8 * deg(60), 9);
    expect(rate(170, { ...SMALL, maxTurnRate: 90, maxWheelSpeed: 0.3 })).toBeCloseTo(0.6 / 0.141, 9);
  });

  it('drives s cos² θ during the turn, and 0 beyond 90°', () => {
    const forward = (degrees: number) => drive(degrees, { before: turning() }).twist.linear;
    expect(forward(60)).toBeCloseTo(0.125, 9);
    expect(forward(-60)).toBeCloseTo(0.125, 9);
    expect([90.1, 120, 179, -100].map(forward)).toEqual([0, 0, 0, 0]);
  });

  it('leaves the wheels to the turn: v ≤ V − ω b/2', () => {
    const wide = { ...SMALL, track: 0.4, maxTurnRate: 2.9 };
    const { twist } = drive(36, { before: turning(), body: wide });
    expect(twist.angular).toBeCloseTo(Math.min(2.9, Math.sqrt(2 * (1.8 / 0.4) * deg(36))), 9);
    expect(twist.linear).toBeCloseTo(0.6 - twist.angular * 0.2, 9);
    expect(twist.linear).toBeLessThan(0.5 * Math.cos(deg(36)) ** 2);
  });

  it('begins above 90° and ends below 35°', () => {
    const mode = (degrees: number, before: LocomotionState) => drive(degrees, { before }).state.mode;
    expect([89, 91, -89, -91].map((theta) => mode(theta, startLocomotion))).toEqual([
      'arc',
      'turn',
      'arc',
      'turn',
    ]);
    expect([36, 34, -36, -34].map((theta) => mode(theta, turning()))).toEqual(['turn', 'arc', 'turn', 'arc']);
    expect(driveExactly(deg(90)).mode).toBe('arc');
    expect(driveExactly(deg(35), { before: turning() }).mode).toBe('arc');
  });
});

describe('a turn on the spot', () => {
  it('is as fast as any turn, to the side of the bearing', () => {
    const rate = Math.sqrt(2 * ALPHA * deg(60));
    expect([60, -60].map((degrees) => turnOnSpot(deg(degrees), SMALL))).toEqual([
      expect.closeTo(rate, 9),
      expect.closeTo(-rate, 9),
    ]);
    expect(turnOnSpot(0, SMALL)).toBe(0);
  });
});

describe('a turn to a heading', () => {
  const facing = (degrees: number, x: number, heading = 0, body = SMALL) =>
    turnToFace(heading + deg(degrees), fromPolar(x, heading), { ...HOME, heading }, body);
  const RATE = Math.sqrt(2 * ALPHA * deg(60));

  it('is a turn on the spot for a body that stands, whichever way it faces', () => {
    expect(facing(60, 0)).toEqual({ linear: 0, angular: expect.closeTo(RATE, 9) });
    expect(facing(-60, 0, deg(170)).angular).toBeCloseTo(-RATE, 9);
  });

  it('lets a body roll on along its own heading, so far as the turn leaves the wheels room', () => {
    const room = 0.6 - (RATE * 0.141) / 2;
    const speeds = [0.1, 0.5, -0.1, -0.5].flatMap((x) => [facing(60, x), facing(-60, x, deg(100))]);
    const limited = [0.1, 0.1, room, room, -0.1, -0.1, -room, -room];
    expect(speeds.map(({ linear }) => linear)).toEqual(limited.map((speed) => expect.closeTo(speed, 9)));
    // The part of the velocity that lies along the heading.
    expect(turnToFace(0, fromPolar(0.4, deg(60)), HOME, SMALL).linear).toBeCloseTo(0.2, 9);
    expect(facing(60, 0.5, 0, { ...SMALL, maxWheelSpeed: 0.3, track: 0.3 }).linear).toBeCloseTo(0, 9);
  });
});

describe('exactly ahead is a tie', () => {
  it('that counts as left', () => {
    expect(drive(0, { before: turning(-1) }).state).toMatchObject({ mode: 'arc', side: 1 });
  });
});

describe('exactly behind is a tie', () => {
  it('that goes left', () => {
    for (const degrees of [180, -180]) {
      const { twist, state } = drive(degrees);
      expect(twist).toEqual({ linear: 0, angular: 6 });
      expect(state).toEqual({ mode: 'turn', side: 1, backwards: false });
    }
    expect(drive(180 - 1e-9).twist.angular).toBe(drive(-180 + 1e-9).twist.angular);
    const sideAt = (off: number) => driveExactly(-(Math.PI - off)).side;
    expect([sideAt(0.9e-6), sideAt(1.1e-6)]).toEqual([1, -1]);
  });

  it('while nothing next to it is one: the turn begins on the nearer side', () => {
    expect([179, -179, 171, -171].map((theta) => drive(theta).state.side)).toEqual([1, -1, 1, -1]);
  });

  it('next to which a turn keeps its side, the longer way if need be', () => {
    const side = (degrees: number, before: 1 | -1) => drive(degrees, { before: turning(before) }).state.side;
    expect([side(-175, 1), side(175, -1), side(180, -1)]).toEqual([1, -1, -1]);
    expect([side(-165, 1), side(165, -1)]).toEqual([-1, 1]);
    expect([side(-170.1, 1), side(-169.9, 1)]).toEqual([1, -1]);
    expect(drive(-175, { before: turning(1) }).twist.angular).toBeGreaterThan(0);
    const soft = { ...SMALL, maxAcceleration: 0.1 };
    const alpha = ALPHA / 10;
    const longer = drive(-175, { before: turning(1), body: soft }).twist.angular;
    expect(longer).toBeCloseTo(Math.sqrt(2 * alpha * deg(185)), 9);
  });
});

describe('driving backwards', () => {
  const reversing: LocomotionState = { mode: 'arc', side: 1, backwards: true };
  const backwards = (degrees: number, before: LocomotionState) =>
    drive(degrees, { before, mayReverse: true }).state.backwards;

  it('is for robots that may', () => {
    expect(drive(180, { before: reversing }).state.backwards).toBe(false);
    expect(drive(180, { before: reversing }).twist.linear).toBe(0);
  });

  it('begins above 115° and ends below 65°', () => {
    expect([114, 116, -114, -116].map((t) => backwards(t, startLocomotion))).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect([66, 64, -66, -64].map((t) => backwards(t, reversing))).toEqual([true, false, true, false]);
    expect(driveExactly(deg(115), { mayReverse: true }).backwards).toBe(false);
    expect(driveExactly(deg(65), { mayReverse: true, before: reversing }).backwards).toBe(false);
  });

  it('straight back drives straight back', () => {
    const { twist, state } = drive(180, { mayReverse: true });
    expect(twist).toEqual({ linear: -0.5, angular: expect.closeTo(0, 9) });
    expect(state.mode).toBe('arc');
  });

  it('leads on a circle through the point behind', () => {
    for (const degrees of [130, -150, 175]) {
      const bearing = deg(degrees);
      const { twist } = drive(degrees, { lookahead: 0.12, mayReverse: true });
      const flipped = wrapAngle(bearing + Math.PI);
      const seconds = (0.12 * flipped) / Math.sin(flipped) / 0.5;
      const end = moveAlongArc(HOME, twist.linear * seconds, twist.angular * seconds);
      expect(end.x).toBeCloseTo(0.12 * Math.cos(bearing), 9);
      expect(end.y).toBeCloseTo(0.12 * Math.sin(bearing), 9);
    }
  });

  it('turning first while it does leaves no −0 behind', () => {
    const before: LocomotionState = { mode: 'turn', side: 1, backwards: true };
    const { twist, state } = drive(90, { before, mayReverse: true });
    expect(state.backwards).toBe(true);
    expect(twist.linear).toBeLessThanOrEqual(0);
    expect(Object.is(drive(89, { before, mayReverse: true }).twist.linear, -0)).toBe(false);
  });
});
