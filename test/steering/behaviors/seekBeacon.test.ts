import { describe, expect, it } from 'vitest';
import type { Pose } from '../../../src/math/geometry.js';
import { deg } from '../../../src/math/units.js';
import type { Mount } from '../../../src/robot/mount.js';
import type { Percept, Steering } from '../../../src/steering/behavior.js';
import { type SeekBeaconInput, seekBeacon } from '../../../src/steering/behaviors/seekBeacon.js';
import { bearings, mount } from '../../support/feeling.js';
import { percept, SMALL } from '../../support/percept.js';

const EAR = { ear: mount('beacon', 0, 0, 0) };
const side = (facing: number): Mount => ({ ...mount('beacon', 0, deg(facing), 0), halfSector: deg(45) });
const SIDES = { front: side(0), left: side(90), back: side(180), right: side(-90) };
const ORIGIN: Pose = { x: 0, y: 0, heading: 0 };
const at = (x: number, heading = 0): Pose => ({ x, y: 0, heading: deg(heading) });

function ask(
  percepts: readonly Partial<Percept>[],
  input: SeekBeaconInput = {},
  mounts: Percept['mounts'] = EAR,
): Steering {
  const behavior = seekBeacon(input);
  let memory = behavior.start();
  let said: Steering<typeof memory> = { memory };
  for (const changes of percepts) {
    said = behavior.steer(percept({ body: SMALL, mounts, ...changes }), memory, { x: 0, y: 0 });
    ({ memory } = said);
  }
  return said;
}

/** What four outputs tell if one of them is on. */
const output = (on: string, pose: Pose, time: number) => ({
  at: time,
  pose,
  bearings: Object.fromEntries(
    Object.keys(SIDES).map((sensor) => [
      sensor,
      { kind: 'bearing', at: time, sensor, bearing: sensor === on ? 0 : null, from: pose } as const,
    ]),
  ),
});
const heard = (bearing: number | null, pose: Pose, time: number) => ({
  at: time,
  pose,
  bearings: bearings(bearing === null ? null : deg(bearing), pose, time),
});
const aside = ({ desiredVelocity: v }: Steering): number => (v ? Math.atan2(v.y, v.x) : Number.NaN);

