/** The tunable numbers of a setup, with bounds, and their change while the robot drives. */
import type { Setup } from '../../signals/signals.js';
import type { Tunable, TunableSection } from '../../signals/view.js';
import type { OwnBehaviors } from '../../steering/mission.js';
import { didYouMean } from '../../validation/errors.js';
import { quantity, type Unit } from '../../validation/quantity.js';
import { fieldOf, withValue } from '../../validation/values.js';
import type { NumberFacts } from './schemaFacts.js';
import { parseTunedMission, parseTunedRobot, serializeSetup } from './serializeConfig.js';
import { idOf, type Place, placesOf } from './tunablePlaces.js';

const MANTISSAS = [1, 2, 5, 10];

/** The next larger or equal of …, 0.5, 1, 2, 5, 10, …; x > 0. Parsed from text, so that 0.05 is exactly 0.05. */
function roundUp(x: number): number {
  const exponent = Math.floor(Math.log10(x));
  const mantissa = MANTISSAS.find((m) => Number(`${m}e${exponent}`) >= x * (1 - 1e-9)) ?? 10;
  return Number(`${mantissa}e${exponent}`);
}

/** The next smaller or equal of …, 0.5, 1, 2, 5, 10, …; x > 0. */
function roundDown(x: number): number {
  const exponent = Math.floor(Math.log10(x));
  const mantissa = MANTISSAS.findLast((m) => Number(`${m}e${exponent}`) <= x * (1 + 1e-9)) ?? 1;
  return Number(`${mantissa}e${exponent}`);
}

/** Largest factor by which a value may be changed from its start. */
const MAX_FACTOR = 4;
/** Upper bound of a value that starts at 0. */
const MAX_FROM_ZERO = 1;
/** Bounds of measured values, as a share of the value. */
const MEASURED_TOLERANCE = 0.25;

interface TunableBounds {
  readonly min: number;
  readonly max: number;
}

/** The far bound: a bit less than four times, so that most values are in the middle third. */
function farEnd(start: number, { unit, range, default: usual = 0 }: NumberFacts): number {
  const size = Math.max(Math.abs(start), Math.abs(usual));
  if (unit === 'rad') return Math.max(2 * Math.PI, size);
  const far = size > 0 ? roundDown(MAX_FACTOR * size * 0.999) : MAX_FROM_ZERO;
  return Math.min(far, range.most ?? far);
}

/** Distance from a bound that is itself not allowed: a thousandth of the range. */
const boundMargin = (way: number): number => roundUp(way / 1000);

/** Bounds if the schema leaves both sides open: on the value's side of zero; on both sides if it starts at 0. */
function openBounds(facts: NumberFacts, start: number): TunableBounds {
  const { min, max, above, below } = facts.range;
  const far = farEnd(start, facts);
  const short = below === undefined ? far : Math.min(far, below - boundMargin(far));
  const high = max ?? (start < 0 && below === undefined ? 0 : short);
  const near = above === 0 && max === undefined && facts.unit !== 'rad' && start > 0;
  const beyond = above === undefined ? undefined : above + boundMargin(high - above);
  const low = min ?? (near ? roundDown(start / MAX_FACTOR) : (beyond ?? (start > 0 ? 0 : -far)));
  return { min: low, max: high };
}

const twoDigits = (x: number): number => Number(x.toPrecision(2));

/**
 * @param start the loaded value, so that the ends stay the same during tuning
 * @param measured a length or speed of the body: bounds near the value
 */
function tunableRange(facts: NumberFacts, start: number, measured: boolean): TunableBounds {
  const near = measured && facts.range.above === 0 && start > 0;
  const { min, max } = near
    ? { min: twoDigits(start * (1 - MEASURED_TOLERANCE)), max: twoDigits(start * (1 + MEASURED_TOLERANCE)) }
    : openBounds(facts, start);
  return { min: Math.min(min, start), max: Math.max(max, start) };
}

/** The user's own behaviors, by the names that missions use. */
interface OwnBehaviorOption {
  readonly own?: OwnBehaviors;
}

export interface TunableOptions extends OwnBehaviorOption {
  /** The loaded setup: it fixes the ends while values change. */
  readonly first?: Setup;
  /** Includes facts of the body; must be false on a real robot. Default true. */
  readonly body?: boolean;
}

interface BoundedPlace extends Place {
  readonly id: string;
  readonly initial: number;
  readonly min: number;
  readonly max: number;
}

/** All places with their bounds. */
function boundedPlaces(setup: Setup, { own, first = setup }: TunableOptions): BoundedPlace[] {
  const starts = new Map(placesOf(first, own).map(({ path, value }) => [idOf(path), value]));
  return placesOf(setup, own).map((place) => {
    const id = idOf(place.path);
    const initial = starts.get(id) ?? place.value;
    return { ...place, id, initial, ...tunableRange(place.facts, initial, place.body) };
  });
}

function sectionOf([where, part]: Place['path']): TunableSection {
  if (where === 'mission') return 'behavior';
  return part === 'limits' || part === 'control' ? part : 'body';
}

