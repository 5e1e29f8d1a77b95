/**
 * The HC-SR04 and its like, with a trigger and an echo line, perhaps the same: our firmware pings up to four in turn, and times
 * the echo. Sound goes there and back: d = c·t/2.
 *
 * Data sheet: 2 cm to 4 m, a cone of 15°. Our firmware listens for 25 ms, 4.3 m. An echo from beyond the sensor's range counts
 * as no echo; if the sonar fails, the distance is NaN.
 *
 * A servo may turn it (`sweep`): then each of its directions is a range sensor of its own.
 */
import { z } from 'zod';
import { wrapAngle } from '../../math/geometry.js';
import type { Hertz, Meters, MetersPerSecond, Radians, Seconds } from '../../math/units.js';
import { MAX_SONARS, pingRate } from '../../robot/pings.js';
import type { Beam } from '../../robot/ranger.js';
import {
  directionCount,
  directionsOf,
  looksApart,
  lookTime,
  MAX_ANGLE,
  MAX_DIRECTIONS,
  pulseOfAngle,
  type Swept,
} from '../../robot/sweep.js';
import type { SonarInput } from '../../signals/boardInput.js';
import { quantity } from '../../validation/quantity.js';
import { coneRays, SONAR_CONE } from '../cone.js';
import { SONAR_ERRORS } from '../measurementModel.js';
import { facingSensorSchema, idealized, pinSchema, sensorRange } from '../sensorSchemas.js';
import { type Defined, type Mounted, sensorType } from '../sensorType.js';

/** Of sound in air at 20 °C. */
export const SOUND_SPEED: MetersPerSecond = 343;

const NEAREST: Meters = 0.02;
const FARTHEST: Meters = 4;

/** A servo that turns a sonar, and its directions from right to left. */
const sweepSchema = z
  .strictObject({
    servo: pinSchema,
    from: quantity('rad'),
    to: quantity('rad'),
    step: quantity('rad', { above: 0 }),
    invert: z.boolean().default(false),
  })
  .superRefine(({ from, to, step }, context) => {
    const why = sweepTrouble(from, to, step);
    if (why !== undefined) context.addIssue(why);
  });

/** As `found; allowed; cure`. */
function sweepTrouble(from: Radians, to: Radians, step: Radians): string | undefined {
  const said = `a sweep from ${inDegrees(from)} to ${inDegrees(to)} deg`;
  if (Math.abs(from) > MAX_ANGLE + 1e-9 || Math.abs(to) > MAX_ANGLE + 1e-9)
    return `${said} is found; a servo turns from -90 to 90 deg; take a smaller one, and write its unit: a bare number is in rad`;
  if (from === to) return `${said} is found; it has two ends; give them apart`;
  if (from > to) return `${said} is found; it begins at the right, with the smaller angle; exchange the two`;
  const count = directionCount(from, to, step);
  const by = Number(((step * 180) / Math.PI).toPrecision(3));
  const found = `${said} by ${by} deg has ${count} ${count === 1 ? 'direction' : 'directions'}`;
  if (count < 2) return `${found}; at least 2 are wanted; take a smaller step`;
  return count > MAX_DIRECTIONS
    ? `${found}; at most ${MAX_DIRECTIONS} can be looked at in good time; take a larger step`
    : undefined;
}

/** To a tenth of a degree. */
const inDegrees = (angle: Radians): number => Math.round((angle * 1800) / Math.PI) / 10 + 0;

const schema = facingSensorSchema('hc-sr04', {
  trigger: pinSchema.exactOptional(),
  echo: pinSchema.exactOptional(),
  sweep: sweepSchema.exactOptional(),
  range: sensorRange.exactOptional(),
  ...idealized,
});

type Written = Defined<typeof schema>;

export interface HcSr04 extends Omit<Written, 'sweep'> {
  /** It is one direction of a sonar that a servo turns, and which looks there at this rate. */
  readonly swept?: Swept;
  readonly rate?: Hertz;
  /** Delay of its first ping: all of a robot fire in turn. */
  readonly after?: Seconds;
}

