/** Makes the table of `src/steering/paths/cornerTable.ts`: for each angle, the turn that takes least time. */
import { distance, nearestOnSegment, type Vec2 } from '../../src/math/geometry.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { deg, type Meters, mm, type Radians, type Seconds } from '../../src/math/units.js';
import { type Corner, TABLE_SPACING, turnPoint } from '../../src/steering/paths/corners.js';
import type { Curve } from '../../src/steering/paths/curve.js';
import { timesAlong } from '../../src/steering/paths/timeScaling.js';
import { wheelPathOf } from '../../src/steering/paths/wheelPath.js';

/** The body of the benchmark. */
const LIMITS = { track: 0.15, speed: 0.5, wheelSpeed: 0.5, acceleration: 0.97, turnRate: 6, lateral: 1 };
/** What a turn may cost: it leaves the driven way 1 mm of what the scenarios allow. */
const MOST = { max: mm(11), missed: mm(14.6), rms: mm(4) };
/** Seconds for each metre too much. */
const PENALTY = 400;
const LEG: Meters = 0.42;
const SAMPLES = 420;
const TRIALS = 6000;

const cornerOf = (angle: Radians): Corner => ({
  at: LEG,
  place: { x: 0, y: 0 },
  before: { x: 1, y: 0 },
  after: { x: Math.cos(angle), y: Math.sin(angle) },
  angle,
  leg: 1,
});

function curveOf(angle: Radians, offsets: readonly Meters[]): Curve {
  const corner = cornerOf(angle);
  const along = Float64Array.from({ length: SAMPLES + 1 }, (_, i) => (2 * LEG * i) / SAMPLES);
  const points = Array.from(along, (way) => {
    const off = way - LEG;
    if (Math.abs(off) <= 5 * TABLE_SPACING) return turnPoint(corner, off, TABLE_SPACING, offsets);
    const leg = off < 0 ? corner.before : corner.after;
    return { x: leg.x * off, y: leg.y * off };
  });
  return { x: Float64Array.from(points, ({ x }) => x), y: Float64Array.from(points, ({ y }) => y), along };
}

/** Time lost against driving on at full speed, and how far the turn is off its legs. */
function judged(angle: Radians, offsets: readonly Meters[]) {
  const curve = curveOf(angle, offsets);
  const path = wheelPathOf(curve, LIMITS.track);
  const times = timesAlong(path, LIMITS);
  const lost: Seconds = (times[times.length - 1] as Seconds) - (2 * LEG) / LIMITS.speed;
  const corner = { x: 0, y: 0 };
  const far = (unit: Vec2, sign: number) => ({ x: sign * unit.x, y: sign * unit.y });
  const { before, after } = cornerOf(angle);
  let [max, missed, sum] = [0, Number.POSITIVE_INFINITY, 0];
  for (let i = 0; i < curve.x.length; i++) {
    const p = { x: curve.x[i] as Meters, y: curve.y[i] as Meters };
    const off = Math.min(toSegment(p, far(before, -1), corner), toSegment(p, corner, far(after, 1)));
    max = Math.max(max, off);
    missed = Math.min(missed, distance(p, corner));
    sum += off * off;
  }
  return { lost, max, missed, rms: Math.sqrt(sum / curve.x.length) };
}

function toSegment(p: Vec2, a: Vec2, b: Vec2): Meters {
  const share = nearestOnSegment(p, a, b);
  return distance(p, { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) });
}

function costOf(angle: Radians, offsets: readonly Meters[]): number {
  const { lost, max, missed, rms } = judged(angle, offsets);
  const excess =
    Math.max(0, max - MOST.max) + Math.max(0, missed - MOST.missed) + Math.max(0, rms - MOST.rms);
  return lost + PENALTY * excess;
}

const NO_TURN: readonly Meters[] = [0, 0, 0, 0];
/** Rows that follow each other smoothly are worth this, since what lies between two of them is interpolated [s]. */
const WORTH: Seconds = 0.005;

/** A (1+1) evolution strategy from the turn of the angle before. */
function best(angle: Radians, from: readonly Meters[]): readonly Meters[] {
  const random = resumeRandom(seedRandom(1));
  let offsets = from;
  let cost = costOf(angle, offsets);
  let spread: Meters = 0.004;
  for (let i = 0; i < TRIALS; i++) {
    const tried = offsets.map((z) => (random.uniform() < 0.5 ? z + spread * random.gaussian() : z));
    const found = costOf(angle, tried);
    if (found < cost) {
      [offsets, cost] = [tried, found];
      spread *= 1.5;
    } else spread *= 0.96;
    if (spread < 2e-5) spread = 0.002;
  }
  return offsets;
}

export function benchCorners(): void {
  let offsets = NO_TURN;
  for (let degrees = 20; degrees <= 170; degrees += 10) {
    // From the turn before, and from the corner itself: the search may end in a hollow of its own.
    const found = [offsets, NO_TURN].map((from) => best(deg(degrees), from));
    offsets = found.reduce((one, other) =>
      costOf(deg(degrees), other) < costOf(deg(degrees), one) - WORTH ? other : one,
    );
    const { lost, max, missed, rms } = judged(deg(degrees), offsets);
    const inMm = [max, missed, rms].map((m) => (1000 * m).toFixed(1)).join(' / ');
    const row = offsets.map((z) => z.toFixed(5)).join(', ');
    console.log(`  [${row}], // ${degrees}°: ${lost.toFixed(3)} s lost; ${inMm} mm`);
  }
}
