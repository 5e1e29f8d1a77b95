/** The kinds of conditions that missions may ask of a tick, by the keys that missions write. */
import { z } from 'zod';
import { distance } from '../../math/geometry.js';
import { reaches } from '../../math/time.js';
import type { Meters, Seconds } from '../../math/units.js';
import type { Mount } from '../../robot/mount.js';
import type { Ranger } from '../../robot/ranger.js';
import type { SignalValue } from '../../signals/missionTree.js';
import { isMeasured } from '../../signals/readings.js';
import { inputSchemas, quantity } from '../../validation/quantity.js';
import { isRecord } from '../../validation/values.js';
import type { Percept } from '../behavior.js';
import { standsStill } from '../braking.js';
import { felt } from '../felt.js';
import { predictTarget, targetParameter } from '../target.js';

/** When the node that asks began. */
export interface Since {
  /** By the mission's time. */
  readonly time: Seconds;
  /** By the way driven. */
  readonly way: Meters;
}

export const sinceNow = ({ mission: { time, way } }: Percept): Since => ({ time, way });

/** Whether a condition holds; null where a sensor that it asks has sent no reading. The negation of null is null. */
export type Holds = boolean | null;

export interface ConditionKind<Schema extends z.ZodType = z.ZodType> {
  readonly parameters: Schema;
  readonly about: string;
  readonly holds: (parameters: z.output<Schema>, percept: Percept, since: Since) => Holds;
  /** The sensor kinds of which the robot needs one. */
  readonly senses?: (parameters: z.output<Schema>) => Mount['senses'] | undefined;
  /** The sensor that it names. */
  readonly sensor?: (parameters: z.output<Schema>) => string | undefined;
}

const kind = <Schema extends z.ZodType>(one: ConditionKind<Schema>): ConditionKind =>
  one as unknown as ConditionKind;

/** A number between two bounds; a map with one of them or both. */
const bounds = (unit: Parameters<typeof quantity>[0]) => ({
  above: quantity(unit).optional().describe('It is more than this.'),
  below: quantity(unit).optional().describe('It is less than this.'),
});
const hasBound = ({ above, below }: { above?: number | undefined; below?: number | undefined }) =>
  above !== undefined || below !== undefined;
const NO_BOUND = { error: 'no bound is found; above or below is wanted; add one' };

interface Bounds {
  readonly above?: number | undefined;
  readonly below?: number | undefined;
}
const lies = (value: number, { above, below }: Bounds): boolean =>
  (above === undefined || value > above) && (below === undefined || value < below);

const place = z.strictObject({
  target: targetParameter.describe('Where: a point [x, y], or what moves.'),
  within: quantity('m', { above: 0 }).default(0.1).describe('It is this near.'),
});
/** A bare point or target, or a map with `target`. */
const aPlace = z.preprocess(
  (value) => (isRecord(value) && 'target' in value ? value : { target: value }),
  place,
);
inputSchemas.set(aPlace, z.union([targetParameter, place]));

const seenThing = z.union([
  z.enum(['line', 'light', 'beacon']),
  z.strictObject({ light: bounds('').above.unwrap() }),
  z.strictObject({ mover: z.string().min(1) }),
  z.strictObject({ robot: z.string().min(1) }),
  z.strictObject({ tag: z.union([z.string().min(1), z.number()]) }),
]);
type SeenThing = z.output<typeof seenThing>;

const SENSES = { line: 'reflectance', light: 'light', beacon: 'beacon' } as const;
/** A lamp is seen where a light sensor is this bright, unless given. */
const LIGHT_LEVEL = 0.5;
/** The levels of reflectance sensors differ by so much where one of them is on a line. */
const LINE_CONTRAST = 0.25;

function seesThing(thing: SeenThing, percept: Percept): Holds {
  if (typeof thing === 'object' && !('light' in thing)) {
    const id = 'tag' in thing ? String(thing.tag) : 'mover' in thing ? thing.mover : thing.robot;
    return predictTarget('robot' in thing ? { robot: id } : { mover: id }, percept) !== undefined;
  }
  if (thing === 'beacon') {
    const { news } = felt(percept, 'beacon', percept.bearings);
    return news.length === 0 ? null : news.some(({ reading }) => reading.bearing !== null);
  }
  const senses = thing === 'line' ? 'reflectance' : 'light';
  const levels = felt(percept, senses, percept.levels).news.map(({ reading }) => reading.level);
  if (levels.length === 0) return null;
  if (thing === 'line') return Math.max(...levels) - Math.min(...levels) > LINE_CONTRAST;
  return Math.max(...levels) > (typeof thing === 'object' ? thing.light : LIGHT_LEVEL);
}