/** All tunable numbers of a setup. @param group their owner: a robot's name, or a mission */
export function tunablesOf(setup: Setup, group: string, options: TunableOptions = {}): Tunable[] {
  const { body: alsoBody = true } = options;
  return boundedPlaces(setup, options)
    .filter(({ body }) => alsoBody || !body)
    .map(({ id, path, label, value, initial, facts, about, min, max }) => ({
      ...{ id, label, group, unit: facts.unit, value, initial, section: sectionOf(path) },
      ...(about !== undefined && { about }),
      // A value that did not come from tuning may lie outside the bounds.
      ...{ min: Math.min(min, value), max: Math.max(max, value) },
    }));
}

/** The path and unit of a setup's tunable; undefined for an unknown id. */
export function tunableAt(
  setup: Setup,
  id: string,
  { own }: OwnBehaviorOption = {},
): { readonly path: Place['path']; readonly unit: Unit } | undefined {
  const place = placesOf(setup, own).find(({ path }) => idOf(path) === id);
  return place && { path: place.path, unit: place.facts.unit };
}

/** Why a place may not have that value; undefined if it is within the bounds. */
function refusalOf(
  { id, facts, body, min, max }: BoundedPlace,
  value: number,
  alsoBody: boolean,
): string | undefined {
  // A real robot's speeds become duties by these numbers, so changing them could lift its speed limit.
  if (body && !alsoBody) {
    return `${id} is a fact of the robot's body; it is not tuned while the robot drives; measure it, and write it in the robot's file`;
  }
  const { error } = quantity(facts.unit, { min, max }).safeParse(value);
  return error && `${id}: ${error.issues[0]?.message}`;
}

/** The setup with one number changed and checked as a whole; or why the change is refused. */
export function withTunable(
  setup: Setup,
  id: string,
  value: number,
  options: TunableOptions = {},
): Setup | string {
  const { own = {}, body = true } = options;
  const places = boundedPlaces(setup, options);
  const place = places.find((each) => each.id === id);
  if (!place) {
    const known = places.filter((each) => body || !each.body).map((each) => each.id);
    return `'${id}' is not a tunable of this robot and its mission; ${didYouMean(id, known)}`;
  }
  const why = refusalOf(place, value, body);
  if (why !== undefined) return why;
  const changed = withValue(serializeSetup(setup), place.path, value);
  if (place.path[0] === 'robot') {
    const robot = parseTunedRobot(fieldOf(changed, 'robot'), setup.robot);
    return typeof robot === 'string' ? `${id}: ${robot}` : { ...setup, robot };
  }
  const mission = parseTunedMission(fieldOf(changed, 'mission'), own);
  return typeof mission === 'string' ? `${id}: ${mission}` : { ...setup, mission };
}

/** The setup of each robot. */
export interface TunedSetups {
  now(id: string): Setup;
  /** Before tuning: it sets the ends of the sliders. */
  loaded(id: string): Setup;
}

type TuningOptions = Omit<TunableOptions, 'first'>;

/** Groups robots with the same definition and mission; `0/robot.limits.speed` belongs to the first group. */
function groupsOf(ids: readonly string[], setups: TunedSetups): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  const words = new Map<unknown, string>();
  // Crowds share their definitions: each is serialized once.
  const wordsOf = (part: unknown) => {
    const known = words.get(part) ?? JSON.stringify(part);
    words.set(part, known);
    return known;
  };
  for (const id of ids) {
    const { robot, mission } = setups.now(id);
    const key = `${wordsOf(robot)} ${wordsOf(mission)}`;
    groups.set(key, [...(groups.get(key) ?? []), id]);
  }
  return [...groups.values()];
}

const nameOf = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} and ${others.length} more`;

export function tunables(
  ids: readonly string[],
  setups: TunedSetups,
  options: TuningOptions = {},
): readonly Tunable[] {
  return groupsOf(ids, setups).flatMap((group, i) => {
    const [first = ''] = group;
    const ranged = { ...options, first: setups.loaded(first) };
    return tunablesOf(setups.now(first), nameOf(group), ranged).map((one) => ({
      ...one,
      id: `${i}/${one.id}`,
    }));
  });
}

export interface Tuned {
  readonly ids: readonly string[];
  readonly setup: Setup;
  /** `scout: speed is 0.4 m/s` */
  readonly words: string;
}

/** Tunes a group by a slider's value; or returns why not. */
export function tune(
  ids: readonly string[],
  setups: TunedSetups,
  { id, value }: { readonly id: string; readonly value: number },
  options: TuningOptions = {},
): Tuned | string {
  const [, index, name = ''] = /^(\d+)\/(.*)$/.exec(id) ?? [];
  const group = groupsOf(ids, setups)[Number(index)];
  const [first] = group ?? [];
  if (!group || first === undefined) return `there is no '${id}'`;
  const ranged = { ...options, first: setups.loaded(first) };
  const setup = withTunable(setups.now(first), name, value, ranged);
  if (typeof setup === 'string') return setup;
  const one = tunablesOf(setup, nameOf(group), ranged).find((tunable) => tunable.id === name);
  const said = one ? `${one.group}: ${one.label} is ${Number(value.toPrecision(4))} ${one.unit}` : id;
  return { ids: group, setup, words: said.trim() };
}
