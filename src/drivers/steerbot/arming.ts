/**
 * Arms a board, whose dead-man counts from ARM on: a DRIVE of no power goes out right behind it, without waiting for the
 * answer. An ARM that is not answered is repeated, and this DRIVE with it; from the answer on only the loop feeds the
 * dead-man.
 *
 * The loop's first command comes to the board a round trip and a period after that. Where the dead-man time is shorter, the
 * board would stop itself at once; then it is not armed, and the error says what would do.
 */
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import { DriverError } from '../../validation/errors.js';
import { refused } from '../firmata/linkErrors.js';
import { deadManFor, fits } from './deadManFor.js';
import type { FrameLine, Status } from './frameLine.js';
import { BOARD_STATE, type Message } from './messages.js';

export interface Arming {
  /** Of the port, for messages. */
  readonly name: string;
  readonly time: TimeSource;
  readonly arm: Message<'arm'>;
  /** No power; a servo that rests at another pulse than 1500 µs is told it. */
  readonly rest: Message<'drive'>;
  /** Between two commands of the loop. */
  readonly period: Seconds;
  /** A stop since then wins. */
  readonly isWanted: () => boolean;
  /** Called with the answer at once, before any promise resolves. */
  readonly armed: () => void;
}

/** On a radio an answer may come late once. */
const ATTEMPTS = 3;

/** @throws DriverError when the board refuses, the link is too slow for the dead-man, or a stop came first */
export async function armBoard(line: FrameLine, arming: Arming): Promise<void> {
  const { name, arm, rest, period, armed } = arming;
  const trips: Seconds[] = [];
  while (trips.length < ATTEMPTS) {
    const asked = arming.time.now();
    let isArmed = false;
    const answer = await line.ask(
      arm,
      (status) => {
        const roundTrip = arming.time.now() - asked;
        trips.push(roundTrip);
        if (!saysArmed(status)) return;
        isArmed = fits(roundTrip, period, status.deadManMs / 1000);
        if (isArmed) armed();
        // Guards people: a board that will not be driven must not stay armed.
        else line.send([{ type: 'stop' }, { type: 'stop' }, { type: 'stop' }]);
      },
      rest,
    );
    if (!saysArmed(answer)) throw refused(name, 'to be armed', answer.error);
    if (isArmed) return;
    // The board answers in order: with this answer all that came before it has come, too.
    if (trips.length < ATTEMPTS && arming.isWanted()) await line.ask({ type: 'ask' });
    if (!arming.isWanted()) throw new DriverError(`${name}: stopped while it was being armed`);
  }
  throw tooSlow(arming, Math.min(...trips));
}

const saysArmed = ({ error, state }: Status): boolean => error === 0 && state === BOARD_STATE.armed;

const inMs = (time: Seconds): string => `${Math.ceil(time * 1000)} ms`;

function tooSlow({ name, arm, period }: Arming, roundTrip: Seconds): DriverError {
  const enough = deadManFor({ median: roundTrip, p95: roundTrip, longest: roundTrip, period });
  const cure =
    enough === undefined
      ? 'no dead-man time does, which is at most 500 ms; take a quicker link'
      : `write \`link: { deadMan: ${inMs(enough)} }\` into the robot's file, and drive more slowly`;
  return new DriverError(
    `${name}: the link is too slow for the dead-man time of ${arm.deadManMs} ms: the board's answer takes ` +
      `${inMs(roundTrip)}, and then a command comes every ${inMs(period)}; ${cure}`,
  );
}
