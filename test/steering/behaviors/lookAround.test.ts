import { describe, expect, it } from 'vitest';
import {
  angleOf,
  clamp,
  distance,
  fromPolar,
  length,
  type Pose,
  wrapAngle,
} from '../../../src/math/geometry.js';
import { deg } from '../../../src/math/units.js';
import type { SensorDefinition } from '../../../src/robot/robot.js';
import { rangersOf } from '../../../src/sensors/beam.js';
import type { Percept, Wish } from '../../../src/steering/behavior.js';
import { type LookAroundInput, lookAround } from '../../../src/steering/behaviors/lookAround.js';
import { percept, SMALL } from '../../support/percept.js';

const sensor = (type: SensorDefinition['type'], facing = 0) =>
  rangersOf([{ id: 'eye', type, at: [0, 0], facing }]);
const EYE = sensor('gp2y0a21');
const AHEAD: Wish = { velocity: { x: 0.4, y: 0 }, goal: { at: { x: 2, y: 0 }, remaining: 2 } };
const SPACING = 3 * SMALL.radius;

const given = (changes: Partial<Percept> = {}): Percept =>
  percept({ body: SMALL, rangers: EYE, wish: AHEAD, ...changes });

/** Its first answer. */
function ask(changes: Partial<Percept> = {}, input: LookAroundInput = {}) {
  const behavior = lookAround(input);
  return behavior.steer(given(changes), behavior.start(), { x: 0, y: 0 });
}

describe('lookAround is silent', () => {
  it.each<[string, Partial<Percept>]>([
    ['without a wish', { wish: undefined }],
    ['while the wish is to stand', { wish: { velocity: { x: 0, y: 0 } } }],
    ['while the wish is to turn on the spot', { wish: { velocity: { x: 0, y: 0 }, face: 2 } }],
    [
      'nearer to the goal than it drives between two looks',
      { wish: { ...AHEAD, goal: { at: { x: 0.27, y: 0 }, remaining: SPACING } } },
    ],
    ['without an eye', { rangers: {} }],
    ['with a bumper', { rangers: sensor('bumper') }],
    ['with an eye that looks back', { rangers: sensor('gp2y0a21', Math.PI) }],
    ['with a lidar', { rangers: sensor('lidar') }],
  ])('%s', (_, changes) => {
    const said = ask(changes);
    expect(said.force).toBeUndefined();
    expect(said.memory).toEqual(lookAround().start());
  });
});

describe('lookAround, before it drives,', () => {
  it('stands, and turns by 40° to the left where it heads along its way', () => {
    const said = ask();
    expect(said.desiredVelocity).toEqual({ x: 0, y: 0 });
    expect(said.face).toBeCloseTo(deg(43), 9);
    expect(said.goal).toEqual(AHEAD.goal);
  });

  it('turns first to the side on which it heads already', () => {
    expect(ask({ pose: { x: 0, y: 0, heading: 0.1 } }).face).toBeCloseTo(deg(43), 9);
    expect(ask({ pose: { x: 0, y: 0, heading: -0.1 } }).face).toBeCloseTo(deg(-43), 9);
  });

  it('looks just beyond the nearest goal for which it stops, and where no goal is told', () => {
    expect(
      ask({ wish: { ...AHEAD, goal: { at: { x: 1, y: 0 }, remaining: SPACING + 0.005 } } }).force,
    ).toBeDefined();
    expect(ask({ wish: { velocity: { x: 0.4, y: 0 } } }).force).toBeDefined();
  });

  it('takes less for a cone, and what its parameters say', () => {
    expect(ask({ rangers: sensor('maxsonar') }).face).toBeCloseTo(deg(35.5), 9);
    expect(ask({}, { sweep: '60 deg' }).face).toBeCloseTo(deg(63), 9);
  });

  it('rolls to a stop first, and heads where it heads', () => {
    const rolling = { forwardSpeed: 0.3, velocity: { x: 0.3, y: 0 }, pose: { x: 0, y: 0, heading: 0.2 } };
    const said = ask(rolling);
    expect(said).toMatchObject({ desiredVelocity: { x: 0, y: 0 }, face: 0.2 });
    expect(said.force?.x).toBeCloseTo(-0.3 * SMALL.steeringGain, 9);
  });

  it.each([
    [{ sweep: 0 }, /sweep/],
    [{ sweep: '100 deg' }, /sweep/],
    [{ rate: 0 }, /rate/],
    [{ spacing: '-1 cm' }, /spacing/],
  ])('refuses %j', (input, words) => {
    expect(() => lookAround(input)).toThrow(words);
  });
});

