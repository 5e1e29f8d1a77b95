import { describe, expect, it } from 'vitest';
import { type FixHistory, movedOn, startFixes, withFix } from '../../../src/estimation/fixes/fixHistory.js';
import { type Belief, believe, moved, poseOf } from '../../../src/estimation/fixes/motionFilter.js';
import type { Fix } from '../../../src/signals/readings.js';
import { driven, NOISE } from './eightDrive.js';

const begun = startFixes(
  believe(0, { x: 0, y: 0, heading: 0 }, { place: 0.05, heading: 0.1, bias: 1e-3, scale: 0.02 }),
);
/** Straight on, up to a time. */
function rollTo(history: FixHistory, until: number, speed: number): FixHistory {
  let rolled = history;
  while (rolled.now.at < until - 1e-9) {
    const from = rolled.now.at;
    const at = Math.min(until, from + 0.02);
    const way = speed * (at - from);
    rolled = movedOn(rolled, { from, at, left: way, right: way, turned: 0 }, NOISE);
  }
  return rolled;
}
/** At 0.5 m/s. */
const driveTo = (history: FixHistory, until: number) => rollTo(history, until, 0.5);
const hear = (history: FixHistory, fix: Fix) => withFix(history, fix, NOISE);
const fixAt = (at: number, x: number, y = 0, deviation = 0.05): Fix => ({ at, x, y, deviation });

describe('a fix', () => {
  it('that comes late is worth as much as one in time', () => {
    const inTime = driveTo(hear(driveTo(begun, 0.5), fixAt(0.5, 0.3, 0.02)).history, 1);
    const late = hear(driveTo(begun, 1), fixAt(0.5, 0.3, 0.02)).history;
    for (const [i, value] of inTime.now.mean.entries()) expect(late.now.mean[i]).toBeCloseTo(value, 9);
    for (const [i, value] of inTime.now.covariance.entries())
      expect(late.now.covariance[i]).toBeCloseTo(value, 9);
  });

  it('may overtake another: the order in which they come does not count', () => {
    const driven = driveTo(begun, 1);
    const [one, other] = [fixAt(0.3, 0.14, 0.03), fixAt(0.7, 0.36, -0.02)];
    const a = hear(hear(driven, one).history, other).history.now;
    const b = hear(hear(driven, other).history, one).history.now;
    for (const [i, value] of a.mean.entries()) expect(b.mean[i]).toBeCloseTo(value, 9);
  });

  it('between two motions counts at its own time', () => {
    const { history } = hear(driveTo(begun, 1), fixAt(0.51, 0.255, 0, 0.001));
    expect(poseOf(history.now).x).toBeCloseTo(0.5, 3);
  });

  it('from the future, or older than a second, is refused', () => {
    const driven = driveTo(begun, 2);
    expect(hear(driven, fixAt(2.1, 1)).refused).toBe('from the future');
    expect(hear(driven, fixAt(0.9, 0.45)).refused).toBe('too late');
    expect(hear(driven, fixAt(1.02, 0.51)).refused).toBeUndefined();
    expect(hear(driven, fixAt(2.1, 1)).history).toEqual({ ...driven, refused: 1, why: 'from the future' });
  });

  it('far off is refused; the fifth that agrees with four others is believed', () => {
    let history = driveTo(begun, 0.5);
    const told: (string | undefined)[] = [];
    for (let i = 0; i < 8; i++) {
      const { now } = history;
      const heard = hear(history, fixAt(now.at, 1 + 0.5 * now.at, 2));
      told.push(heard.refused);
      history = driveTo(heard.history, now.at + 0.1);
    }
    expect(told).toEqual([...Array(4).fill('far off'), ...Array(4).fill(undefined)]);
    expect(poseOf(history.now).y).toBeCloseTo(2, 1);
  });

  const RATES = [0.25, 0.5, 1, 2, 3, 4, 5, 8, 10, 20];
  it.each(RATES.flatMap((rate) => [0, 0.25, 0.9].map((late) => ({ rate, late }))))(
    'at $rate Hz, $late s late, brings a wrong belief back with the fifth, standing and driving',
    ({ rate, late }) => {
      for (const speed of [0, 0.5]) {
        let history = begun;
        let refused = 0;
        // Wheels that are a fifth faster than the file: the place that is believed runs ahead, 1 m to the side.
        for (let i = 1; refused < 7; i++) {
          history = rollTo(history, 1 + i / rate, speed);
          const seenAt = history.now.at - late;
          const heard = hear(history, fixAt(seenAt, 0.8 * speed * seenAt, 1, 0.02));
          if (heard.refused === undefined) break;
          refused += 1;
          history = heard.history;
        }
        expect({ speed, refused }).toEqual({ speed, refused: 4 });
      }
    },
  );

  it('far off here and there is never believed', () => {
    let history = driveTo(begun, 0.5);
    for (let i = 0; i < 12; i++) {
      const { now } = history;
      const heard = hear(history, fixAt(now.at, 2 * Math.cos(i), 2 * Math.sin(i)));
      expect(heard.refused).toBe('far off');
      history = driveTo(heard.history, now.at + 0.1);
    }
    expect(poseOf(history.now).y).toBeCloseTo(0, 6);
  });
});

