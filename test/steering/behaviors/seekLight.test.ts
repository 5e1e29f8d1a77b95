import { describe, expect, it } from 'vitest';
import { deg } from '../../../src/math/units.js';
import type { Percept, Steering } from '../../../src/steering/behavior.js';
import { type SeekLightInput, seekLight } from '../../../src/steering/behaviors/seekLight.js';
import { levels, mount } from '../../support/feeling.js';
import { percept, SMALL } from '../../support/percept.js';

const PAIR = { left: mount('light', 0.04, deg(40)), right: mount('light', -0.04, deg(-40)) };
const ORIGIN = { x: 0, y: 0, heading: 0 };

/** The levels of the two sensors for a lamp in a direction, `strength` = brightness/d². */
const lamp = (bearing: number, strength: number, from = ORIGIN) => {
  const seen = (facing: number) => Math.max(0, strength * Math.cos(deg(bearing - facing)));
  return levels({ left: seen(40), right: seen(-40) }, from);
};

function ask(percepts: readonly Partial<Percept>[], input: SeekLightInput = {}): Steering {
  const behavior = seekLight(input);
  let memory = behavior.start();
  let said: Steering<typeof memory> = { memory };
  for (const changes of percepts) {
    said = behavior.steer(percept({ body: SMALL, mounts: PAIR, ...changes }), memory, { x: 0, y: 0 });
    ({ memory } = said);
  }
  return said;
}

const speedOf = ({ desiredVelocity: v }: Steering): number => Math.hypot(v?.x ?? 0, v?.y ?? 0);
const aside = ({ desiredVelocity: v }: Steering): number => (v ? Math.atan2(v.y, v.x) : Number.NaN);

describe('seekLight by the bearing', () => {
  it.each([0, 10, -30, 44])(
    'drives in the direction of a lamp %i° aside, slower the farther aside',
    (bearing) => {
      const said = ask([{ levels: lamp(bearing, 0.3) }], { ambient: 0 });
      expect(aside(said)).toBeCloseTo(deg(bearing), 9);
      expect(speedOf(said)).toBeCloseTo(SMALL.maxSpeed * Math.cos(deg(bearing)), 9);
      expect(said.goal).toBeUndefined();
    },
  );

  it('turns on the spot to a lamp that only one sensor sees, at least to the edge of the other', () => {
    const said = ask([{ levels: lamp(80, 0.3) }], { ambient: 0 });
    expect(said.desiredVelocity).toEqual({ x: 0, y: 0 });
    // The dark sensor faces −40°, so the lamp is 50° aside or more.
    const told = ask([{ levels: levels({ left: 0.3, right: 0 }) }], { ambient: 0 });
    expect(told.face).toBeCloseTo(deg(50), 9);
    expect(said.face).toBeCloseTo(deg(50), 9);
  });

  it('goes by where the body was when it measured', () => {
    const [from, pose] = [5, 20].map((heading) => ({ ...ORIGIN, heading: deg(heading) }));
    const said = ask([{ ...(pose && { pose }), levels: lamp(10, 0.3, from) }], { ambient: 0 });
    expect(aside(said)).toBeCloseTo(deg(15), 9);
  });

  it('takes the mean of more sensors: the least squares', () => {
    const mounts = { ...PAIR, middle: mount('light', 0) };
    const told = levels({
      left: 0.3 * Math.cos(deg(20)),
      right: 0.3 * Math.cos(deg(60)),
      middle: 0.3 * Math.cos(deg(20)),
    });
    expect(aside(ask([{ mounts, levels: told }], { ambient: 0 }))).toBeCloseTo(deg(20), 9);
  });

  it('is silent where the sensors face one way: they tell no direction', () => {
    const mounts = { left: mount('light', 0.04, deg(2)), right: mount('light', -0.04, deg(-2)) };
    expect(ask([{ mounts, levels: levels({ left: 0.3, right: 0.2 }) }]).force).toBeUndefined();
  });
});

