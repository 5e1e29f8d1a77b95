import { describe, expect, it } from 'vitest';
import type { Pose } from '../../../src/math/geometry.js';
import { deg } from '../../../src/math/units.js';
import type { Percept, Steering } from '../../../src/steering/behavior.js';
import { type FollowLineInput, followLine } from '../../../src/steering/behaviors/followLine.js';
import { levels, mount } from '../../support/feeling.js';
import { percept, SMALL } from '../../support/percept.js';

/** A search ends so far to a side [deg]: its outermost sensor then looks to 155°. */
const SEARCHED = 146;
const TRIO = {
  left: mount('reflectance', 0.012),
  middle: mount('reflectance', 0),
  right: mount('reflectance', -0.012),
};
const FLOOR = { left: 0.9, middle: 0.9, right: 0.9 };
const ON = { ...FLOOR, middle: 0.1 };
const ORIGIN: Pose = { x: 0, y: 0, heading: 0 };

/** Asks with each of some percepts after the other. */
function ask(percepts: readonly Partial<Percept>[], input: FollowLineInput = {}): Steering[] {
  const behavior = followLine(input);
  let memory = behavior.start();
  return percepts.map((changes) => {
    const said = behavior.steer(percept({ body: SMALL, mounts: TRIO, ...changes }), memory, { x: 0, y: 0 });
    memory = said.memory;
    return said;
  });
}

const last = (all: readonly Steering[]): Steering => all.at(-1) as Steering;
const aside = ({ desiredVelocity: v }: Steering): number => (v ? Math.atan2(v.y, v.x) : Number.NaN);

/** On a straight line along x for 0.3 m; then somewhere without. */
const followed = [0, 0.1, 0.2, 0.3].map((x) => ({
  pose: { x, y: 0, heading: 0 },
  levels: levels(ON, { x, y: 0, heading: 0 }),
}));
const bare = (pose: Pose, told: Readonly<Record<string, number>> = FLOOR) => ({
  pose,
  levels: levels(told, pose),
});

