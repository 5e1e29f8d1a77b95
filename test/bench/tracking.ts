/** Cross-track error on the body with delay, lag and stiction: Steerbot beside pure pursuit, one set of gains each. */

import { simulate } from '../../sim/engine/run.js';
import type { RobotResult } from '../../sim/referee/result.js';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import { goalsOf } from '../../src/steering/mission.js';
import { driveBy } from './body.js';
import { purePursuit, resampled } from './purePursuit.js';

const COURSES = ['figure-eight', 'square-benchmark', 'sine'];

const cell = ({ crossTrack }: RobotResult, seconds: number): string => {
  const figures = crossTrack ? [crossTrack.rms, crossTrack.max, crossTrack.missed] : [];
  return `${figures.map((m) => (1000 * m).toFixed(1)).join(' / ')} mm, ${seconds.toFixed(2)} s`;
};

export async function benchTracking(): Promise<void> {
  console.log(
    'RMS / max / missed. Steerbot stands still at the end; pure pursuit is timed running past 3 cm of it.',
  );
  for (const name of COURSES) {
    const scenario = loadScenario(name);
    const [robot] = (await simulate(scenario)).robots;
    const baseline = pursue(name);
    const ours = robot?.crossTrack?.rms ?? Number.NaN;
    const ratio = ours / (baseline.result.crossTrack?.rms ?? Number.NaN);
    console.log(
      `${name.padEnd(17)} Steerbot      ${robot ? cell(robot, robot.timeToGoal ?? Number.NaN) : ''}`,
    );
    console.log(
      `${' '.repeat(17)} pure pursuit  ${cell(baseline.result, baseline.seconds)}   RMS ratio ${ratio.toFixed(2)}`,
    );
  }
}

function pursue(name: string) {
  const scenario = loadScenario(name);
  const [spec] = scenario.robots;
  const goal = spec && goalsOf(spec.mission).find(({ kind }) => kind === 'followPath');
  if (!spec || goal?.kind !== 'followPath') throw new RangeError(`${name} has no path`);
  const { noLoadSpeed } = spec.robot.motors;
  const settings = { lookahead: 0.2, speed: spec.robot.limits.speed, wheelCap: noLoadSpeed, within: 0.03 };
  const law = purePursuit({
    ...settings,
    points: resampled(goal.points, 0.01),
    track: spec.robot.chassis.track,
  });
  return driveBy(scenario, law);
}
