/** What each command's help ends with: three examples, and the exit codes. */
import type { Command } from 'commander';
import type { ExitCode } from './terminal/exitCodes.js';

type Example = readonly [line: string, what: string];

/** By the command's name. */
export const EXAMPLES: Readonly<Record<string, readonly [Example, Example, Example]>> = {
  init: [
    ['init', 'asks what you have'],
    ['init rover --kit boe-bot', 'a robot called rover, from a kit'],
    ['init --kit boe-bot --yes', 'asks nothing'],
  ],
  presets: [
    ['presets', 'every robot with its board'],
    ['presets boe-bot', 'prints its file'],
    ['presets --json', 'the list for a program'],
  ],
  wiring: [
    ['wiring scout', 'a table of pins'],
    ['wiring my-robot.yaml --json', 'of your own file, for a program'],
    ['wiring scout --svg wiring.svg', 'and a picture'],
  ],
  schema: [
    ['schema robot', 'for robot files'],
    ['schema scenario --write scenario.schema.json', 'into a file'],
    ['schema mission --behaviors mine.js', 'with behaviors of your own'],
  ],
  check: [
    ['check my-robot.yaml', 'one file'],
    ['check my-robot.yaml my-run.yaml path.csv', 'several'],
    ['check scout --json', 'by its name; the mistakes for an editor'],
  ],
  sim: [
    ['sim playground', 'with its page'],
    ['sim square --headless --plot square.svg', 'as fast as it can, and a picture'],
    ['sim arrive --seeds 1..100', 'a hundred runs and their statistics'],
  ],
  worker: [
    ['worker --queue redis://127.0.0.1', 'on the machine of the queue'],
    ['worker --queue rediss://lab.example --jobs 8', 'on another machine, with TLS'],
    ['worker --queue redis://127.0.0.1 --allow-code', 'also studies with own behaviors'],
  ],
  study: [
    ['study list --queue redis://127.0.0.1', 'all that the queue has'],
    ['study fetch 3f9a01c2 --queue redis://127.0.0.1 --csv runs.csv', 'the results of one'],
    ['study cancel 3f9a01c2 --queue redis://127.0.0.1', 'and away with it'],
  ],
  ports: [
    ['ports', 'path, board and serial number of each'],
    ['ports --json', 'the list for a program'],
    ['drive scout --arrive 1,0 --port serial:75435353038351F0A1B2', 'a board by its serial number'],
  ],
  flash: [
    ['flash scout', 'the board that is plugged in'],
    ['flash uno --port /dev/ttyACM0', 'a board by its port'],
    ['flash uno --port emulated --yes', 'try it without hardware'],
  ],
  doctor: [
    ['doctor', 'board, cable and firmware'],
    ['doctor scout --turn-wheels', 'whether they fit the robot, and how late its wheels answer'],
    ['doctor scout --port emulated', 'try it without hardware'],
  ],
  calibrate: [
    ['calibrate my-robot', 'guided, with block, ruler and tape'],
    ['calibrate my-robot --only motors,gyro', 'some of it, with the wheels off the ground'],
    [
      'calibrate scout --port simulated --plant true-body.yaml --dry-run',
      'a body with errors, without hardware',
    ],
  ],
  import: [
    ['import course.gpx', 'what it holds, as x_m,y_m'],
    ['import map.yaml --write world.yaml', "ROS' map as the world of a scenario"],
    ['import plan.svg --unit 1cm --write plan.csv', 'a drawing whose units are centimetres'],
  ],
  drive: [
    ['drive scout --arrive 1,0', 'one meter ahead'],
    ['drive scout --wait --port emulated', 'without hardware, from the page'],
    ['drive my-robot.yaml --path course.csv --record run.mcap', 'along a path, recorded'],
  ],
  replay: [
    ['replay run.mcap', 'on its page'],
    ['replay run.mcap --resimulate', 'does the current code do the same?'],
    ['replay run.mcap --csv ticks.csv', 'every tick as a row, for a spreadsheet or a program'],
  ],
  compare: [
    ['compare run.mcap', 'which figures of its file are wrong?'],
    ['compare run.mcap --write plant.yaml', 'that body, to simulate it'],
    ['compare run.mcap --robot scout --json', 'one of several robots, for a program'],
  ],
};

type Endings = Readonly<Partial<Record<ExitCode, string>>>;

const OF_ANY: Endings = { 0: 'done', 2: 'wrong usage, or a mistake in a file' };
const OF_RUNS: Endings = { ...OF_ANY, 0: 'done, and every criterion was met', 1: 'a criterion failed' };
const OF_ROBOTS: Endings = { 3: 'no robot was found, or it was lost' };
const STOPPED: Endings = { 4: 'stopped for safety' };
const INTERRUPTED: Endings = { 130: 'interrupted' };

/** Of the commands that can end otherwise than done or wrongly used. */
const ENDINGS: Readonly<Record<string, Endings>> = {
  init: { ...OF_ANY, ...INTERRUPTED },
  check: {
    ...OF_ANY,
    0: 'nothing is wrong',
    2: 'wrong usage, or a mistake in a file: all of them are printed',
  },
  sim: { ...OF_RUNS, ...STOPPED, ...INTERRUPTED },
  ports: { ...OF_ANY, 3: 'no board is plugged in' },
  flash: { ...OF_ANY, ...OF_ROBOTS, ...INTERRUPTED },
  doctor: { ...OF_ANY, 0: 'nothing is wrong', 1: 'something is wrong', ...OF_ROBOTS, ...INTERRUPTED },
  calibrate: {
    ...OF_ANY,
    1: 'some of the figures asked for are unsure',
    ...{ ...OF_ROBOTS, ...STOPPED, ...INTERRUPTED },
  },
  drive: {
    ...OF_RUNS,
    1: 'the mission failed, or its time was over',
    ...OF_ROBOTS,
    ...STOPPED,
    ...INTERRUPTED,
  },
  replay: {
    ...OF_ANY,
    1: 'with --resimulate: the current code does something else; with --branch: a criterion failed',
    4: 'with --branch: stopped for safety',
  },
  study: {
    ...OF_ANY,
    1: 'with fetch: a criterion failed',
    4: 'with fetch: a run was stopped for safety',
    130: 'with fetch: interrupted',
  },
  worker: { ...OF_ANY, ...INTERRUPTED },
};

/** The exit codes of a command, and what each means. */
export const endingsOf = (name: string): Endings => ENDINGS[name] ?? OF_ANY;

function exitCodesHelp(name: string): string {
  const lines = Object.entries(endingsOf(name)).map(([code, what]) => `  ${code.padEnd(5)}${what}`);
  return `Exit codes:\n${lines.join('\n')}`;
}

/** Ends the command's help with its examples. */
export function withExamples(command: Command): Command {
  const examples = EXAMPLES[command.name()] ?? [];
  const width = Math.max(...examples.map(([line]) => line.length)) + 2;
  const lines = examples.map(([line, what]) => `  steerbot ${line.padEnd(width)}${what}`);
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}\n\n${exitCodesHelp(command.name())}`);
}
