/** Whoever sits at the terminal. Enter only ever stops; to go on takes a word, so that no second press does it. */
import { createInterface } from 'node:readline';
import { Observable, share } from 'rxjs';
import type { Command } from '../../signals/signals.js';

/** What lets a stopped robot go on. */
export const GO = 'go';
/** What releases a latched fault whose cause is gone; the robot stays stopped. */
export const CLEAR = 'clear';

const WORDS: Readonly<Record<string, 'arm' | 'clear'>> = { [GO]: 'arm', [CLEAR]: 'clear' };

/**
 * A command a line; shared, so that what is typed while nobody drives is heard by nobody later.
 *
 * Guards people: the end of the input (Ctrl-D) stops too, since no stop could be typed after it.
 */
export const operatorCommands = (input: NodeJS.ReadableStream): Observable<Command> =>
  new Observable<Command>((subscriber) => {
    const reader = createInterface({ input });
    reader.on('line', (line) => subscriber.next({ kind: WORDS[line.trim()] ?? 'stop' }));
    reader.on('close', () => subscriber.next({ kind: 'stop' }));
    return () => {
      reader.removeAllListeners();
      reader.close();
    };
  }).pipe(share());
