/** What may be wrong with the answer of a behavior of a user's own, which no type has checked. */
import { didYouMean } from '../validation/errors.js';
import { inDetail } from '../validation/options.js';
import { fieldOf, isRecord, notPlain } from '../validation/values.js';
import type { Steering } from './behavior.js';
import { isFiniteSteering } from './steer.js';

/** What an answer holds that cannot be meant, with the cure; undefined if it is good. */
export function troubleOf(said: Steering, memory: unknown): string | undefined {
  if (said.memory === undefined && memory !== undefined)
    return `${inDetail(said)}; steer() must return { memory } too${'then' in said ? ', at once: it cannot be async' : ''}`;
  if (!isFiniteSteering(said)) return `a number that is not finite: ${notFinite(said)}`;
  const { done, arrived, marks } = said;
  // Guards people: any text would count as true, and a mission that has failed as one that has arrived.
  if (done !== undefined && done !== true && done !== false && done !== 'failed')
    return `done: ${inDetail(done)}; true, false or 'failed' is wanted`;
  if (arrived !== undefined && arrived !== true && arrived !== false)
    return `arrived: ${inDetail(arrived)}; true or false is wanted`;
  return marks === undefined ? undefined : marksTrouble(marks);
}

/** What else may be wrong where it is a program that answers: Steerbot's own behaviors have been checked by their types. */
export function ownTrouble(said: Steering, before: unknown): string | undefined {
  const { memory, sets, stands, says } = said;
  const found = memory === undefined || memory === before ? undefined : notPlain(memory);
  if (found !== undefined && !RECORDED.includes(found))
    return `memory: ${inDetail(memory)}, and in it ${found}; plain JSON is wanted, so that a recording goes on from any tick`;
  if (sets !== undefined && !(isRecord(sets) && Object.values(sets).every(isSignal)))
    return `sets: ${inDetail(sets)}; { go: true } and the like, of texts, numbers, true and false, is wanted`;
  if (stands !== undefined && typeof fieldOf(stands, 'why') !== 'string')
    return `stands: ${inDetail(stands)}; { why: 'the door is closed' } is wanted`;
  if (says !== undefined && !isRecord(says))
    return `says: ${inDetail(says)}; { wish: { x, y }, follows: 'b' } is wanted`;
  return misspelt(said);
}

/** Numbers of which JSON knows nothing, and which a recording keeps all the same. */
const RECORDED: readonly string[] = ['NaN', 'Infinity', '-Infinity'];

const isSignal = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/**
 * What a program answers besides is its own. What was meant to count must not be lost: the robot would stand, or drive otherwise, and
 * not say why.
 */
function misspelt(said: Steering): string | undefined {
  const keys = Object.keys(said);
  const isSilent = keys.every((key) => key === 'memory' || !Object.hasOwn(KEYS, key));
  const left = Object.keys(KEYS).filter((key) => key.length >= LONG && !keys.includes(key));
  for (const key of keys) {
    if (Object.hasOwn(KEYS, key)) continue;
    const asks = isSilent && OTHERWISE.includes(key.toLowerCase());
    const like = isSilent ? left : left.filter((known) => bare(known) === bare(key));
    const hint = asks ? 'desiredVelocity, force, face and twist do' : didYouMean(key, like);
    if (hint !== '') return `${inDetail(said)}; '${key}' does not count; ${hint}`;
  }
  return undefined;
}

const bare = (key: string): string => key.toLowerCase().replaceAll('_', '');

/** A shorter key is near to too many. */
const LONG = 8;
/** How others call what they ask for. */
const OTHERWISE =
  'v vel velocity speed acceleration linear angular heading direction turn steer steering desired action command'.split(
    ' ',
  );

const KEYS = {
  force: true,
  memory: true,
  arrived: true,
  done: true,
  why: true,
  where: true,
  sets: true,
  retraces: true,
  desiredVelocity: true,
  acceleration: true,
  face: true,
  goal: true,
  velocityScale: true,
  gain: true,
  lookahead: true,
  twist: true,
  stands: true,
  says: true,
  marks: true,
  contributions: true,
} as const satisfies Readonly<Record<keyof Steering, true>>;

function marksTrouble(marks: unknown): string | undefined {
  const wanted = "{ kind: 'point', at: { x, y }, label } and the like";
  if (!Array.isArray(marks)) return `marks: ${inDetail(marks)}; a list of ${wanted} is wanted`;
  for (let i = 0; i < marks.length; i++)
    if (typeof marks[i]?.label !== 'string') return `marks[${i}]: ${inDetail(marks[i])}; ${wanted} is wanted`;
  return undefined;
}

/** The parts of an answer that are no numbers; all where each of them is one, but what is made of them is none. */
function notFinite(said: Steering): string {
  const { force, desiredVelocity, acceleration, velocityScale, face, lookahead, gain, twist } = said;
  const goal = said.goal?.at;
  const wish = said.says?.wish;
  const parts = {
    force,
    desiredVelocity,
    acceleration,
    velocityScale,
    face,
    lookahead,
    gain,
    twist,
    goal,
    wish,
  };
  const given = Object.entries(parts).filter(([, part]) => part !== undefined);
  const wrong = given.filter(([, part]) => !isFinitePart(part));
  return (wrong.length > 0 ? wrong : given).map(([name, part]) => `${name} ${inDetail(part)}`).join(', ');
}

const isFinitePart = (part: unknown): boolean =>
  isRecord(part) ? Object.values(part).every(Number.isFinite) : Number.isFinite(part);
