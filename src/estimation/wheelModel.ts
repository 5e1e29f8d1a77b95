/** What the wheels do on the commands already given, by the robot's own figures. */
import type { WheelSpeeds } from '../signals.js';
import type { Meters, Seconds } from '../units.js';
import { turnWheel, type WheelResponse } from '../wheel.js';

/** Wheel speeds as sent to the body, and when. */
export interface SentCommand extends WheelSpeeds {
  readonly at: Seconds;
}

/**
 * Rolls both wheels from one instant to another while each command works from `latency` after it was sent.
 *
 * @param each called for every stretch of constant command with how long it lasts, so that a pose can follow its arc
 */
export function rollWheels(
  speeds: WheelSpeeds,
  from: Seconds,
  to: Seconds,
  sent: readonly SentCommand[],
  latency: Seconds,
  response: WheelResponse,
  each: (left: Meters, right: Meters, lasting: Seconds) => void,
): WheelSpeeds {
  let now = from;
  let { left, right } = speeds;
  for (let i = workingAt(sent, from - latency); now < to; i++) {
    const command = sent[i];
    const next = sent[i + 1];
    const until = next ? Math.min(to, Math.max(now, next.at + latency)) : to;
    if (until > now) {
      const l = turnWheel(left, command?.left ?? 0, until - now, response);
      const r = turnWheel(right, command?.right ?? 0, until - now, response);
      [left, right] = [l.speed, r.speed];
      each(l.travel, r.travel, until - now);
    }
    now = until;
  }
  return { left, right };
}

/** Whether the wheels stand, and nothing under way will turn them. */
export const isAtRest = ({
  wheels,
  sent,
}: {
  readonly wheels: WheelSpeeds;
  readonly sent: readonly SentCommand[];
}): boolean => [wheels, ...sent].every(({ left, right }) => left === 0 && right === 0);

/** Index of the command sent last at or before `at`, or −1. */
function workingAt(sent: readonly SentCommand[], at: Seconds): number {
  let i = sent.length - 1;
  // Clocks add up to 1e-9 of rounding; a command that works from just now on works.
  while (i >= 0 && (sent[i] as SentCommand).at > at + 1e-9) i--;
  return i;
}

/** Without what no longer matters at `at`: only the command that works then, and later ones. */
export function stillWorking(sent: readonly SentCommand[], at: Seconds): readonly SentCommand[] {
  const i = workingAt(sent, at);
  return i > 0 ? sent.slice(i) : sent;
}
