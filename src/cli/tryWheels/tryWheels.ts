/** `steerbot drive --try-wheels`: turns one wheel at a time, asks what it did, and puts the robot's file right. */
import { ReplaySubject } from 'rxjs';
import { findFile, isPackaged, loadText, ROBOTS } from '../../config/loadFile.js';
import { parseRobot } from '../../config/robot/robotFile.js';
import { saveWiring } from '../../config/robot/saveWiring.js';
import { DeadManTripped } from '../../validation/errors.js';
import type { DriveOptions } from '../drive/drive.js';
import { unlessInterrupted } from '../drive/driveSession.js';
import { robotOpener } from '../drive/openRobot.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';
import { replaceFile } from '../terminal/outputFile.js';
import { type Interruption, interruptions$ } from '../terminal/shutdown.js';
import { isAttended } from '../terminal/terminal.js';
import { UsageError } from '../terminal/usageError.js';
import { NoPower } from './dialogue.js';
import { examine } from './examine.js';
import { type Finding, findings } from './findings.js';
import { Interrupted } from './keyboard.js';

/** @throws FileError, UsageError, DriverError before anything has moved */
export async function tryWheels(name: string, options: DriveOptions): Promise<ExitCode> {
  const file = ownFile(name);
  refuseMisuse(options);
  const text = loadText(file);
  const robot = parseRobot(text, file);
  const { port, withoutDeadman = false } = options;
  const open = robotOpener(robot, { port, withoutDeadman, attended: true });
  // Guards people: from here on no signal and no mistake ends the process before the wheels are stopped.
  const interrupted$ = new ReplaySubject<Interruption>(1);
  const watch = interruptions$.subscribe(interrupted$);
  try {
    const body = await unlessInterrupted(open(), { interrupted$ });
    if (!body) return EXIT.interrupted;
    const table = { body, robot, interrupted$, input: process.stdin, output: process.stderr };
    const motions = await examine(table).finally(() => body.close());
    if (!motions) return ended('raise it, so that no wheel touches anything', EXIT.stoppedForSafety);
    return putRight(file, text, findings(robot, motions));
  } catch (error) {
    return endedBy(error);
  } finally {
    watch.unsubscribe();
  }
}

const ELSEWHERE = 'seek arrive path mission wait behaviors headless json record listen'.split(' ');

/** It asks, and goes nowhere. @throws UsageError */
function refuseMisuse(options: DriveOptions): void {
  const given = ELSEWHERE.filter((option) => options[option as keyof DriveOptions] !== undefined);
  if (given.length > 0) {
    throw new UsageError(`--try-wheels drives nowhere; leave --${given.join(' and --')} out`);
  }
  if (!isAttended()) {
    throw new UsageError('--try-wheels asks what the wheels do; run it in a terminal');
  }
}

/** @throws UsageError for a file that comes with Steerbot */
function ownFile(name: string): string {
  const file = findFile(name, ROBOTS);
  if (!isPackaged(file)) return file;
  throw new UsageError(
    `'${name}' comes with Steerbot, and --try-wheels may have to write to its file; ` +
      `make one of your own: steerbot init --kit ${name}`,
  );
}

/** @throws FileError, UsageError where the file cannot be changed so; then it is as it was */
function putRight(file: string, text: string, found: readonly Finding[]): ExitCode {
  for (const { says } of found) process.stdout.write(`${says}\n`);
  const changes = found.flatMap(({ change }) => change ?? []);
  if (changes.length > 0) {
    const after = saveWiring(text, file, changes);
    if (loadText(file) !== text) throw new UsageError(`${file} was changed meanwhile; try the wheels again`);
    replaceFile(file, after);
  }
  if (found.length === 0)
    process.stdout.write('both wheels turn as the file says; nothing is to be changed\n');
  else if (changes.length > 0) process.stdout.write(`written to ${file}; try the wheels again to see it\n`);
  return EXIT.done;
}

function ended(why: string, code: ExitCode): ExitCode {
  process.stderr.write(`${why}\n`);
  return code;
}

/** The motors are off by now. @throws whatever ends no trial of wheels by itself */
function endedBy(error: unknown): ExitCode {
  if (error instanceof NoPower) return ended(error.message, EXIT.noRobot);
  if (error instanceof DeadManTripped) return ended(error.message, EXIT.stoppedForSafety);
  if (!(error instanceof Interrupted)) throw error;
  const { signal, error: mistake } = error.interruption;
  if (signal) return ended('\ninterrupted; the wheels are stopped, nothing is written', EXIT.interrupted);
  return ended(`\n${mistake instanceof Error ? mistake.stack : mistake}`, EXIT.stoppedForSafety);
}
