/** Single keys of a terminal, for questions with a yes or a no. */
import { filter, firstValueFrom, map, merge, Observable, share, tap } from 'rxjs';
import type { Interruption } from '../terminal/shutdown.js';
import type { Answer } from './diagnosis.js';

/** A key, a signal or an error has ended the test. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly interruption: Interruption;

  constructor(interruption: Interruption) {
    super('interrupted');
    this.interruption = interruption;
  }
}

/** Ctrl-C, Ctrl-D, Ctrl-Z, Ctrl-\: in raw mode a terminal makes no signals of them. */
const END_KEYS = '\u0003\u0004\u001a\u001c';

/**
 * The pressed keys, which are not shown; without a subscriber the terminal keeps its usual mode.
 *
 * Guards people: errors with Interrupted at an end key, or when the input ends so that no key can be pressed any more.
 */
export const keyPresses = (input: NodeJS.ReadStream): Observable<string> =>
  new Observable<string>((subscriber) => {
    const end = () => subscriber.error(new Interrupted({ signal: 'SIGINT' }));
    const hear = (text: string) => {
      for (const key of text) END_KEYS.includes(key) ? end() : subscriber.next(key);
    };
    input.setRawMode(true).setEncoding('utf8').on('data', hear).on('end', end).resume();
    return () => {
      input.off('data', hear).off('end', end).pause();
      try {
        input.setRawMode(false);
      } catch {
        // A closed terminal has no mode any more.
      }
    };
  }).pipe(share());

const KEYS_WANTED = 'y, n or r? ';
const ANSWER_OF_KEY: Readonly<Record<string, Answer>> = { y: 'yes', n: 'no', r: 'again' };

/** A key that was pressed before the question does not answer it. @throws what `keys$` or `ended$` errors with */
export async function ask(
  question: string,
  keys$: Observable<string>,
  ended$: Observable<never>,
  output: NodeJS.WritableStream,
): Promise<Answer> {
  output.write(`${question} (y / n, r: once more) `);
  let repeated = false;
  const answers$ = keys$.pipe(
    map((key) => ANSWER_OF_KEY[key.toLowerCase()]),
    tap((answer) => {
      // Said once, because an arrow key sends three.
      if (answer === undefined && !repeated) output.write(KEYS_WANTED);
      repeated ||= answer === undefined;
    }),
    filter((answer) => answer !== undefined),
  );
  const answer = await firstValueFrom(merge(ended$, answers$));
  output.write(`${answer}\n`);
  return answer;
}