describe('the belief of a body that moves', () => {
  it('does not depend on how the motion is cut into steps', () => {
    const doubt = { place: 0.01, heading: 0.02, bias: 0, scale: 0 };
    const [whole, parts] = [1, 64].map((steps) => {
      let belief = believe(0, { x: 0, y: 0, heading: 0.5 }, doubt);
      for (let i = 0; i < steps; i++) {
        const [from, at] = [i / steps, (i + 1) / steps];
        belief = moved(belief, { from, at, left: 0.1 / steps, right: 0.1 / steps, turned: null }, NOISE);
      }
      return belief;
    }) as [Belief, Belief];
    for (const i of [0, 1, 2, 7, 8, 14]) expect(whole.covariance[i]).toBeCloseTo(parts.covariance[i] ?? 0, 7);
  });

  it('finds the bias of the gyroscope by fixes', () => {
    const drive = { seed: 3, gyroBias: 0.02, doubt: { bias: 0.02 } };
    const last = [...driven(drive)].at(-1);
    expect(last?.history.now.mean[3]).toBeCloseTo(0.02, 2);
    expect(last?.error).toBeLessThan(0.06);
  });
});

describe('what is kept of the fixes', () => {
  it('is plain JSON of a second: it does not grow', () => {
    let history = begun;
    for (let i = 1; i < 60; i++) history = hear(driveTo(history, 0.1 * i), fixAt(0.1 * i, 0.05 * i)).history;
    expect(JSON.parse(JSON.stringify(history))).toEqual(history);
    expect(history.motions.length).toBeLessThanOrEqual(51);
    expect(history.fixes.length).toBeLessThanOrEqual(11);
    const again = driveTo(JSON.parse(JSON.stringify(history)) as FixHistory, 7);
    expect(again).toEqual(driveTo(history, 7));
  });

  it('turns with the world, and is mirrored with it', () => {
    const turned = (history: FixHistory, angle: number, side: number) => {
      const start = { place: 0.05, heading: 0.1, bias: 1e-3, scale: 0.02 };
      let h = startFixes(believe(0, { x: 0, y: 0, heading: angle }, start));
      for (let i = 0; i < 50; i++) {
        const from = h.now.at;
        const [l, r] = side > 0 ? [0.008, 0.012] : [0.012, 0.008];
        h = movedOn(h, { from, at: from + 0.02, left: l, right: r, turned: null }, NOISE);
      }
      const [x, y] = [0.45, 0.2 * side];
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      return poseOf(hear(h, fixAt(history.now.at + 1, c * x - s * y, s * x + c * y)).history.now);
    };
    const [plain, quarter, mirrored] = [
      turned(begun, 0, 1),
      turned(begun, Math.PI / 2, 1),
      turned(begun, 0, -1),
    ];
    expect(quarter.x).toBeCloseTo(-plain.y, 9);
    expect(quarter.y).toBeCloseTo(plain.x, 9);
    expect(mirrored.x).toBeCloseTo(plain.x, 9);
    expect(mirrored.y).toBeCloseTo(-plain.y, 9);
    expect(mirrored.heading).toBeCloseTo(-plain.heading, 9);
  });
});
