import { describe, expect, it } from 'vitest';
import { angleOf, distance, fromPolar, type Pose, wrapAngle } from '../../../src/math/geometry.js';
import { deg } from '../../../src/math/units.js';
import type { Wish } from '../../../src/steering/behavior.js';
import { SMALL } from '../../support/percept.js';
import { driveLooking as drive, looksOf } from '../turningBody.js';

const SPACING = 3 * SMALL.radius;
const along = (direction: number) => (): Wish => ({ velocity: fromPolar(0.4, direction) });
const BODY = { rate: 50, turnRate: 3, seconds: 20, wish: along(0) };

describe('a body that turns and brakes, with lookAround,', () => {
  it.each([
    [10, 6],
    [20, 3],
    [50, 0.5],
    [50, 6],
    [240, 1],
  ])('at %i Hz and at most %d rad/s looks 40° to either side, every 27 cm', (rate, turnRate) => {
    const looks = looksOf(drive({ ...BODY, rate, turnRate, seconds: turnRate < 1 ? 40 : 12 }));
    expect(looks.length).toBeGreaterThan(3);
    looks.slice(0, -1).forEach((look, i) => {
      const headings = look.map(({ pose }) => pose.heading);
      expect(Math.max(...headings)).toBeGreaterThanOrEqual(deg(40) - 1e-9);
      expect(Math.min(...headings)).toBeLessThanOrEqual(deg(-40) + 1e-9);
      expect(Math.max(...headings.map(Math.abs))).toBeLessThan(deg(51));
      const turning = look.findIndex(({ speed }) => speed < 0.005);
      for (const { pose } of look.slice(turning))
        expect(distance(pose, look.at(-1)?.pose ?? pose)).toBeLessThan(0.001);
      const apart = distance(look.at(-1)?.pose as Pose, looks[i + 1]?.at(-1)?.pose as Pose);
      if (i + 2 < looks.length) expect(apart).toBeLessThan(SPACING + 0.001);
      if (i + 2 < looks.length) expect(apart).toBeGreaterThan(0.5 * SPACING);
    });
  });

  it('sweeps no faster than its eye sees, or than its parameter says', () => {
    for (const [input, most] of [
      [{}, 2],
      [{ rate: 0.5 }, 0.5],
    ] as const) {
      const [look = []] = looksOf(drive({ ...BODY, input }));
      const left = look.findIndex(({ pose }) => pose.heading >= deg(40));
      const right = look.findIndex(({ pose }) => pose.heading <= deg(-40));
      const took = (right - left) / BODY.rate;
      expect(took).toBeGreaterThan(deg(80) / most - 0.05);
      expect(took).toBeLessThan(deg(80) / most + 0.5);
    }
  });

  it('sweeps no faster after it was held up', () => {
    const held = (pose: Pose, at: number): Pose => (at > 1 && at < 4 ? { ...pose, heading: 0.3 } : pose);
    const [look = []] = looksOf(drive({ ...BODY, turnRate: 6, carried: held }));
    const swept = look.filter(({ at }) => at >= 4);
    const right = swept.findIndex(({ pose }) => pose.heading <= deg(-40));
    expect(right / BODY.rate).toBeGreaterThan((0.3 + deg(40)) / (1.3 * 2));
  });

  it('looks where its way bends, and again a spacing after the look before the bend', () => {
    const bent = ({ x }: Pose): Wish => ({ velocity: fromPolar(0.4, x < 0.1 ? 0 : 1.2) });
    const [first, second, third] = looksOf(drive({ ...BODY, wish: bent })).map(
      (look) => look.at(-1)?.pose as Pose,
    );
    expect(first).toMatchObject({ x: 0, y: 0 });
    expect(distance(second as Pose, { x: 0.15, y: 0 })).toBeLessThan(0.06);
    expect(distance(third as Pose, { x: 0, y: 0 })).toBeLessThan(SPACING + 0.001);
  });

  it('looks at a bend, too, where it has looked about that direction at another place', () => {
    const wish = ({ x, y }: Pose): Wish => ({ velocity: fromPolar(0.4, x < 0.1 || y > 0.6 ? 0 : 1.2) });
    const moments = drive({ ...BODY, wish });
    const bend = moments.findIndex(({ pose }) => pose.y > 0.6);
    expect(moments.slice(bend - 20, bend).some(({ looks }) => looks)).toBe(false);
    expect(moments.slice(bend, bend + 3).some(({ looks }) => looks)).toBe(true);
  });

  it('turns and moves with the world, and mirrored in a mirror', () => {
    const start = { x: 0, y: 0, heading: 0.3 };
    // A bend to the left, so that it never heads exactly along its way: such a tie goes left in a mirror, too.
    const wish = ({ x, y }: Pose): Wish => ({ velocity: fromPolar(0.4, 0.4 + Math.hypot(x, y)) });
    const plain = drive({ ...BODY, start, wish });
    const flipped = drive({
      ...BODY,
      start: { ...start, heading: -0.3 },
      wish: ({ x, y, heading }) => ({
        velocity: fromPolar(0.4, -angleOf(wish({ x, y: -y, heading }).velocity)),
      }),
    });
    plain.forEach(({ pose }, i) => {
      const other = flipped[i]?.pose as Pose;
      expect(other.x).toBeCloseTo(pose.x, 6);
      expect(other.y).toBeCloseTo(-pose.y, 6);
      expect(other.heading).toBeCloseTo(-pose.heading, 6);
    });
    const turn = 2.5;
    const turned = drive({
      ...BODY,
      start: { ...start, heading: 0.3 + turn },
      wish: ({ x, y, heading }) => {
        const back = fromPolar(Math.hypot(x, y), Math.atan2(y, x) - turn);
        return { velocity: fromPolar(0.4, angleOf(wish({ ...back, heading }).velocity) + turn) };
      },
    });
    plain.forEach(({ pose }, i) => {
      expect(wrapAngle((turned[i]?.pose.heading ?? 0) - turn)).toBeCloseTo(pose.heading, 6);
    });
  });

  it('is not kept in place by a wish that turns with it', () => {
    for (const off of [1, -1, 2.5, -2.5]) {
      // It circles within 2 cm, so it never comes to another place.
      const wish = ({ heading }: Pose): Wish => ({ velocity: fromPolar(0.02, heading + off) });
      const moments = drive({ ...BODY, seconds: 40, wish });
      expect(looksOf(moments).length).toBeLessThan(12);
      expect(moments.slice(-20 * BODY.rate).every(({ looks }) => !looks)).toBe(true);
    }
  });

  it('is not kept in place by a wish that jumps to and fro', () => {
    const wish = (_: Pose): Wish => ({ velocity: fromPolar(0.05, Math.floor(drawn++ / 7) % 2) });
    let drawn = 0;
    const moments = drive({ ...BODY, seconds: 60, wish });
    expect(moments.filter(({ looks }) => looks).length).toBeLessThan(moments.length / 2);
  });

  it('looks about a new way from where it stands, and once about each', () => {
    let way = 0;
    const moments = drive({
      ...BODY,
      seconds: 40,
      wish: () => ({ velocity: fromPolar(0.002, way) }),
      carried: (pose, at) => {
        way = at < 10 ? 0 : at < 20 ? 2 : 0.1;
        return pose;
      },
    });
    expect(looksOf(moments).map(([first]) => Math.floor((first?.at ?? 0) / 10))).toEqual([0, 1]);
  });

  it('goes on where its pose jumps', () => {
    const jumps = (pose: Pose, at: number): Pose =>
      Math.abs(at - 0.7) < 1e-9 ? { x: pose.x + 3, y: 1, heading: wrapAngle(pose.heading + 2.5) } : pose;
    const moments = drive({ ...BODY, carried: jumps });
    const [first, second = []] = looksOf(moments);
    expect(first?.at(-1)?.at).toBeLessThan(4);
    expect(second[0]?.pose.x).toBeCloseTo(3, 1);
    const headings = second.map(({ pose }) => pose.heading);
    expect(Math.max(...headings)).toBeGreaterThanOrEqual(deg(40));
    expect(Math.min(...headings)).toBeLessThanOrEqual(deg(-40));
    expect(moments.at(-1)?.pose.x).toBeGreaterThan(4);
  });

  it('waits with its look while the wish is to stand, and goes on with it', () => {
    let stands = false;
    const moments = drive({
      ...BODY,
      wish: () => ({ velocity: stands ? { x: 0, y: 0 } : { x: 0.4, y: 0 } }),
      carried: (pose, at) => {
        stands = at > 0.5 && at < 5;
        return pose;
      },
    });
    const [first, second] = looksOf(moments);
    expect(moments.some(({ at, looks }) => looks && at > 0.55 && at < 4.95)).toBe(false);
    expect(first?.[0]?.at).toBe(0);
    expect(second?.[0]?.at).toBeCloseTo(5, 1);
    expect(Math.min(...(second ?? []).map(({ pose }) => pose.heading))).toBeLessThan(deg(-40));
    expect(moments.at(-1)?.pose.x).toBeGreaterThan(0.8);
  });
});
