/**
 * When commands were given and sent: tells a computer that was busy from a line that loses or holds back commands, after
 * the board has stopped itself.
 *
 * The board hears no command for the dead-man time D before it trips. If the longest gap between two commands of the loop
 * that reaches into the last D is D or longer, the computer was busy. If commands came in time, but the line did not take
 * them, the line is slow. Otherwise commands were sent in time, so they were lost on the way. Gaps count from 0.9 D,
 * because the line takes a few milliseconds, and the board's clock is half a per cent off.
 */
import type { Seconds } from '../../math/units.js';

const FULL_GAP_SHARE = 0.9;

/** Times of events, the oldest first: those of the last D, and one before them. */
class Times {
  #times: Seconds[] = [];

  add(at: Seconds, keep: Seconds): void {
    this.#times.push(at);
    while ((this.#times[1] ?? at) < at - keep) this.#times.shift();
  }

  clear(): void {
    this.#times = [];
  }

  /** The longest time between two events, the second later than `since`, or between the last event and `now`. */
  longestGap(since: Seconds, now: Seconds): Seconds {
    const gaps = this.#times.map((time, i) => {
      const end = this.#times[i + 1] ?? now;
      return end > since ? end - time : 0;
    });
    return Math.max(...gaps);
  }
}

export class CommandTimes {
  readonly #deadMan: Seconds;
  readonly #given = new Times();
  readonly #sent = new Times();
  #badFrames = 0;

  constructor(deadMan: Seconds) {
    this.#deadMan = deadMan;
  }

  /** The board was armed: this feeds its dead-man, too. */
  armed(at: Seconds): void {
    for (const times of [this.#given, this.#sent]) {
      times.clear();
      times.add(at, this.#deadMan);
    }
  }

  /** The loop gave a command. */
  given(at: Seconds): void {
    this.#given.add(at, this.#deadMan);
  }

  /** The line was free, and a command was written to it. */
  sent(at: Seconds): void {
    this.#sent.add(at, this.#deadMan);
  }

  /** The board's count of damaged frames, while it was armed. */
  counted(badFrames: number): void {
    this.#badFrames = badFrames;
  }

  /** Why no command reached the board. @param now when the host hears of the trip @param badFrames the board's count */
  why(now: Seconds, badFrames = this.#badFrames): string {
    const since = now - this.#deadMan;
    const given = this.#given.longestGap(since, now);
    const sent = this.#sent.longestGap(since, now);
    const full = FULL_GAP_SHARE * this.#deadMan;
    if (given >= full) return `this computer was busy and sent none for ${milliseconds(given)}`;
    if (sent >= full)
      return `this computer gave one every ${milliseconds(given)}, but the line took none for ${milliseconds(sent)}`;
    const damaged = badFrames - this.#badFrames;
    const how = damaged > 0 ? `damaged or lost them (${damaged} came damaged)` : 'lost them';
    return `this computer sent one at least every ${milliseconds(sent)}, so the cable or the radio ${how}`;
  }
}

const milliseconds = (time: Seconds): string => `${Math.round(time * 1000)} ms`;
