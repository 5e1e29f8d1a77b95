/** How a session carries out operations: a table with a handler for each operation that it knows. */
import type { Operation } from '../signals/view.js';
import { messageOf } from '../validation/errors.js';

/** Why an operation was refused; undefined if it was done. */
export type OperationRefusal = string | undefined;

/** A session does not know operations that are missing here. */
export type OperationHandlers = {
  readonly [O in Operation as O['kind']]?: (operation: O) => OperationRefusal;
};

/** @param unknown the refusal of an operation without a handler @throws the handler's errors */
export function perform(
  handlers: OperationHandlers,
  operation: Operation,
  unknown: string,
): OperationRefusal {
  const { kind } = operation;
  const handle = (Object.hasOwn(handlers, kind) ? handlers[kind] : undefined) as
    | ((operation: Operation) => OperationRefusal)
    | undefined;
  return handle ? handle(operation) : unknown;
}

/** The same, but an error of the handler becomes the refusal. */
export function attempt(
  handlers: OperationHandlers,
  operation: Operation,
  unknown: string,
): OperationRefusal {
  try {
    return perform(handlers, operation, unknown);
  } catch (error) {
    return firstLineOf(error);
  }
}

/** An error for the page's log: for a file with many faults the first is enough. */
export const firstLineOf = (error: unknown): string => messageOf(error).split('\n', 1)[0] ?? '';