describe('seekBeacon', () => {
  it('drives in the direction that it hears, slower the farther aside', () => {
    const said = ask([heard(30, ORIGIN, 0)]);
    expect(aside(said)).toBeCloseTo(deg(30), 9);
    expect(Math.hypot(said.desiredVelocity?.x ?? 0, said.desiredVelocity?.y ?? 0)).toBeCloseTo(
      SMALL.maxSpeed * Math.cos(deg(30)),
      9,
    );
    expect(said.goal).toBeUndefined();
  });

  it('turns on the spot to a beacon more than 40° aside, until it faces it within 10°', () => {
    expect(ask([heard(41, ORIGIN, 0)])).toMatchObject({
      desiredVelocity: { x: 0, y: 0 },
      face: expect.any(Number),
    });
    expect(ask([heard(-41, ORIGIN, 0)]).face).toBeLessThan(0);
    expect(ask([heard(60, ORIGIN, 0), heard(20, at(0, 40), 0.1)]).face).toBeGreaterThan(deg(40));
    expect(ask([heard(60, ORIGIN, 0), heard(9, at(0, 51), 0.1)]).face).toBeUndefined();
  });

  it('keeps the direction in the world while the body turns, and averages over 0.3 s', () => {
    const turned = { ...heard(30, ORIGIN, 0), pose: at(0, 20) };
    expect(aside(ask([turned]))).toBeCloseTo(deg(30), 9);
    // 0.1 s later it hears 10° less: the mean goes there by 1 − e^(−1/3).
    const said = ask([heard(30, ORIGIN, 0), heard(20, ORIGIN, 0.1)]);
    expect(aside(said)).toBeCloseTo(deg(20 + 10 * Math.exp(-1 / 3)), 9);
  });

  it('adds the direction in which the sensor faces', () => {
    expect(aside(ask([heard(10, ORIGIN, 0)], {}, { ear: mount('beacon', 0, deg(-30), 0) }))).toBeCloseTo(
      deg(-20),
      9,
    );
  });

  it('has arrived where it stands after the direction has turned by 120° on a way of at most `within`', () => {
    const way = [heard(0, at(0), 0), heard(0, at(0.3), 1), heard(175, at(0.4), 3)];
    expect(ask([...way, heard(175, at(0.4), 3.1)]).arrived).toBe(true);
    expect(ask([...way, { ...heard(175, at(0.4), 3.1), forwardSpeed: 0.2 }])).toMatchObject({
      arrived: false,
      desiredVelocity: { x: 0, y: 0 },
    });
    const longer = [heard(0, at(0), 0), heard(175, at(0.3), 3), heard(175, at(0.3), 3.1)];
    expect(ask(longer).arrived).toBeUndefined();
    expect(ask(longer, { within: 0.31 }).arrived).toBe(true);
    const less = [heard(0, at(0.3), 0), heard(115, at(0.4), 3), heard(115, at(0.4), 3.1)];
    expect(ask(less).arrived).toBeUndefined();
  });

  it('does not take its own turn for the beacon’s', () => {
    const turns = [0, 60, 120, 180].map((heading, i) => heard(-heading, at(0, heading), i));
    expect(ask([...turns, heard(0, at(0, 180), 4)]).arrived).toBeUndefined();
  });

  it('goes on in the last direction for a second without hearing it, and is silent then', () => {
    expect(aside(ask([heard(20, ORIGIN, 0), heard(null, ORIGIN, 0.9)]))).toBeCloseTo(deg(20), 9);
    expect(ask([heard(20, ORIGIN, 0), heard(null, ORIGIN, 1.1)]).force).toBeUndefined();
    expect(ask([heard(null, ORIGIN, 0)]).force).toBeUndefined();
  });

  it('stands while its sensor tells nothing, and is silent without one', () => {
    const waiting = { desiredVelocity: { x: 0, y: 0 }, marks: [{ label: 'no news of ear' }] };
    expect(ask([{ bearings: {} }])).toMatchObject(waiting);
    expect(ask([{ ...heard(0, ORIGIN, 0), at: 0.6 }])).toMatchObject(waiting);
    expect(ask([heard(0, ORIGIN, 0)], {}, {}).force).toBeUndefined();
  });

  it('refuses a way that is not above zero', () => {
    expect(() => seekBeacon({ within: 0 })).toThrow(/within/);
  });
});

describe('seekBeacon by four sides', () => {
  const bySides = (percepts: readonly Partial<Percept>[]) => ask(percepts, {}, SIDES);

  it('drives ahead while the front hears it, and turns to another side', () => {
    expect(aside(bySides([output('front', ORIGIN, 0)]))).toBeCloseTo(0, 9);
    expect(bySides([output('left', ORIGIN, 0)]).face).toBeGreaterThan(0);
    expect(bySides([output('right', ORIGIN, 0)]).face).toBeLessThan(0);
  });

  it('knows the direction where one side changes to the next: at their edge', () => {
    const turning = [
      output('left', ORIGIN, 0),
      output('left', at(0, 30), 0.1),
      output('front', at(0, 32), 0.2),
    ];
    // While the left side heard it at a heading of 30°, it lay at 75° or more.
    const faced = { ...output('front', at(0, 70), 0.3) };
    expect(aside(bySides([...turning, faced]))).toBeCloseTo(deg(77), 0);
  });

  it('keeps the direction within the side that hears it', () => {
    const driving = [output('front', ORIGIN, 0), output('left', at(0.1), 0.1)];
    expect(bySides(driving).face).toBeGreaterThan(0);
    expect(bySides(driving).marks).toMatchObject([
      { to: { x: expect.closeTo(0.1 + 2 * SMALL.radius * Math.SQRT1_2, 9) } },
    ]);
  });
});
