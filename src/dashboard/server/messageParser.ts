/** What a client's text means. */
import type { Operation } from '../../signals/view.js';
import type { FromPage } from '../wire.js';
import { readOperation } from './operationSchema.js';

export type Heard = FromPage | { readonly kind: 'nonsense'; readonly why: string };

/**
 * Never throws, whatever the text is.
 *
 * Guards people: what says `stop` is a stop, whatever else is wrong with it.
 */
export function read(text: string): Heard {
  const value = parse(text);
  if (typeof value !== 'object' || value === null) return nonsense('it is not an object of JSON');
  const kind = Object.hasOwn(value, 'kind') ? (value as { kind: unknown }).kind : undefined;
  if (kind === 'stop' || kind === 'seen') return { kind };
  const operation = readOperation(value);
  return 'why' in operation ? nonsense(operation.why) : operation;
}

const nonsense = (why: string): Heard => ({ kind: 'nonsense', why });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What may not be done by one while another drives by hand: it moves the robot, or changes what moves it. */
const MOVES: ReadonlySet<Operation['kind']> = new Set<Operation['kind']>([
  'teleop',
  'goTo',
  'follow',
  'choose',
  'resume',
  'arm',
  'clear',
  'pointer',
  'move',
  'open',
  'restart',
  'tune',
]);

export const movesTheRobot = ({ kind }: Operation): boolean => MOVES.has(kind);
