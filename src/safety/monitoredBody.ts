/** The body that the motion monitor expects: how it answers a command, by its file, and at both ends of what is possible. */
import type { Meters, MetersPerSecond, Seconds } from '../math/units.js';
import type { CommandedWheels } from '../math/wheel.js';
import type { Ways } from './motionWindow.js';

/** The properties of a body that the monitor needs. */
export interface MonitoredBody {
  readonly track: Meters;
  readonly quick: CommandedWheels;
  /** As its file declares it. */
  readonly likely: CommandedWheels;
  readonly slow: CommandedWheels;
  /** Rim speed at full duty, and the least command that starts a wheel at rest. */
  readonly noLoadSpeed: MetersPerSecond;
  readonly breakaway: MetersPerSecond;
  readonly period: Seconds;
  /** Commands and counts may come later by this, now and then, because the link pauses; 0 of a cable. */
  readonly pause: Seconds;
  /** Rim distance per count; missing without encoders. */
  readonly metersPerCount?: Ways;
}

/**
 * A body whose latency, lag and acceleration may differ from the declared ones by a half, a half and a fifth.
 *
 * @param range of latencies that are possible, if it is known otherwise
 */
export function monitoredBody(
  declared: Omit<MonitoredBody, 'quick' | 'likely' | 'slow' | 'breakaway' | 'pause'> &
    CommandedWheels & { readonly pause?: Seconds },
  range?: readonly [least: Seconds, most: Seconds],
): MonitoredBody {
  const { latency, response, pause = 0, ...body } = declared;
  const { lag, breakaway, acceleration } = response;
  // The link, the board's sampling, and a servo's pulse add to the declared latency.
  const [least, most] = range ?? [latency / 2, 1.5 * latency + 0.03];
  return {
    ...body,
    pause,
    breakaway,
    likely: { latency, response },
    quick: {
      latency: least,
      response: { lag: lag / 2, breakaway: 0, acceleration: 1.25 * acceleration },
    },
    slow: {
      latency: most + pause,
      response: { lag: 1.5 * lag + 0.02, breakaway: 2 * breakaway + 0.01, acceleration: 0.8 * acceleration },
    },
  };
}
