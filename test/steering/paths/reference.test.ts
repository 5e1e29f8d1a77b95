import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Pose, type Vec2, wrapAngle } from '../../../src/math/geometry.js';
import { deg } from '../../../src/math/units.js';
import type { BodyLimits } from '../../../src/robot/limits.js';
import { Path } from '../../../src/steering/paths/path.js';
import { type Reference, References, referencesOf } from '../../../src/steering/paths/reference.js';
import { trackReference, twistAlong } from '../../../src/steering/paths/trackReference.js';

const body: BodyLimits = {
  mass: 0.5,
  radius: 0.09,
  track: 0.15,
  maxSpeed: 0.5,
  maxWheelSpeed: 0.5,
  maxAcceleration: 1,
  maxTurnRate: 6,
  maxForce: 0.5,
  steeringGain: 5,
  reaction: 0.1,
};

const OPTIONS = { tolerance: 0, speed: undefined, face: undefined };
const EIGHT = Array.from({ length: 201 }, (_, i): Vec2 => {
  const t = (2 * Math.PI * i) / 200;
  return { x: Math.sin(t), y: 0.5 * Math.sin(2 * t) };
});
const on = (points: readonly Vec2[], more: object = {}): Reference =>
  new References(new Path(points), body, { ...OPTIONS, ...more }).at(0);
const LINE = [
  { x: 0, y: 0 },
  { x: 3, y: 0 },
];

describe('a place on the reference', () => {
  it('is the nearest one of the branch that the body drives, by its heading', () => {
    const eight = on(EIGHT);
    const { length } = new Path(EIGHT);
    for (const way of [0, length / 2]) {
      const there = eight.poseAt(eight.placeAt(way));
      expect(Math.hypot(there.x, there.y)).toBeLessThan(0.002);
      expect(eight.alongAt(eight.locate(there, 0, length))).toBeCloseTo(way, 2);
    }
  });

  it('locates a pose no farther off than any of its own places', () => {
    const references = [on(LINE), on(EIGHT)];
    const off = (from: Pose, to: Pose) =>
      Math.hypot(from.x - to.x, from.y - to.y, (body.track / 2) * wrapAngle(from.heading - to.heading));
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const span = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
    const near = fc.record({
      which: fc.nat(1),
      at: share,
      x: span(0.3),
      y: span(0.3),
      turn: span(3),
      to: share,
    });
    fc.assert(
      fc.property(near, ({ which, at, x, y, turn, to }) => {
        const reference = references[which] as Reference;
        const base = reference.poseAt(at * reference.end);
        const pose = { x: base.x + x, y: base.y + y, heading: base.heading + turn };
        const until = to * reference.alongAt(reference.end);
        const found = off(pose, reference.poseAt(reference.locate(pose, 0, until)));
        for (let i = 0; i <= reference.end && reference.alongAt(i) <= until; i++)
          expect(found).toBeLessThanOrEqual(off(pose, reference.poseAt(i)) + 1e-9);
      }),
    );
  });

  it('has the way of the faster wheel left, and none at the end', () => {
    const line = on(LINE);
    expect(line.left(0)).toBeCloseTo(3, 6);
    expect(line.left(line.placeAt(1))).toBeCloseTo(2, 2);
    expect(line.left(line.end)).toBe(0);
  });

  it('goes on at the same pace whatever the step: both wheels’ ways over any time add up', () => {
    const eight = on(EIGHT);
    let [place, left, right] = [eight.placeAt(0.5), 0, 0];
    for (let i = 0; i < 10; i++) {
      const wheels = eight.wheelsFrom(place, 0.02);
      left += wheels.left * 0.02;
      right += wheels.right * 0.02;
      place = eight.placeAfter(place, 0.02);
    }
    const whole = eight.wheelsFrom(eight.placeAt(0.5), 0.2);
    expect(left).toBeCloseTo(0.2 * whole.left, 9);
    expect(right).toBeCloseTo(0.2 * whole.right, 9);
  });
});

describe('the references of a long path', () => {
  const way = Array.from({ length: 71 }, (_, i) => ({ x: i / 2, y: (i % 2) * 0.3 }));
  const references = new References(new Path(way), body, OPTIONS);
  const { length } = new Path(way);

  it('are made in parts, which go on where the one before ends: place, heading and speed', () => {
    const parts = Math.round(length / 10);
    for (let part = 1; part < parts; part++) {
      const seam = (part * length) / parts;
      const [before, behind] = [references.at(seam - 0.01), references.at(seam + 0.01)];
      expect(behind).not.toBe(before);
      const [a, b] = [before.poseAt(before.placeAt(seam)), behind.poseAt(behind.placeAt(seam))];
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeLessThan(0.003);
      const [one, other] = [before, behind].map((r) => r.speedAt(r.placeAt(seam)).speed) as [number, number];
      expect(one / other).toBeCloseTo(1, 1);
    }
  });

  it('are made once for each body', () => {
    const made = referencesOf(new Path(LINE), OPTIONS);
    expect(made(body)).toBe(made(body));
    expect(made(body).at(1)).toBe(made(body).at(1));
    expect(made({ ...body, maxSpeed: 0.4 })).not.toBe(made(body));
    const own = made(body);
    made({ ...body, track: 0.2 });
    expect(made(body)).toBe(own);
  });

  it('are kept for a body that only answers later: a measured latency changes in each tick', () => {
    const made = referencesOf(new Path(LINE), OPTIONS);
    expect(made({ ...body, reaction: 0.2 })).toBe(made(body));
  });
});

