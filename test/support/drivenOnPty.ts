/** `steerbot drive` in a process of its own, on its way to a point far off, with the robot behind a pseudo-terminal. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { builtProgram } from '../cli/steerbot.js';
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
  /** Of Node, in front of the program. */
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

/**
 * Comes back when the robot is at speed.
 *
 * @param tries a busy machine may starve drive or board of time, so that one of them gives up
 */
export async function driveOnPty(options: DriveOptions = {}, tries = 5): Promise<DrivenOnPty> {
  const robot = await robotOnPty(options.hex);
  const driven = begin(robot, options);
  all.push(driven);
  const { child, said } = driven;
  const atSpeed = () => robot.changes.some(({ duties }) => duties.every((duty) => duty > 0.5));
  await until(
    () => atSpeed() || child.exitCode !== null,
    () => `the robot does not drive: ${JSON.stringify(robot.changes.slice(-3))}; ${said()}`,
  );
  if (atSpeed()) return driven;
  // 4: the board has stopped itself; 3: it was not heard for a quarter of a second.
  if (![3, 4].includes(child.exitCode ?? 0) || tries === 1)
    throw new Error(`it ended with ${child.exitCode}: ${said()}`);
  robot.end();
  return driveOnPty(options, tries - 1);
}

/**
 * Does something while a robot drives. A busy machine may starve the drive of time meanwhile, so that the board or the
 * drive stops the robot: then it is tried again. What always stops it is found all the same.
 */
export async function whileDriving<T>(
  options: DriveOptions,
  act: (driven: DrivenOnPty) => Promise<T>,
  tries = 5,
): Promise<{ readonly driven: DrivenOnPty; readonly result: T }> {
  const driven = await driveOnPty(options);
  const since = driven.robot.changes.length;
  const result = await act(driven);
  const wasOff = driven.robot.changes.slice(since).some(({ duties }) => duties.includes(0));
  if (!wasOff || tries === 1) return { driven, result };
  endDrives();
  return whileDriving(options, act, tries - 1);
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
  const [command = '', ...rest] = [...through, process.execPath, ...node, ...program];
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
