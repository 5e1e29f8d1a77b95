/** How a session obeys what people ask of it: a table with a function for each operation that it knows. */
import type { Operation } from '../signals/view.js';
import { messageOf } from '../validation/errors.js';

/** Why something was not done; undefined where it was. */
export type Refusal = string | undefined;

/** An operation that is missing means nothing to the session. */
export type OperationHandlers = {
  readonly [O in Operation as O['kind']]?: (operation: O) => Refusal;
};

/** @param unknown why an operation that has no handler is not done @throws what its handler throws */
export function perform(handlers: OperationHandlers, operation: Operation, unknown: string): Refusal {
  const { kind } = operation;
  const handle = (Object.hasOwn(handlers, kind) ? handlers[kind] : undefined) as
    | ((operation: Operation) => Refusal)
    | undefined;
  return handle ? handle(operation) : unknown;
}

/** The same; what its handler throws is why it was not done. */
export function attempt(handlers: OperationHandlers, operation: Operation, unknown: string): Refusal {
  try {
    return perform(handlers, operation, unknown);
  } catch (error) {
    return firstLineOf(error);
  }
}

/** What was thrown, as the page's log has it: of a file with many faults the first is enough. */
export const firstLineOf = (error: unknown): string => messageOf(error).split('\n', 1)[0] ?? '';
