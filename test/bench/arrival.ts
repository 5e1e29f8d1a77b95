/** How long `arrive` takes against the ideal trapezoid, and how far it shoots beyond the target. */

import { simulate } from '../../sim/engine/run.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import type { Radians } from '../../src/math/units.js';
import { allowedOvershoot, COARSE, overshoots } from '../support/coarse.js';
import { measuredScene } from '../support/scenes.js';
import type { Figures } from './figures/figures.js';

/** Ways [m], each from a speed [m/s]. */
export const CASES = [
  [0.1, 0],
  [0.37, 0],
  [1, 0],
  [5, 0],
  [0.37, 0.5],
  [1, 0.5],
  [5, 0.5],
] as const;

const HEADINGS = 64;

/** Time to stand on a point d ahead: speed up and brake at a, at most v; at full speed hold it, then brake. */
export function idealTime(d: number, start: number, v = 0.5, a = 1): number {
  if (start > 0) return (d - (v * v) / (2 * a)) / v + v / a;
  return d < (v * v) / a ? 2 * Math.sqrt(d / a) : d / v + v / a;
}

function along(robot: string, d: number, speed: number): Scenario {
  const scenario = measuredScene('any-heading');
  const definition = loadRobot(`sim/scenarios/robots/${robot}.yaml`);
  const mission = { behavior: 'arrive', parameters: { target: [d, 0], within: 0.01 } };
  const robots = scenario.robots.map((spec) => ({
    ...spec,
    robot: definition,
    mission,
    at: { x: 0, y: 0, heading: 0, speed },
  }));
  return { ...scenario, robots, plant: { ...scenario.plant }, duration: 20 };
}

/** At a target a metre away the benchmark's body with delay, lag and stiction, from a heading. */
async function turnedBy(heading: Radians) {
  const scenario = along('plant-b', 1, 0);
  const robots = scenario.robots.map((spec) => ({ ...spec, at: { ...spec.at, heading } }));
  const [result] = (await simulate({ ...scenario, robots })).robots;
  return {
    off: 1000 * (result?.distanceToGoal ?? Number.NaN),
    beyond: 1000 * (result?.overshoot ?? Number.NaN),
  };
}

async function headings(figures: Figures): Promise<void> {
  const all = Array.from({ length: HEADINGS }, (_, i) => -Math.PI + (2 * Math.PI * i) / HEADINGS);
  const runs = await Promise.all(all.map(turnedBy));
  const [off, beyond] = [Math.max(...runs.map((run) => run.off)), Math.max(...runs.map((run) => run.beyond))];
  figures.exact('arrival.off', off, 'mm');
  figures.exact('arrival.overshoot', beyond, 'mm');
  console.log(`${HEADINGS} headings, 1 m: rests within ${off.toFixed(1)} mm, ${beyond.toFixed(2)} mm beyond`);
}

/** From one of the headings. */
export async function probeArrival(figures: Figures): Promise<void> {
  figures.probe('arrival.probe.off', (await turnedBy(-2)).off);
}

export async function benchArrival(_: readonly string[], figures: Figures): Promise<void> {
  await headings(figures);
  for (const robot of ['plant-a', 'plant-b']) {
    for (const [d, speed] of CASES) {
      const [result] = (await simulate(along(robot, d, speed))).robots;
      const ideal = idealTime(d, speed);
      const ratio = (result?.timeToGoal ?? Number.NaN) / ideal;
      const beyond = (1000 * (result?.overshoot ?? Number.NaN)).toFixed(2);
      const from = speed > 0 ? 'full speed' : 'rest';
      console.log(
        `${robot} ${d} m from ${from.padEnd(10)} ${result?.timeToGoal?.toFixed(3)} s, ideal ${ideal.toFixed(3)} s (${ratio.toFixed(2)}), ${beyond} mm beyond`,
      );
    }
  }
  for (const [counts, rate] of COARSE) {
    const beyond = (await overshoots(counts, rate, 64)).map((m) => 1000 * m).sort((a, b) => a - b);
    console.log(
      `${counts} counts at ${rate} Hz, 64 headings: ${beyond[32]?.toFixed(1)} mm beyond (median), ${beyond[63]?.toFixed(1)} at most; ${(1000 * allowedOvershoot(counts)).toFixed(1)} is 5 mm and a count`,
    );
  }
}
