/** A result in words, for people; `--json` is for programs. */
import pc from 'picocolors';
import type { CriterionResult, RobotResult } from '../../sim/result.js';
import type { Result } from '../../sim/run.js';

/** Millimetres below a metre, for every figure that is a length. */
const meters = (value: number): string =>
  Math.abs(value) < 1 ? `${(value * 1000).toFixed(1)} mm` : `${value.toFixed(2)} m`;
const seconds = (value: number): string => `${value.toFixed(2)} s`;

export function report(result: Result): string {
  const { scenario, seed, simulatedSeconds, wallSeconds, robots, criteria } = result;
  const head = `${pc.bold(scenario)}, seed ${seed}: ${seconds(simulatedSeconds)} simulated in ${seconds(wallSeconds)}`;
  return [head, ...robots.flatMap(robotLines), ...criteria.map(criterionLine)].join('\n');
}

function robotLines(robot: RobotResult): string[] {
  const { id, outcome, timeToGoal, distanceToGoal, distanceTravelled, contacts, crossTrack, faults } = robot;
  const came = timeToGoal === null ? outcome : `${outcome} after ${seconds(timeToGoal)}`;
  const said = [
    came,
    `${meters(distanceTravelled)} driven`,
    ...(distanceToGoal === null ? [] : [`${meters(distanceToGoal)} from the goal`]),
    ...(crossTrack === null
      ? []
      : [`${meters(crossTrack.rms)} RMS off the path, ${meters(crossTrack.max)} at most`]),
    ...(contacts === 0 ? [] : [`${contacts} ${contacts === 1 ? 'contact' : 'contacts'}`]),
  ];
  return [
    `  ${id}: ${said.join(', ')}`,
    ...faults.map(({ at, what }) => pc.red(`  ${id}: at ${seconds(at)}: ${what}`)),
  ];
}

function criterionLine({ criterion, limit, measured, passed }: CriterionResult): string {
  const figure = figureOf(criterion);
  const found = measured === null ? 'never' : figure(measured);
  const wanted = limit === null ? '' : ` (at most ${figure(limit)})`;
  return `  ${passed ? pc.green('✓') : pc.red('✗')} ${criterion}: ${found}${wanted}`;
}

const figureOf = (criterion: string): ((value: number) => string) =>
  criterion === 'arrived' ? seconds : criterion === 'contacts' ? String : meters;
