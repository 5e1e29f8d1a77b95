import { describe, expect, it } from 'vitest';
import { type Belief, believe, meanOf, poseCovariance, stateOf } from '../../../src/estimation/belief.js';
import { withFix } from '../../../src/estimation/history.js';
import { GYRO_BIAS, moved } from '../../../src/estimation/motion.js';
import type { Fix } from '../../../src/signals/readings.js';
import { BODY, begun as begin, type Doubt, driven, type Known, rolledOn } from './eightDrive.js';

const START: Doubt = { place: 0.05, heading: 0.1, bias: 1e-3, scale: 0.02 };
const begun = begin(0, { x: 0, y: 0, heading: 0 }, START);
/** Straight on, up to a time. */
function rollTo(known: Known, until: number, speed: number): Known {
  let rolled = known;
  while (rolled.belief.at < until - 1e-9) {
    const from = rolled.belief.at;
    const at = Math.min(until, from + 0.02);
    const way = speed * (at - from);
    rolled = rolledOn(rolled, { from, at, left: way, right: way, told: 0, by: 'counts' });
  }
  return rolled;
}
/** At 0.5 m/s. */
const driveTo = (known: Known, until: number) => rollTo(known, until, 0.5);
const hear = ({ belief, history }: Known, fix: Fix): Known => withFix(belief, history, fix, BODY);
const whyOf = ({ history }: Known) => history.why ?? undefined;
const fixAt = (at: number, x: number, y = 0, deviation = 0.05): Fix => ({ at, x, y, deviation });

function isNear(one: Belief, other: Belief): void {
  for (const key of ['x', 'y', 'heading'] as const) expect(one.pose[key]).toBeCloseTo(other.pose[key], 9);
  for (const key of ['means', 'covariance'] as const)
    for (const [i, value] of other[key].entries()) expect(one[key][i]).toBeCloseTo(value, 9);
}

describe('a fix', () => {
  it('that comes late is worth as much as one in time', () => {
    const inTime = driveTo(hear(driveTo(begun, 0.5), fixAt(0.5, 0.3, 0.02)), 1).belief;
    const late = hear(driveTo(begun, 1), fixAt(0.5, 0.3, 0.02)).belief;
    isNear(late, inTime);
  });

  it('may overtake another: the order in which they come does not count', () => {
    const driven = driveTo(begun, 1);
    const [one, other] = [fixAt(0.3, 0.14, 0.03), fixAt(0.7, 0.36, -0.02)];
    isNear(hear(hear(driven, one), other).belief, hear(hear(driven, other), one).belief);
  });

  it('between two motions counts at its own time', () => {
    const { belief } = hear(driveTo(begun, 1), fixAt(0.51, 0.255, 0, 0.001));
    expect(belief.pose.x).toBeCloseTo(0.5, 3);
  });

  it('from the future, or older than a second, is refused', () => {
    const driven = driveTo(begun, 2);
    expect(whyOf(hear(driven, fixAt(2.1, 1)))).toBe('from the future');
    expect(whyOf(hear(driven, fixAt(0.9, 0.45)))).toBe('too late');
    expect(whyOf(hear(driven, fixAt(1.02, 0.51)))).toBeUndefined();
    const refused = { ...driven.history, refused: 1, why: 'from the future' };
    expect(hear(driven, fixAt(2.1, 1))).toEqual({ belief: driven.belief, history: refused });
  });

  it('far off is refused; the fifth that agrees with four others is believed', () => {
    let known = driveTo(begun, 0.5);
    const told: (string | undefined)[] = [];
    for (let i = 0; i < 8; i++) {
      const { at } = known.belief;
      const heard = hear(known, fixAt(at, 1 + 0.5 * at, 2));
      told.push(whyOf(heard));
      known = driveTo(heard, at + 0.1);
    }
    expect(told).toEqual([...Array(4).fill('far off'), ...Array(4).fill(undefined)]);
    expect(known.belief.pose.y).toBeCloseTo(2, 1);
  });

  const RATES = [0.25, 0.5, 1, 2, 3, 4, 5, 8, 10, 20];
  it.each(RATES.flatMap((rate) => [0, 0.25, 0.9].map((late) => ({ rate, late }))))(
    'at $rate Hz, $late s late, brings a wrong belief back with the fifth, standing and driving',
    ({ rate, late }) => {
      for (const speed of [0, 0.5]) {
        let known = begun;
        let refused = 0;
        // Wheels that are a fifth faster than the file: the place that is believed runs ahead, 1 m to the side.
        for (let i = 1; refused < 7; i++) {
          known = rollTo(known, 1 + i / rate, speed);
          const seenAt = known.belief.at - late;
          known = hear(known, fixAt(seenAt, 0.8 * speed * seenAt, 1, 0.02));
          if (whyOf(known) === undefined) break;
          refused += 1;
        }
        expect({ speed, refused }).toEqual({ speed, refused: 4 });
      }
    },
  );

  it('far off here and there is never believed', () => {
    let known = driveTo(begun, 0.5);
    for (let i = 0; i < 12; i++) {
      const { at } = known.belief;
      const heard = hear(known, fixAt(at, 2 * Math.cos(i), 2 * Math.sin(i)));
      expect(whyOf(heard)).toBe('far off');
      known = driveTo(heard, at + 0.1);
    }
    expect(known.belief.pose.y).toBeCloseTo(0, 6);
  });
});