const isLike = (sensor: Mounted): sensor is HcSr04 =>
  'type' in sensor && sensor.type === schema.shape.type.value;

/** When each is pinged, and a swept one as one sensor for each of its directions. */
function define(sonar: Written, all: readonly (Mounted & { readonly type: string })[]): readonly HcSr04[] {
  const sonars = all.filter(({ type }) => type === sonar.type);
  const rate = pingRate(sonars.length);
  const own = rate / sonars.length;
  const { sweep, ...rest } = sonar;
  if (!sweep) return [{ ...rest, rate: own, after: sonars.indexOf(sonar) / rate }];
  const { from, to, step, servo, invert } = sweep;
  const angles = directionsOf(from, to, step);
  const places = angles.length;
  return angles.map((angle, place) => ({
    ...rest,
    id: `${sonar.id} at ${inDegrees(angle)} deg`,
    facing: wrapAngle(rest.facing + angle),
    rate: 1 / (looksApart(place, places) * lookTime(step, own)),
    swept: { sensor: sonar.id, servo, angle, step, invert, place, places },
  }));
}

/** A direction is silent after half as long again as its looks are apart at the most. */
const SWEPT_PATIENCE = 1.5;

function sweptBy({ swept, rate }: HcSr04): Pick<Beam, 'swept'> {
  if (!swept || rate === undefined) return {};
  const { step, places } = swept;
  return { swept: { step, whole: (places - 1) * step + SONAR_CONE, silence: SWEPT_PATIENCE / rate } };
}

const farthestOf = ({ range = FARTHEST }: HcSr04): Meters => Math.min(FARTHEST, range);

function readBy(sensor: HcSr04): SonarInput['read'] {
  const farthest = farthestOf(sensor);
  const distanceOf = (time: Seconds) => {
    const distance = (SOUND_SPEED * time) / 2;
    return distance > farthest ? null : Math.max(NEAREST, distance);
  };
  return (result) => {
    const reading = { kind: 'range', sensor: sensor.id } as const;
    if (typeof result === 'number') return { ...reading, distances: [distanceOf(result)] };
    return result === 'free'
      ? { ...reading, distances: [null] }
      : { ...reading, distances: [Number.NaN], trouble: result };
  };
}

/** One that a servo turns is read for all of its directions at once. */
function input(sensor: HcSr04, all: readonly Mounted[] = []): SonarInput | undefined {
  const { trigger, echo, swept } = sensor;
  if (trigger === undefined || echo === undefined) return undefined;
  const one = { kind: 'sonar', trigger, echo, read: readBy(sensor) } as const;
  if (!swept) return one;
  const { sensor: id, servo, step } = swept;
  const looks = all.flatMap((other) => {
    if (!isLike(other) || other.swept?.sensor !== id) return [];
    const { invert, angle } = other.swept;
    return [{ pulse: pulseOfAngle(invert ? -angle : angle), read: readBy(other) }];
  });
  return { ...one, sweep: { servo, step, looks } };
}

export const hcSr04 = sensorType<typeof schema, HcSr04>({
  schema,
  title: 'HC-SR04',
  tells: 'range',
  define,
  pins: [
    { key: 'trigger', need: 'output', terminal: 'TRIG', carries: 'trigger', sharedWith: 'echo' },
    { key: 'echo', need: 'pulse', terminal: 'ECHO', carries: 'echo' },
  ],
  timed: { most: MAX_SONARS, called: 'sonar', done: 'pinged in turn', work: 'times no echo' },
  beam: (sensor) => ({
    rays: coneRays(SONAR_CONE),
    each: false,
    nearest: NEAREST,
    farthest: farthestOf(sensor),
    rate: sensor.rate ?? 20,
    ...(!sensor.ideal && { lag: 0 }),
    ...sweptBy(sensor),
  }),
  input,
  model: ({ ideal }) =>
    ideal
      ? { kind: 'range', by: 'sound' }
      : { kind: 'range', by: 'sound', misplaced: true, errors: SONAR_ERRORS, late: true },
});
