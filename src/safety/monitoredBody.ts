/** How a body is believed to answer its commands: between a quick and a slow model of it. */
import type { Meters, MetersPerSecond, Seconds } from '../math/units.js';
import type { WheelResponse } from '../math/wheel.js';
import type { Ways } from './motionWindow.js';

/** How a body may answer a command, at one end of what is believed. */
interface Answer {
  readonly latency: Seconds;
  readonly response: WheelResponse;
}

/** What the monitor must know of a body. */
export interface MonitoredBody {
  readonly track: Meters;
  readonly quick: Answer;
  readonly slow: Answer;
  /** Rim speed at full duty, and the least that a wheel at rest must be asked for. */
  readonly noLoadSpeed: MetersPerSecond;
  readonly breakaway: MetersPerSecond;
  readonly period: Seconds;
  /** Rim way per count; missing without encoders. */
  readonly metersPerCount?: Ways;
}

/** A body whose latency, lag and acceleration are as declared within a half, a half and a fifth. */
export function monitoredBody(
  declared: Omit<MonitoredBody, 'quick' | 'slow' | 'breakaway'> & Answer,
): MonitoredBody {
  const { latency, response, ...body } = declared;
  const { lag, breakaway, acceleration } = response;
  return {
    ...body,
    breakaway,
    quick: {
      latency: latency / 2,
      response: { lag: lag / 2, breakaway: 0, acceleration: 1.25 * acceleration },
    },
    slow: {
      // A link, a board that samples, and a servo's pulse come on top of what is declared.
      latency: 1.5 * latency + 0.03,
      response: { lag: 1.5 * lag + 0.02, breakaway: 2 * breakaway + 0.01, acceleration: 0.8 * acceleration },
    },
  };
}
