/** `steerbot drive` in a process of its own, on its way to a point far off, with the robot behind a pseudo-terminal. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { builtProgram, OWN_TIME } from '../cli/steerbot.js';
import { type PowerChange, type RobotOnPty, robotOnPty, until } from './pty.js';

/** From the last that the board heard of its host to both motor outputs off [s], by the board's clock. */
export const DEAD_WITHIN = 0.25;

export interface DrivenOnPty {
  readonly robot: RobotOnPty;
  readonly child: ChildProcess;
  /** Everything that came from the pipes so far. */
  said(): string;
  readonly ended: Promise<number | null>;
}

export interface DriveOptions {
  /** Another firmware than the project's own. */
  readonly hex?: string;
  /** Of Node, in front of the program; a busy machine does not disturb it. */
  readonly node?: readonly string[];
  /** What runs Node; itself unless given. */
  readonly through?: readonly string[];
  /** Its name or its file; Scout unless given, and wired like Scout. */
  readonly robot?: string;
  /** The mission and the other options; by default a point far off, without a page. */
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly stdio?: SpawnOptions['stdio'];
}

const FAR_OFF = ['--seek', '100,0', '--headless'];

let all: DrivenOnPty[] = [];

/** For `afterEach`. */
export function endDrives(): void {
  for (const { child, robot } of all) {
    child.kill('SIGKILL');
    robot.end();
  }
  all = [];
}

/** Comes back when the robot is at speed. @throws Error when its program ends before, or in a minute */
export async function driveOnPty(options: DriveOptions = {}): Promise<DrivenOnPty> {
  const robot = await robotOnPty(options.hex);
  const driven = begin(robot, options);
  all.push(driven);
  const { child, said } = driven;
  await until(
    () => robot.changes.some(({ duties }) => duties.every((duty) => duty > 0.5)),
    () => `the robot does not drive: ${JSON.stringify(robot.changes.slice(-3))}; ${said()}`,
    child,
  );
  return driven;
}

/** Does something while a robot drives. */
export async function whileDriving<T>(
  options: DriveOptions,
  act: (driven: DrivenOnPty) => Promise<T>,
): Promise<{ readonly driven: DrivenOnPty; readonly result: T }> {
  const driven = await driveOnPty(options);
  return { driven, result: await act(driven) };
}

function begin(robot: RobotOnPty, options: DriveOptions): DrivenOnPty {
  const {
    robot: name = 'scout',
    through = [],
    node = [],
    args = FAR_OFF,
    cwd,
    stdio = ['ignore', 'pipe', 'pipe', 'ipc'],
  } = options;
  const program = [builtProgram(), 'drive', name, '--port', robot.path, ...args];
  const [command = '', ...rest] = [...through, process.execPath, ...OWN_TIME, ...node, ...program];
  const env = { ...process.env, NO_COLOR: '1' };
  const child = spawn(command, rest, { stdio, env, ...(cwd !== undefined && { cwd }) });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  return { robot, child, said: () => said, ended };
}

/** Node's option that runs these words in front of the program. */
export const preload = (words: string): string[] => [
  '--import',
  `data:text/javascript,${encodeURIComponent(words)}`,
];

/** The change that put both outputs off, where they stay. @throws Error if they are on again half a second later */
export async function offForGood(robot: RobotOnPty): Promise<PowerChange> {
  await until(
    () => !robot.isPowered(),
    () => 'the motors run on',
  );
  const change = robot.changes.at(-1) as PowerChange;
  // Long enough for anything that would set them moving again.
  await new Promise((done) => setTimeout(done, 600));
  if (robot.isPowered()) throw new Error(`the motors run again: ${JSON.stringify(robot.changes.slice(-3))}`);
  return change;
}

/** How long the motors ran after the last that the board heard, by its own clock [s]. */
export async function offAfterSilence(robot: RobotOnPty): Promise<number> {
  const { boardAt, heardAt } = await offForGood(robot);
  return boardAt - heardAt;
}