describe('the belief of a body that moves', () => {
  it('does not depend on how the motion is cut into steps', () => {
    const doubt = { place: 0.01, heading: 0.02 };
    const [whole, parts] = [1, 64].map((steps) => {
      let belief = believe(0, { x: 0, y: 0, heading: 0.5 }, doubt);
      for (let i = 0; i < steps; i++) {
        const [from, at] = [i / steps, (i + 1) / steps];
        const ways = { left: 0.1 / steps, right: 0.1 / steps };
        belief = moved(belief, { from, at, ...ways, told: null, by: 'counts' }, BODY, true);
      }
      return belief;
    }) as [Belief, Belief];
    const cut = poseCovariance(parts);
    for (const [key, value] of Object.entries(poseCovariance(whole)))
      expect(value).toBeCloseTo(cut[key as keyof typeof cut], 7);
  });

  it('finds the bias of the gyroscope by fixes', () => {
    const drive = { seed: 3, gyroBias: 0.02, doubt: { bias: 0.02 } };
    const last = [...driven(drive)].at(-1);
    const belief = last?.known.belief as Belief;
    expect(meanOf(belief, stateOf(belief, GYRO_BIAS))).toBeCloseTo(0.02, 2);
    expect(last?.error).toBeLessThan(0.06);
  });
});

describe('what is kept of the fixes', () => {
  it('is plain JSON of a second: it does not grow', () => {
    let known = begun;
    for (let i = 1; i < 60; i++) known = hear(driveTo(known, 0.1 * i), fixAt(0.1 * i, 0.05 * i));
    expect(JSON.parse(JSON.stringify(known))).toEqual(known);
    expect(known.history.motions.length).toBeLessThanOrEqual(51);
    expect(known.history.news.length).toBeLessThanOrEqual(11);
    const again = driveTo(JSON.parse(JSON.stringify(known)) as Known, 7);
    expect(again).toEqual(driveTo(known, 7));
  });

  it('turns with the world, and is mirrored with it', () => {
    const turned = (angle: number, side: number) => {
      let known = begin(0, { x: 0, y: 0, heading: angle }, START);
      for (let i = 0; i < 50; i++) {
        const from = known.belief.at;
        const [left, right] = side > 0 ? [0.008, 0.012] : [0.012, 0.008];
        known = rolledOn(known, { from, at: from + 0.02, left, right, told: null, by: 'counts' });
      }
      const [x, y] = [0.45, 0.2 * side];
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      return hear(known, fixAt(1, c * x - s * y, s * x + c * y)).belief.pose;
    };
    const [plain, quarter, mirrored] = [turned(0, 1), turned(Math.PI / 2, 1), turned(0, -1)];
    expect(quarter.x).toBeCloseTo(-plain.y, 9);
    expect(quarter.y).toBeCloseTo(plain.x, 9);
    expect(mirrored.x).toBeCloseTo(plain.x, 9);
    expect(mirrored.y).toBeCloseTo(-plain.y, 9);
    expect(mirrored.heading).toBeCloseTo(-plain.heading, 9);
  });
});