describe('followLine', () => {
  it('drives to the point of the line that its sensors see, and shows it', () => {
    const said = last(ask([{ levels: levels({ ...FLOOR, left: 0.1 }) }]));
    expect(aside(said)).toBeCloseTo(Math.atan2(0.012, 0.1), 9);
    expect(said.lookahead).toBeCloseTo(Math.hypot(0.012, 0.1), 9);
    expect(said.marks).toMatchObject([{ kind: 'point', at: { x: 0.1, y: 0.012 }, label: 'line' }]);
    expect(said.goal).toBeUndefined();
  });

  it('takes the mean of the sensors by their shares of line, between the darkest and the brightest level so far', () => {
    // Dark 0.1, bright 0.9: 0.42 is 60 % line and 0.1 is all line; the line is at 12 mm · 0.6/1.6.
    const said = last(
      ask([{ levels: levels(ON) }, { levels: levels({ left: 0.42, middle: 0.1, right: 0.9 }) }]),
    );
    expect(said.marks).toMatchObject([
      { at: { x: expect.closeTo(0.1, 9), y: expect.closeTo((0.012 * 0.6) / 1.6, 9) } },
    ]);
  });

  it('learns the floor it is on: on a gray one tape is at half the level of usual tape and floor, too', () => {
    const gray = (left: number) => levels({ left, middle: 0.5, right: 0.5 });
    const said = last(ask([{ levels: gray(0.5) }, { levels: gray(0.15) }]));
    expect(aside(said)).toBeCloseTo(Math.atan2(0.012, 0.1), 9);
    const fixed = last(ask([{ levels: gray(0.45) }], { threshold: 0.47 }));
    expect(aside(fixed)).toBeCloseTo(Math.atan2(0.012, 0.1), 9);
  });

  it('takes no floor for a line: where all sensors tell one level since the start, it looks round', () => {
    const dark = { levels: levels({ left: 0.2, middle: 0.2, right: 0.2 }) };
    const said = last(ask([dark]));
    expect(said.desiredVelocity).toEqual({ x: 0, y: 0 });
    expect(said.face).toBeGreaterThan(0);
    // A fixed threshold, or a floor that it has seen, tells that this is the line.
    expect(last(ask([dark], { threshold: 0.5 })).desiredVelocity?.x).toBeGreaterThan(0);
    expect(last(ask([{ levels: levels(FLOOR) }, dark])).desiredVelocity?.x).toBeGreaterThan(0);
  });

  it('follows a bright line on a dark floor', () => {
    const said = last(ask([{ levels: levels({ left: 0.1, middle: 0.1, right: 0.9 }) }], { line: 'bright' }));
    expect(aside(said)).toBeCloseTo(Math.atan2(-0.012, 0.1), 9);
  });

  it('goes by the place where a late reading was measured', () => {
    const pose = { x: 0.03, y: 0, heading: 0 };
    const said = last(ask([{ pose, levels: levels({ ...FLOOR, left: 0.1 }, ORIGIN) }]));
    expect(aside(said)).toBeCloseTo(Math.atan2(0.012, 0.07), 9);
  });

  it('drives no faster than it can see a bend: slower with a slow loop, and with the line aside', () => {
    const speed = (changes: Partial<Percept>) =>
      Math.hypot(last(ask([changes])).desiredVelocity?.x ?? 0, last(ask([changes])).desiredVelocity?.y ?? 0);
    const reach = 0.012 + 0.0095;
    const late = 0.02 + SMALL.reaction + SMALL.mass / SMALL.steeringGain;
    const expected = Math.min(SMALL.maxSpeed, Math.sqrt(2 * 0.15 * reach) / 2 / late);
    expect(speed({ levels: levels(ON) })).toBeCloseTo(expected, 9);
    expect(speed({ dt: 0.5, levels: levels(ON) })).toBeLessThan(0.9 * expected);
    expect(speed({ levels: levels({ ...FLOOR, right: 0.1 }) })).toBeLessThan(0.8 * expected);
  });

  it('drives on across a gap, then stands and turns to the side where it saw the line last', () => {
    const seen = { pose: ORIGIN, levels: levels({ ...FLOOR, right: 0.1 }) };
    const [, gap, after] = ask([
      seen,
      bare({ x: 0.015, y: 0, heading: 0 }),
      bare({ x: 0.04, y: 0, heading: 0 }),
    ]);
    expect(gap?.desiredVelocity?.x).toBeGreaterThan(0);
    expect(after?.desiredVelocity).toEqual({ x: 0, y: 0 });
    expect(after?.face).toBeLessThan(0);
    const left = { ...seen, levels: levels({ ...FLOOR, left: 0.1 }) };
    expect(last(ask([left, bare({ x: 0.04, y: 0, heading: 0 })])).face).toBeGreaterThan(0);
    const rolling = { ...bare({ x: 0.04, y: 0, heading: 0 }), forwardSpeed: 0.1 };
    expect(last(ask([left, rolling]))).toMatchObject({ desiredVelocity: { x: 0, y: 0 } });
    expect(last(ask([left, rolling])).face).toBeUndefined();
  });

  it('has arrived when a look to both sides finds no line after it has followed one', () => {
    const turned = (angle: number) => bare({ x: 0.35, y: 0, heading: deg(angle) });
    const all = ask([
      ...followed,
      turned(0),
      turned(SEARCHED),
      turned(0),
      turned(-SEARCHED),
      turned(-50),
      turned(0),
      turned(0),
    ]);
    expect(all.slice(0, -2).some(({ arrived }) => arrived)).toBe(false);
    expect(last(all)).toMatchObject({ arrived: true, desiredVelocity: { x: 0, y: 0 } });
    // Back from the left it turns through the direction ahead, not round its back.
    expect(all[followed.length + 2]?.face).toBeLessThan(deg(SEARCHED - 1));
    const rolls = last(
      ask([
        ...followed,
        turned(0),
        turned(SEARCHED),
        turned(-SEARCHED),
        turned(0),
        { ...turned(0), forwardSpeed: 0.1 },
      ]),
    );
    expect(rolls.arrived).toBe(false);
  });

  it('goes on where the look finds the line', () => {
    const corner = bare({ x: 0.35, y: 0, heading: deg(60) }, ON);
    const said = last(ask([...followed, bare({ x: 0.35, y: 0, heading: 0 }), corner]));
    expect(said.arrived).toBeUndefined();
    expect(aside(said)).toBeCloseTo(deg(60), 9);
  });

  it('is silent after a look round that finds no line at the start, and speaks when it meets one later', () => {
    const turned = (angle: number) => bare({ ...ORIGIN, heading: deg(angle) });
    const looked = [turned(0), turned(SEARCHED), turned(-SEARCHED), turned(0), turned(0)];
    const all = ask(looked);
    expect(all[0]?.face).toBeGreaterThan(0);
    expect(last(all).force).toBeUndefined();
    expect(last(ask([...looked, { levels: levels(ON) }])).desiredVelocity?.x).toBeGreaterThan(0);
  });

  it('stands while a sensor has told nothing yet, or nothing for half a second, and says which', () => {
    const { right: _, ...two } = ON;
    const standing = { desiredVelocity: { x: 0, y: 0 }, marks: [{ label: 'no news of right' }] };
    expect(last(ask([{ levels: levels(two) }]))).toMatchObject(standing);
    const old = { ...levels(ON, ORIGIN, 10), ...levels({ right: 0.9 }, ORIGIN, 9.4) };
    expect(last(ask([{ at: 10, levels: old }]))).toMatchObject(standing);
    const fresh = { ...levels(ON, ORIGIN, 10), ...levels({ right: 0.9 }, ORIGIN, 9.6) };
    expect(last(ask([{ at: 10, levels: fresh }])).desiredVelocity?.x).toBeGreaterThan(0);
  });

  it.each([
    ['no sensor', {}],
    ['one', { middle: mount('reflectance', 0) }],
    [
      'one, and others',
      { middle: mount('reflectance', 0), lamp: mount('light', 0), ear: mount('beacon', 0) },
    ],
  ])('is silent with %s', (_, mounts) => {
    expect(last(ask([{ mounts, levels: levels(ON) }])).force).toBeUndefined();
  });

  it.each([{ threshold: 1 }, { width: 0 }, { bend: '-1 m' }, { line: 'red' as never }, { gap: Number.NaN }])(
    'refuses %j',
    (input) => {
      expect(() => followLine(input)).toThrow();
    },
  );
});
