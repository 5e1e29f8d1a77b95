/** What a program's streams give, checked as it comes: a program without types may give anything. */
import { ZERO } from '../math/geometry.js';
import type { Seconds } from '../math/units.js';
import type { Fix } from '../signals/readings.js';
import type { Target } from '../signals/signals.js';
import { didYouMean, oneOf } from '../validation/errors.js';
import { type Check, inDetail, isPromise } from '../validation/options.js';
import { fieldOf, isRecord } from '../validation/values.js';
import type { FixNews, TargetNews } from './run.js';

const isNumber = (value: unknown): boolean => Number.isFinite(value);
const isPlace = (value: unknown): boolean => isNumber(fieldOf(value, 'x')) && isNumber(fieldOf(value, 'y'));
const isMissingOr = (isRight: (value: unknown) => boolean, value: unknown): boolean =>
  value === undefined || isRight(value);

function givesInstead(value: unknown, wanted: string): string {
  const cure = isPromise(value) ? '; concatMap or switchMap, in place of map, waits for it' : '';
  return `gave ${inDetail(value)}; ${wanted} is wanted${cure}`;
}

const aTarget: Check = (value) => {
  const isRight =
    typeof fieldOf(value, 'id') === 'string' &&
    isPlace(fieldOf(value, 'position')) &&
    isMissingOr(isPlace, fieldOf(value, 'velocity')) &&
    isMissingOr(isNumber, fieldOf(value, 'at'));
  if (!isRight)
    return givesInstead(value, "{ id: 'ball', position: { x, y }, velocity: { x, y }, at } in m, m/s and s");
  return misspelt(value, TARGET_KEYS);
};

const TARGET_KEYS = ['id', 'position', 'velocity', 'at'];

/** A shorter key is near to too many. */
const SHORTEST = 4;

/** What a program gives besides is its own; what is nearly one of ours was meant to count. */
function misspelt(value: unknown, keys: readonly string[]): string | undefined {
  for (const key in Object(value)) {
    if (keys.includes(key)) continue;
    const meant = didYouMean(
      key,
      keys.filter((one) => one.length >= SHORTEST && fieldOf(value, one) === undefined),
    );
    if (meant !== '') return `gave ${inDetail(value)}; '${key}' does not count; ${meant}`;
  }
  return undefined;
}

const aFix: Check = (value) => {
  const isRight =
    isPlace(value) &&
    isNumber(fieldOf(value, 'deviation')) &&
    isMissingOr(isNumber, fieldOf(value, 'heading')) &&
    isMissingOr(isNumber, fieldOf(value, 'at'));
  return isRight ? undefined : givesInstead(value, '{ x, y, deviation, heading, at } in m, rad and s');
};

const isObstacle = (value: unknown): boolean =>
  isPlace(fieldOf(value, 'from')) &&
  isPlace(fieldOf(value, 'to')) &&
  isNumber(fieldOf(value, 'radius')) &&
  isMissingOr(isPlace, fieldOf(value, 'velocity'));

const isNeighbor = (value: unknown): boolean =>
  typeof fieldOf(value, 'id') === 'string' &&
  isPlace(fieldOf(value, 'position')) &&
  isPlace(fieldOf(value, 'velocity')) &&
  ['at', 'heading', 'radius'].every((key) => isNumber(fieldOf(value, key)));

/** Lists in it, and the first item that is none of its kind. */
const PARTS = {
  obstacles: [isObstacle, '{ from: { x, y }, to: { x, y }, radius } in m'],
  neighbors: [isNeighbor, "{ id: 'b', at, position: { x, y }, velocity: { x, y }, heading, radius } in SI"],
} as const;

const theSurroundings: Check = (value) => {
  if (!isRecord(value) || !isNumber(value.at))
    return givesInstead(value, "{ at, obstacles: [...], neighbors: [...] }, `at` by the run's clock");
  for (const [part, [isRight, wanted]] of Object.entries(PARTS)) {
    const list = value[part];
    if (list === undefined) continue;
    if (!Array.isArray(list)) return `gave ${part} that are no list; a list of ${wanted} is wanted`;
    const i = list.findIndex((item) => !isRight(item));
    if (i >= 0) return `gave ${part}[${i}]: ${inDetail(list[i])}; ${wanted} is wanted`;
  }
  return undefined;
};

const COMMANDS = [
  'stop',
  'arm',
  'clear',
  'resume',
  'teleop',
  'signal',
  'goToStep',
  'stands',
  'setup',
  'tune',
];

const aCommand: Check = (value) => {
  const kind = fieldOf(value, 'kind');
  if (!COMMANDS.some((known) => known === kind)) {
    const hint = typeof kind === 'string' ? didYouMean(kind, COMMANDS) : '';
    return [givesInstead(value, `{ kind } of ${oneOf(COMMANDS)}`), hint].filter(Boolean).join('; ');
  }
  const twist = fieldOf(value, 'twist');
  if (kind === 'teleop' && !['linear', 'angular'].every((key) => Number.isFinite(fieldOf(twist, key))))
    return givesInstead(value, "{ kind: 'teleop', twist: { linear, angular } } in m/s and rad/s");
  const setup = fieldOf(value, 'setup');
  if (
    (kind === 'setup' || kind === 'tune') &&
    !(isRecord(fieldOf(setup, 'robot')) && isRecord(fieldOf(setup, 'mission')))
  )
    return `${givesInstead(value, '{ kind, setup: { robot, mission } }')}; run.become(behavior) gives another mission`;
  if (kind === 'signal' && typeof fieldOf(value, 'name') !== 'string')
    return givesInstead(value, "{ kind: 'signal', name: 'go', value: true }");
  return undefined;
};

/** A target of a program, as of now unless it says otherwise. */
export const datedTarget = (news: TargetNews, now: Seconds): Target => ({ at: now, velocity: ZERO, ...news });

export const datedFix = (news: FixNews, now: Seconds): Fix => ({ at: now, ...news });

/** The shape of what each stream gives. */
export const NEWS_SHAPES = {
  targets$: aTarget,
  fixes$: aFix,
  surroundings$: theSurroundings,
  commands$: aCommand,
} as const satisfies Readonly<Record<string, Check>>;