/** The sensor's last reading, as its nearest distance or its level; `partly`: some of its rays have measured nothing. */
function measured(
  id: string,
  { ranges, levels }: Percept,
): { readonly value: number; readonly partly: boolean } | null {
  const { distances = [] } = Object.hasOwn(ranges, id) ? (ranges[id] as Percept['ranges'][string]) : {};
  const known = distances.filter(isMeasured).map((one) => one ?? Number.POSITIVE_INFINITY);
  if (known.length > 0) return { value: Math.min(...known), partly: known.length < distances.length };
  const level = Object.hasOwn(levels, id) ? levels[id]?.level : undefined;
  return level === undefined ? null : { value: level, partly: false };
}

/** A range sensor without range. */
export const isBumper = (ranger: Ranger | undefined): boolean => ranger?.beam.farthest === 0;

/** Of one bumper, or of several. */
function isBumped(sensor: string | true, { ranges, rangers }: Percept): Holds {
  const ids = Object.keys(rangers).filter(
    (id) => (sensor === true || sensor === id) && isBumper(rangers[id]),
  );
  const pressed = ids.flatMap((id) => ranges[id]?.distances ?? []);
  return pressed.length === 0 ? null : pressed.includes(0);
}

const signalValue: z.ZodType<SignalValue> = z.union([z.string(), z.number(), z.boolean()]);

export const signalValues = z
  .record(z.string().min(1), signalValue)
  .refine((values) => Object.keys(values).length > 0, { error: 'nothing is told; name: value is wanted' });

function isTold(wanted: string | Record<string, SignalValue>, { mission }: Percept, since: Since): boolean {
  const of = (name: string) => (Object.hasOwn(mission.signals, name) ? mission.signals[name] : undefined);
  if (typeof wanted === 'string') return (of(wanted)?.told ?? Number.NEGATIVE_INFINITY) > since.time;
  return Object.entries(wanted).every(([name, value]) => of(name)?.value === value);
}

export const CONDITIONS: Readonly<Record<string, ConditionKind>> = {
  time: kind({
    parameters: quantity('s', { min: 0 }),
    about: 'So much time has passed since the node began, while the robot could drive.',
    holds: (time, { mission }, since) => reaches(mission.time - since.time, time),
  }),
  distance: kind({
    parameters: quantity('m', { min: 0 }),
    about: 'The robot has driven so far since the node began.',
    holds: (way, { mission }, since) => mission.way - since.way >= way,
  }),
  near: kind({
    parameters: aPlace,
    about: 'The robot is near a place.',
    holds: ({ target, within }, percept) => {
      const aim = predictTarget(target, percept);
      return aim ? distance(aim.position, percept.pose) <= within : false;
    },
  }),
  arrived: kind({
    parameters: aPlace,
    about: 'The robot stands at a place.',
    holds: ({ target, within }, percept) => {
      const aim = predictTarget(target, percept);
      return aim && distance(aim.position, percept.pose) <= within
        ? standsStill(percept.forwardSpeed)
        : false;
    },
  }),
  seen: kind({
    parameters: seenThing,
    about: 'Its sensors see a line, a light or a beacon now; or there is news of a target.',
    holds: seesThing,
    senses: (thing) => {
      if (typeof thing === 'string') return SENSES[thing];
      return 'light' in thing ? 'light' : undefined;
    },
  }),
  sensor: kind({
    parameters: z
      .strictObject({
        id: z.string().min(1).describe('As its file calls it.'),
        ...bounds('m'),
      })
      .refine(hasBound, NO_BOUND),
    about: 'The nearest distance of a range sensor, or the level of another, lies between two bounds.',
    holds: ({ id, ...between }, percept) => {
      const found = measured(id, percept);
      if (!found) return null;
      const answer = lies(found.value, between);
      // A ray that has measured nothing may be nearer: what it could change is unknown.
      const isSure = answer
        ? between.above === undefined
        : found.value <= (between.above ?? Number.NEGATIVE_INFINITY);
      return found.partly && !isSure ? null : answer;
    },
    sensor: ({ id }) => id,
  }),
  bumped: kind({
    parameters: z.union([z.literal(true), z.string().min(1)]),
    about: 'A bumper is pressed; with a name, that one.',
    holds: isBumped,
    sensor: (id) => (typeof id === 'string' ? id : undefined),
  }),
  battery: kind({
    parameters: z.union([z.literal('low'), z.strictObject(bounds('V')).refine(hasBound, NO_BOUND)]),
    about: 'The battery is low, as its file says, or its voltage lies between two bounds.',
    holds: (wanted, { mission: { volts, low } }) => {
      if (volts === null) return null;
      return wanted === 'low' ? (low === null ? null : volts < low) : lies(volts, wanted);
    },
  }),
  signal: kind({
    parameters: z.union([z.string().min(1), signalValues]),
    about:
      'A program, the page or the mission has told it since the node began; with a value, its last one is this.',
    holds: isTold,
  }),
};
