/** A gyroscope and wheels that tell different turns, over seconds. */
import { describe, expect, it } from 'vitest';
import { type Sample, startMotion, type TurnsState } from '../../src/safety/motionWindow.js';
import { addTurns, turnsDisagree } from '../../src/safety/twoTurns.js';

const TRACK = 0.141;
const BODY = { track: TRACK };
const PERIOD = 0.02;
const SPEED = 0.5;
const { now: START, turns: NOTHING } = startMotion(0, { left: 0, right: 0 });

interface Turning {
  /** Turn rates by the gyroscope and by the wheels [rad/s]. */
  readonly gyro: (at: number) => number | null;
  readonly wheels: (at: number) => number;
  readonly speed?: number;
  readonly seconds?: number;
}

/** When they are found to disagree, within a minute. */
function foundAt({ gyro, wheels, speed = SPEED, seconds = 60 }: Turning): number | undefined {
  let turns: TurnsState = NOTHING;
  let sample: Sample = { ...START, turned: 0 };
  for (let n = 1; n * PERIOD <= seconds; n++) {
    const at = n * PERIOD;
    const rate = gyro(at);
    const half = (wheels(at) * TRACK) / 2;
    const { left, right } = sample.counted;
    sample = {
      ...sample,
      at,
      counted: { left: left + (speed - half) * PERIOD, right: right + (speed + half) * PERIOD },
      turned: rate === null ? null : (sample.turned ?? 0) + rate * PERIOD,
    };
    turns = addTurns(turns, sample, BODY);
    if (turnsDisagree(turns, BODY)) return Number(at.toFixed(2));
  }
  return undefined;
}

/** Straight for two seconds, a right angle in one, and so on. */
const square = (at: number): number => (at % 3 < 2 ? 0 : Math.PI / 2);
const still = (): number => 0;

describe('a gyroscope whose zero has shifted', () => {
  it.each([
    [0.3, 4.6],
    [-0.3, 4.6],
    [0.6, 1.6],
  ])('by %d rad/s is found on a straight way and on a square within %d s', (by, within) => {
    for (const way of [still, square]) {
      const at = foundAt({ gyro: (time) => way(time) + by, wheels: way });
      expect(at).toBeLessThanOrEqual(within + (way === square ? 2 : 0));
    }
  });

  it('is found while the robot stands, too', () => {
    expect(foundAt({ gyro: () => 0.2, wheels: still, speed: 0 })).toBeLessThanOrEqual(3.6);
  });

  it('is named, with a slipping wheel as the other cause', () => {
    const sums = { blocks: 5, told: 1, square: 0.2, off: 1, offSquare: 0.2, both: 0.2, way: 0 };
    const found = turnsDisagree({ from: null, sums: { ...sums, told: 0, square: 0, both: 0 } }, BODY);
    expect(found).toMatchObject({ kind: 'gyroOff', causes: ['gyroOff', 'wheelSlip'] });
    expect(found?.what).toContain('0° by the gyroscope, -57° by the wheels');
  });
});

describe('two senses that agree as well as they can', () => {
  it.each([
    ['a gyroscope whose scale is off by a tenth', (at: number) => 1.1 * square(at), square],
    ['a track that is off by a third', square, (at: number) => 1.33 * square(at)],
    ['the same on a circle', () => 0.8, () => 0.6],
    ['wheels whose diameters differ by 2 %', square, (at: number) => square(at) + (0.02 * SPEED) / TRACK],
    ['a zero that is off by 0.02 rad/s', (at: number) => square(at) + 0.02, square],
    ['a floor that turns it to and fro', (at: number) => (Math.floor(at / 0.5) % 2 ? 1 : -1), still],
    ['a gyroscope that is silent', () => null, square],
  ])('are not told apart: %s', (_, gyro, wheels) => {
    expect(foundAt({ gyro, wheels })).toBeUndefined();
  });

  it('are begun anew after a silence', () => {
    const gyro = (at: number) => (at > 2 && at < 10 ? null : 0);
    const wheels = (at: number) => (at > 2.5 && at < 9.5 ? 1 : 0);
    expect(foundAt({ gyro, wheels, seconds: 20 })).toBeUndefined();
  });
});
