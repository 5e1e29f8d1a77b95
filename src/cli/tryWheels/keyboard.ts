/** Single keys of a terminal, for questions that a yes or a no answers. */
import { filter, firstValueFrom, map, merge, Observable, share, tap } from 'rxjs';
import type { Interruption } from '../terminal/shutdown.js';
import type { Answer } from './diagnosis.js';

/** Somebody, or something, has ended it all. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly interruption: Interruption;

  constructor(interruption: Interruption) {
    super('interrupted');
    this.interruption = interruption;
  }
}

/** Ctrl-C, Ctrl-D, Ctrl-Z, Ctrl-\: a terminal that gives keys one by one makes no signals of them. */
const END_KEYS = '\u0003\u0004\u001a\u001c';

/**
 * The keys that are pressed, none of which is shown; while nobody subscribes the terminal is as it was.
 *
 * Guards people: it errors with Interrupted when somebody wants to end it, or can press no key any more.
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
        // A terminal that was closed has no mode any more.
      }
    };
  }).pipe(share());

const KEYS_WANTED = 'y, n or r? ';
const ANSWER_OF_KEY: Readonly<Record<string, Answer>> = { y: 'yes', n: 'no', r: 'again' };

/** What is pressed before the question stands there is no answer to it. @throws what `keys$` or `ended$` errors with */
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
      // Once: one arrow is three keys.
      if (answer === undefined && !repeated) output.write(KEYS_WANTED);
      repeated ||= answer === undefined;
    }),
    filter((answer) => answer !== undefined),
  );
  const answer = await firstValueFrom(merge(ended$, answers$));
  output.write(`${answer}\n`);
  return answer;
}
