/** What may be wrong with the answer of a behavior of a user's own, which no type has checked. */
import { inDetail } from '../validation/options.js';
import { isRecord } from '../validation/values.js';
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