/** A body that turns by 8/s of what is left and as fast as it may, and drives and brakes at 1 m/s². */
interface Body {
  readonly rate: number;
  readonly turnRate: number;
  readonly seconds: number;
  readonly wish: (pose: Pose) => Wish;
  readonly start?: Pose;
  readonly input?: LookAroundInput;
  /** What happens to the pose before a tick. */
  readonly carried?: (pose: Pose, at: number) => Pose;
}

interface Moment {
  readonly at: number;
  readonly pose: Pose;
  readonly looks: boolean;
  readonly speed: number;
}

function drive({ rate, turnRate, seconds, wish, start, input, carried }: Body): readonly Moment[] {
  const behavior = lookAround(input);
  const dt = 1 / rate;
  let memory = behavior.start();
  let pose: Pose = start ?? { x: 0, y: 0, heading: 0 };
  let speed = 0;
  const moments: Moment[] = [];
  for (let tick = 0; tick < seconds * rate; tick++) {
    const at = tick * dt;
    pose = carried?.(pose, at) ?? pose;
    const wanted = wish(pose);
    const velocity = fromPolar(speed, pose.heading);
    const said = behavior.steer(
      given({ at, dt, pose, wish: wanted, forwardSpeed: speed, velocity }),
      memory,
      { x: 0, y: 0 },
    );
    // As a recording would keep it.
    memory = JSON.parse(JSON.stringify(said.memory));
    const looks = said.force !== undefined;
    moments.push({ at, pose, looks, speed });
    const to = said.face ?? wanted.face ?? angleOf(wanted.velocity);
    const goes = looks ? 0 : length(wanted.velocity);
    speed += clamp(goes - speed, -dt, dt);
    const left = wrapAngle(to - pose.heading);
    const fastest = Math.min(turnRate, 8 * Math.abs(left)) * dt;
    const heading = wrapAngle(pose.heading + clamp(left, -fastest, fastest));
    const step = fromPolar(speed * dt, heading);
    pose = { x: pose.x + step.x, y: pose.y + step.y, heading };
  }
  return moments;
}

/** The runs of moments in which it looks. */
function looksOf(moments: readonly Moment[]): readonly (readonly Moment[])[] {
  const looks: Moment[][] = [];
  moments.forEach((moment, i) => {
    if (!moment.looks) return;
    if (!moments[i - 1]?.looks) looks.push([]);
    looks.at(-1)?.push(moment);
  });
  return looks;
}

const along = (direction: number) => (): Wish => ({ velocity: fromPolar(0.4, direction) });
const BODY = { rate: 50, turnRate: 3, seconds: 20, wish: along(0) };

describe('a body that turns and brakes, with lookAround,', () => {
  it.each([
    [10, 6],
    [20, 3],
    [50, 0.3],
    [50, 6],
    [240, 1],
  ])('at %i Hz and at most %d rad/s looks 40° to either side, every 27 cm', (rate, turnRate) => {
    const looks = looksOf(drive({ ...BODY, rate, turnRate, seconds: turnRate < 1 ? 60 : 15 }));
    expect(looks.length).toBeGreaterThan(3);
    looks.slice(0, -1).forEach((look, i) => {
      const headings = look.map(({ pose }) => pose.heading);
      expect(Math.max(...headings)).toBeGreaterThanOrEqual(deg(40) - 1e-9);
      expect(Math.min(...headings)).toBeLessThanOrEqual(deg(-40) + 1e-9);
      expect(Math.max(...headings.map(Math.abs))).toBeLessThan(deg(44));
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

  it('looks more often where its eye sees less far', () => {
    const nearGoal = { ...AHEAD, goal: { at: { x: 0.2, y: 0 }, remaining: 0.2 } };
    // It measures up to 30 cm.
    expect(ask({ wish: nearGoal, rangers: sensor('gp2y0a41') }).force).toBeDefined();
    expect(ask({ wish: nearGoal }).force).toBeUndefined();
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
