/** Whoever sits at the terminal: Enter stops the robot, and Enter again lets it go on. */
import { createInterface } from 'node:readline';
import { map, Observable } from 'rxjs';
import type { Command, SafetyState } from '../signals.js';

/** @param safety what the robot was doing when the key was pressed */
export const operatorCommands = (
  input: NodeJS.ReadableStream,
  safety: () => SafetyState,
): Observable<Command> =>
  lines(input).pipe(map((): Command => ({ kind: safety() === 'stopped' ? 'arm' : 'stop' })));

function lines(input: NodeJS.ReadableStream): Observable<string> {
  return new Observable((subscriber) => {
    const reader = createInterface({ input });
    reader.on('line', (line) => subscriber.next(line));
    return () => reader.close();
  });
}