describe('the law that keeps a body on its reference', () => {
  const line = on(LINE);
  const place = line.placeAt(1);
  const law = (aside: number, turned: number, share = 1) =>
    trackReference({ reference: line, place }, { aside, turned }, share, { dt: 0.02, body });

  it('is the reference’s own twist on it', () => {
    const { linear, angular } = law(0, 0);
    expect(linear).toBeCloseTo(body.maxSpeed, 6);
    expect(angular).toBeCloseTo(0, 6);
  });

  it('turns back: to the right if it is left of it or turned left, and mirrored', () => {
    for (const [aside, turned] of [
      [0.01, 0],
      [0, 0.1],
      [0.3, 0.2],
    ] as const) {
      // biome-ignore format: one line
      expect(law(aside, turned).angular).toBeLessThan(0);
      expect(law(-aside, -turned).angular).toBeCloseTo(-law(aside, turned).angular, 9);
      expect(law(-aside, -turned).linear).toBeCloseTo(law(aside, turned).linear, 9);
    }
  });

  it('turns first where its heading is far off: it does not drive away from the path', () => {
    expect(law(0, deg(120)).linear).toBe(0);
    expect(law(0, deg(60)).linear).toBeLessThan(0.5 * law(0, 0).linear);
    expect(Math.abs(law(0.2, deg(180)).angular)).toBeLessThanOrEqual(body.maxTurnRate);
  });

  it('drives the same arc, slower, with a share of the speed', () => {
    const eight = on(EIGHT);
    const at = { reference: eight, place: eight.placeAt(0.4) };
    const off = { aside: 0, turned: 0 };
    const [full, half] = [1, 0.5].map((share) => trackReference(at, off, share, { dt: 0.02, body })) as [
      { linear: number; angular: number },
      { linear: number; angular: number },
    ];
    expect(half.linear / full.linear).toBeCloseTo(0.5, 1);
    expect(half.angular / half.linear).toBeCloseTo(full.angular / full.linear, 1);
  });

  it('comes to rest at the end, and asks for nothing there', () => {
    const percept = (pose: Pose, forwardSpeed: number) => ({
      pose,
      forwardSpeed,
      turnRate: 0,
      dt: 0.02,
      body,
    });
    const twistAt = (way: number, speed: number) =>
      twistAlong(percept({ x: way, y: 0, heading: 0 }, speed) as never, {
        reference: line,
        place: line.placeAt(way),
        band: 0,
      });
    const speeds = [2.5, 2.8, 2.9, 2.97, 2.99].map((way) => twistAt(way, 0.5).linear);
    for (const [i, speed] of speeds.entries())
      if (i > 0) expect(speed).toBeLessThan((speeds[i - 1] ?? 0) + 1e-9);
    for (const way of [2.8, 2.9, 2.97]) {
      const v = twistAt(way, 0.5).linear;
      expect(v * v).toBeLessThanOrEqual(2 * body.maxAcceleration * (3 - way) + 1e-9);
    }
    expect(twistAt(2.9995, 0.1)).toEqual({ linear: 0, angular: 0 });
  });
});

/** The share of the reference's speed that a body at rest has in a tick. */
const FROM_REST = 0.04;

describe('a fold, where the reference turns on the spot', () => {
  const fold = on([
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 0, y: 0 },
  ]);
  const [before, after] = [fold.placeAt(0.9), fold.placeAt(1.1)];
  const turning = Array.from({ length: 400 }, (_, i) => before + (i / 400) * (after - before)).filter(
    (place) => {
      const { left, right } = fold.wheelsFrom(place, 0.02);
      return Math.abs(left + right) < 0.05 * Math.abs(left - right);
    },
  );

  it.each([0.1, -0.1, 0.2])(
    'is turned to the end, also by a body %d m aside that faces its path',
    (aside) => {
      expect(turning.length).toBeGreaterThan(50);
      // Where it would come back to the path if it drove; but there the reference does not drive.
      const turned = -Math.atan(aside / (2 * 0.08));
      for (const place of turning) {
        const at = { reference: fold, place };
        const { angular } = trackReference(at, { aside, turned }, FROM_REST, { dt: 0.02, body });
        expect(-angular * Math.sign(turned)).toBeGreaterThan(0.4);
      }
    },
  );
});
