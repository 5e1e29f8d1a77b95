/** A result in words; `--json` is for programs. */
import pc from 'picocolors';
import type { Result } from '../../../sim/engine/run.js';
import { figureWords, lossWords } from '../../../sim/referee/lossWords.js';
import {
  type CriterionResult,
  expectedErrorNotes,
  formatMeters,
  formatSeconds,
  type RobotResult,
} from '../../../sim/referee/result.js';
import { placeWords, standingWords } from '../../signals/standing.js';

/** Up to this many robots get a line each; more share one line. */
const MAX_ROBOT_LINES = 12;

export function report(result: Result): string {
  const { scenario, seed, simulatedSeconds, wallSeconds, robots, criteria } = result;
  const head = `${pc.bold(scenario)}, seed ${seed}: ${formatSeconds(simulatedSeconds)} simulated in ${formatSeconds(wallSeconds)}`;
  const told = robots.length > MAX_ROBOT_LINES ? crowdLines(robots) : robots.flatMap(robotLines);
  const ids = robots.map(({ id }) => id);
  const notes = expectedErrorNotes(robots).map((note) => `  ${note}`);
  return [head, ...told, ...notes, ...criteria.flatMap((row) => criterionLines(row, ids))].join('\n');
}

/** One line for all robots, and every fault. */
function crowdLines(robots: readonly RobotResult[]): string[] {
  const outcomes = [...new Set(robots.map(({ outcome }) => outcome))].map((kind) => {
    return `${robots.filter(({ outcome }) => outcome === kind).length} ${kind}`;
  });
  const sum = (figure: (robot: RobotResult) => number) =>
    robots.reduce((all, robot) => all + figure(robot), 0);
  const crossings = sum((robot) => robot.crossings);
  const said = [
    ...outcomes,
    `${formatMeters(sum((robot) => robot.distanceTravelled) / robots.length)} driven on average`,
    ...(crossings === 0 ? [] : [`${crossings} crossings`]),
    ...contactsOf(sum((robot) => robot.contacts)),
  ];
  return [`  ${robots.length} robots: ${said.join(', ')}`, ...robots.flatMap(faultLines)];
}

const contactsOf = (contacts: number): string[] =>
  contacts === 0 ? [] : [`${contacts} ${contacts === 1 ? 'contact' : 'contacts'}`];

const faultLines = ({ id, faults, standing }: RobotResult): string[] => [
  ...faults.map(({ at, what }) => pc.red(`  ${id}: at ${formatSeconds(at)}: ${what}`)),
  ...(standing ? [pc.yellow(`  ${id}: stands ${standingWords(standing)}`)] : []),
];

function robotLines(robot: RobotResult): string[] {
  const { id, outcome, why, timeToGoal, distanceToGoal, distanceTravelled, contacts, crossTrack, crossings } =
    robot;
  const first =
    crossings > 0 ? `${crossings} ${crossings === 1 ? 'crossing' : 'crossings'}, the first` : outcome;
  const ended = why === undefined ? outcome : `${outcome} (${why})`;
  const came = timeToGoal === null ? ended : `${first} after ${formatSeconds(timeToGoal)}`;
  const said = [
    came,
    `${formatMeters(distanceTravelled)} driven`,
    ...(distanceToGoal === null ? [] : [`${formatMeters(distanceToGoal)} from the goal`]),
    ...(crossTrack === null
      ? []
      : [`${formatMeters(crossTrack.rms)} RMS off the path, ${formatMeters(crossTrack.max)} at most`]),
    ...contactsOf(contacts),
    ...(robot.collisionMonitor ? ['collision monitor off'] : []),
  ];
  return [`  ${id}: ${said.join(', ')}`, ...faultLines(robot)];
}

/** What was missed with its reason below it. */
function criterionLines(row: CriterionResult, robots: readonly string[]): string[] {
  const { passed, lost } = row;
  const figure = figureWords(row);
  if (passed || !lost) return [`  ${passed ? pc.green('✓') : pc.red('✗')} ${figure}`];
  const place = lost.place ? `, at ${placeWords(lost.place)}` : '';
  const said = `  ${pc.red('✗')} ${lossWords(row, robots)}${place} (${figure})`;
  return lost.why === undefined ? [said] : [said, `    ${lost.why}`];
}