describe('seekLight by wires', () => {
  const dim = levels({ left: 0.09 + 0.02, right: 0.04 + 0.02 });

  it('crossed: each wheel drives with the stimulus of the other side', () => {
    const said = ask([{ levels: dim }], { wiring: 'crossed', within: 1 });
    // Stimuli √0.09 = 0.3 and √0.04 = 0.2: right wheel 0.15 + 0.85 · 0.3, left wheel 0.15 + 0.85 · 0.2.
    const [left, right] = [0.15 + 0.85 * 0.2, 0.15 + 0.85 * 0.3];
    expect(speedOf(said)).toBeCloseTo((SMALL.maxSpeed * (left + right)) / 2, 9);
    expect(Math.sin(aside(said))).toBeCloseTo((right - left) / (right + left), 9);
    expect(said.lookahead).toBe(SMALL.track);
  });

  it('uncrossed: each wheel drives slower with the stimulus of its own side', () => {
    const said = ask([{ levels: dim }], { wiring: 'uncrossed', within: 1 });
    expect(speedOf(said)).toBeCloseTo((SMALL.maxSpeed * (0.7 + 0.8)) / 2, 9);
    expect(Math.sin(aside(said))).toBeCloseTo((0.8 - 0.7) / (0.8 + 0.7), 9);
  });

  it('crossed is faster, and uncrossed slower, the brighter it is', () => {
    const speed = (wiring: 'crossed' | 'uncrossed', level: number) =>
      speedOf(ask([{ levels: levels({ left: level, right: level }) }], { wiring }));
    expect(speed('crossed', 0.5)).toBeGreaterThan(speed('crossed', 0.1));
    expect(speed('uncrossed', 0.5)).toBeLessThan(speed('uncrossed', 0.1));
  });

  it('is silent without a sensor on one of the sides', () => {
    const mounts = { left: PAIR.left, middle: mount('light', 0) };
    expect(
      ask([{ mounts, levels: levels({ left: 0.3, middle: 0.3 }) }], { wiring: 'crossed' }).force,
    ).toBeUndefined();
  });
});

describe.each(['bearing', 'crossed', 'uncrossed'] as const)('seekLight, %s,', (wiring) => {
  it('stands where a sensor tells the level, has arrived when it rests, and stays though it rolls on', () => {
    const bright = levels({ left: 0.91, right: 0.3 });
    const rolls = ask([{ levels: bright, forwardSpeed: 0.2 }], { wiring });
    expect(rolls).toMatchObject({ desiredVelocity: { x: 0, y: 0 }, arrived: false });
    expect(ask([{ levels: bright }, { levels: levels({ left: 0.6, right: 0.6 }) }], { wiring }).arrived).toBe(
      true,
    );
    expect(
      speedOf(ask([{ levels: bright }, { levels: levels({ left: 0.4, right: 0.4 }) }], { wiring })),
    ).toBeGreaterThan(0);
  });

  it('is silent in the dark, and with less than two sensors', () => {
    expect(ask([{ levels: levels({ left: 0.02, right: 0.01 }) }], { wiring }).force).toBeUndefined();
    expect(ask([{ mounts: {}, levels: {} }], { wiring }).force).toBeUndefined();
    expect(ask([{ mounts: { left: PAIR.left }, levels: lamp(0, 0.5) }], { wiring }).force).toBeUndefined();
  });

  it('stands while a sensor tells nothing, and says which', () => {
    const said = ask([{ levels: levels({ left: 0.3 }) }], { wiring });
    expect(said).toMatchObject({ desiredVelocity: { x: 0, y: 0 }, marks: [{ label: 'no news of right' }] });
    const stale = ask([{ at: 5, levels: lamp(0, 0.3) }], { wiring });
    expect(stale).toMatchObject({
      desiredVelocity: { x: 0, y: 0 },
      marks: [{ label: 'no news of left, right' }],
    });
  });

  it('steers the other way in a mirror', () => {
    const one = ask([{ levels: levels({ left: 0.3, right: 0.2 }) }], { wiring });
    const other = ask([{ levels: levels({ left: 0.2, right: 0.3 }) }], { wiring });
    expect(aside(one)).toBeGreaterThan(0.01);
    expect(aside(other)).toBeCloseTo(-aside(one), 12);
  });
});
