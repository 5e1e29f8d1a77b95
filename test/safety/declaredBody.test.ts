/** A body exactly as its file declares it follows every command: the motion monitor must never accuse it. */
import { expect, it } from 'vitest';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { rollWheels, type SentCommand } from '../../src/math/wheel.js';
import { monitoredBody } from '../../src/safety/monitoredBody.js';
import { countWheels, watchMotion } from '../../src/safety/motionMonitor.js';
import { startMotion } from '../../src/safety/motionWindow.js';
import type { WheelSpeeds } from '../../src/signals/signals.js';

const REST: WheelSpeeds = { left: 0, right: 0 };

interface Declared {
  readonly latency: number;
  readonly lag: number;
  readonly rate: number;
  readonly perCount: number;
}

/** Commands that change every 20 to 300 ms, forwards and backwards, no quicker than the wheels accelerate. */
function accusations(seed: number, { latency, lag, rate, perCount }: Declared): string[] {
  const chance = resumeRandom(seedRandom(seed));
  const period = 1 / rate;
  const response = { lag, breakaway: 0, acceleration: 2 };
  const metersPerCount = { left: perCount, right: perCount };
  const body = monitoredBody({ track: 0.38, noLoadSpeed: 2.2, period, latency, response, metersPerCount });
  let state = startMotion(0, REST);
  let [speed, asked, goal, until] = [REST, REST, REST, 0];
  const sent: SentCommand[] = [];
  const rolled = { left: 0, right: 0 };
  const counted = { left: 0, right: 0 };
  const found: string[] = [];
  const toward = (from: number, to: number) => from + Math.max(-2 * period, Math.min(2 * period, to - from));
  for (let tick = 1; tick <= 20 * rate; tick++) {
    const at = tick * period;
    speed = rollWheels(
      { latency, response },
      { speeds: speed, from: at - period, to: at },
      sent,
      (left, right) => {
        rolled.left += left;
        rolled.right += right;
      },
    );
    const whole = (way: number) => Math.floor(way / perCount) * perCount;
    const way = { left: whole(rolled.left) - counted.left, right: whole(rolled.right) - counted.right };
    counted.left += way.left;
    counted.right += way.right;
    state = countWheels(state, at, way, body).state;
    const watched = watchMotion(state, at, body, { sent });
    state = watched.state;
    if (watched.finding) found.push(`${at.toFixed(2)} s: ${watched.finding.what}`);
    if (at >= until) {
      const one = () => 0.6 * (2 * chance.uniform() - 1);
      goal = { left: one(), right: one() };
      until = at + 0.02 + 0.28 * chance.uniform();
    }
    asked = { left: toward(asked.left, goal.left), right: toward(asked.right, goal.right) };
    sent.push({ ...asked, at });
  }
  return found;
}

it.each([
  { latency: 0, lag: 0, rate: 50, perCount: 0.0004 },
  { latency: 0.04, lag: 0.06, rate: 50, perCount: 0.0002 },
  { latency: 0.1, lag: 0, rate: 50, perCount: 0.0004 },
  { latency: 0.15, lag: 0.05, rate: 20, perCount: 0.0004 },
  { latency: 0.1, lag: 0.06, rate: 10, perCount: 0.0004 },
  { latency: 0.05, lag: 0.06, rate: 100, perCount: 0.01 },
])('is not accused, with %j', (declared) => {
  for (let seed = 1; seed <= 20; seed++) expect(accusations(seed, declared)).toEqual([]);
});
