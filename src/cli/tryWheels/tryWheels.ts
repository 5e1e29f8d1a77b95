/**
 * `steerbot drive --try-wheels`: the robot stands on a table. Wheels turn one at a time, the user says what they do,
 * and the robot's file is corrected.
 */

import {
  filter,
  firstValueFrom,
  ignoreElements,
  map,
  merge,
  Observable,
  ReplaySubject,
  Subject,
  share,
  tap,
} from 'rxjs';
import { findFile, isPackaged, loadText, ROBOTS } from '../../config/loadFile.js';
import { parseRobot } from '../../config/robot/robotFile.js';
import { saveWiring } from '../../config/robot/saveWiring.js';
import type { ConnectedRobot } from '../../drivers/driver.js';
import { REST_SPEED } from '../../math/standstill.js';
import type { MetersPerSecond } from '../../math/units.js';
import { canBeCrossed } from '../../robot/directionPins.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { type Reading, SIDES, type Side, type WheelSpeeds } from '../../signals/signals.js';
import { DeadManTripped, UsageError } from '../../validation/errors.js';
import { closeOrWarn } from '../drive/closeOrWarn.js';
import { type DriveCommandOptions, practiceBody } from '../drive/drive.js';
import { robotOpener } from '../drive/openRobot.js';
import { exchangeText } from '../drive/practice.js';
import { unlessInterrupted } from '../drive/runMission.js';
import { linkOf, refuseBoardless } from '../linkOptions.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';
import { replaceFile } from '../terminal/outputFile.js';
import { type Interruption, interruptions$ } from '../terminal/shutdown.js';
import { isAttended } from '../terminal/terminal.js';
import {
  type Answer,
  findings,
  identifyWheels,
  type ObservedMotions,
  type WheelAdvice,
  WheelsDoNotTurn,
} from './diagnosis.js';
import { type SpinResult, spin } from './spin.js';

/** @throws FileError, UsageError, DriverError before anything has moved */
export async function tryWheels(name: string, options: DriveCommandOptions): Promise<ExitCode> {
  const file = ownFile(name);
  refuseMisuse(options);
  const text = loadText(file);
  const robot = parseRobot(text, file);
  const { open, exchanged } = await testOpener(robot, options);
  // Guards people: from here on no signal and no error ends the process before the wheels are stopped.
  const interrupted$ = new ReplaySubject<Interruption>(1);
  const watch = interruptions$.subscribe(interrupted$);
  try {
    const body = await unlessInterrupted(open(), { interrupted$ });
    if (!body) return EXIT.interrupted;
    const stand = { body, robot, interrupted$, input: process.stdin, output: process.stderr };
    const motions = await testWheels(stand).finally(() => closeOrWarn(body));
    if (!motions) return endWith('raise it, so that no wheel touches anything', EXIT.stoppedForSafety);
    const code = correctFile(file, text, findings(robot, motions));
    process.stderr.write(exchanged);
    return code;
  } catch (error) {
    return exitCodeOfError(error);
  } finally {
    watch.unsubscribe();
  }
}

/** Opens the robot, and says what a seed has exchanged on it: for after the test. @throws UsageError */
async function testOpener(robot: RobotDefinition, options: DriveCommandOptions) {
  const { withoutDeadman = false, miswired: seed } = options;
  const practice = await practiceBody(robot, options);
  const asked = { ...linkOf(options), withoutDeadman, testsWiring: true, attended: true };
  const open = await robotOpener(robot, { ...asked, ...practice });
  const exchanged = seed === undefined ? '' : `${exchangeText(seed, practice.exchanged ?? [])}\n`;
  return { open, exchanged };
}

const DRIVE_OPTIONS = 'seek arrive path mission wait behaviors headless json record listen foxglove'.split(
  ' ',
);

/** The test asks questions and drives nowhere. @throws UsageError */
function refuseMisuse(options: DriveCommandOptions): void {
  const given = DRIVE_OPTIONS.filter((option) => options[option as keyof DriveCommandOptions] !== undefined);
  if (given.length > 0) {
    throw new UsageError(`--try-wheels drives nowhere; leave --${given.join(' and --')} out`);
  }
  refuseBoardless(options, 'wire');
  if (!isAttended()) {
    throw new UsageError('--try-wheels asks what the wheels do; run it in a terminal');
  }
}

/** @throws UsageError for a file of the package */
function ownFile(name: string): string {
  const file = findFile(name, ROBOTS);
  if (!isPackaged(file)) return file;
  throw new UsageError(
    `'${name}' comes with Steerbot, but --try-wheels may need to correct its file; ` +
      `make your own: steerbot init --kit ${name}`,
  );
}

/** @throws FileError, UsageError where the file cannot be changed like this; then it is as it was */
function correctFile(file: string, text: string, found: readonly WheelAdvice[]): ExitCode {
  for (const { message } of found) process.stdout.write(`${message}\n`);
  const changes = found.flatMap(({ change }) => change ?? []);
  if (changes.length > 0) {
    const after = saveWiring(text, file, changes);
    if (loadText(file) !== text)
      throw new UsageError(`${file} was changed in the meantime; try the wheels again`);
    replaceFile(file, after);
  }
  if (found.length === 0) process.stdout.write('both wheels turn as the file says; nothing to change\n');
  else if (changes.length > 0) process.stdout.write(`written to ${file}; try the wheels again to check it\n`);
  return EXIT.done;
}

function endWith(why: string, code: ExitCode): ExitCode {
  process.stderr.write(`${why}\n`);
  return code;
}

/** The motors are off by now. @throws errors that the test does not expect */
function exitCodeOfError(error: unknown): ExitCode {
  if (error instanceof WheelsDoNotTurn) return endWith(error.message, EXIT.noRobot);
  if (error instanceof DeadManTripped) return endWith(error.message, EXIT.stoppedForSafety);
  if (!(error instanceof Interrupted)) throw error;
  const { signal, error: mistake } = error.interruption;
  if (signal) return endWith('\ninterrupted; nothing was written', EXIT.interrupted);
  return endWith(`\n${mistake instanceof Error ? mistake.stack : mistake}`, EXIT.stoppedForSafety);
}

export interface TestStand {
  readonly body: ConnectedRobot;
  readonly robot: RobotDefinition;
  readonly interrupted$: Observable<Interruption>;
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WritableStream;
}

/**
 * What each motor does; undefined if the wheels are not off the ground, and then nothing has moved.
 *
 * Guards people: between two spins the motors are off, and during a spin any key stops it.
 *
 * @throws WheelsDoNotTurn, Interrupted, DriverError
 */
export async function testWheels(stand: TestStand): Promise<ObservedMotions | undefined> {
  const { body, robot, input, output } = stand;
  const keys$ = keyPresses(input);
  // Listens all the time, and remembers: a Ctrl-C between two questions must not be lost.
  const ended$ = new Subject<never>();
  const listening = endOfTest(stand, keys$).subscribe(ended$);
  const say = (text: string) => output.write(`${text}\n`);
  const asked = (question: string, turnsBack = false) =>
    askAtKeys({ question, turnsBack }, keys$, ended$, output);
  const spun = async (side: Side): Promise<SpinResult> => {
    const how = canBeCrossed(robot.motors) ? 'for a second, with a pause' : 'for a second';
    say(`The motor that the file calls ${side} turns slowly ${how}; any key stops it.`);
    const seen = await spin(side, { body, robot, ended$, enough$: keys$ });
    if (seen.wheels) say(seenText(seen.wheels, seen.before?.wheels));
    return seen;
  };
  try {
    if (body.warning !== null) say(`warning: ${body.warning}`);
    // An emulated robot cannot fall off a table.
    if (!body.truth && (await asked('Are both wheels off the ground?')) !== 'yes') return undefined;
    return await identifyWheels({ ask: asked, spin: spun });
  } finally {
    listening.unsubscribe();
  }
}

/** Errors when the test must end: the body is lost, the user ends it at the keyboard, or a signal or an error does. */
const endOfTest = ({ body, interrupted$ }: TestStand, keys$: Observable<string>): Observable<never> =>
  merge(
    body.readings$.pipe(tap(throwTripped), ignoreElements()),
    keys$.pipe(ignoreElements()),
    interrupted$.pipe(map(throwInterrupted)),
  );

/** This test does not arm a board again that has stopped itself. @throws DeadManTripped */
function throwTripped(reading: Reading): void {
  if (reading.kind === 'tripped') throw new DeadManTripped(reading.why);
}

function throwInterrupted(interruption: Interruption): never {
  throw new Interrupted(interruption);
}

/** Describes wheels that cannot be seen. @param first their speeds before, in a spin of two halves */
function seenText(wheels: WheelSpeeds, first: WheelSpeeds = wheels): string {
  const words = SIDES.flatMap((side) => {
    const [began, ended] = [wayOf(first[side]), wayOf(wheels[side])];
    if (began === ended) return ended ? `the ${side} wheel turns ${ended}` : [];
    return `the ${side} wheel ${began ? `turns ${began}` : 'stands'}, then ${ended ? `turns ${ended}` : 'stands'}`;
  });
  return `Emulated: ${words.join(', ') || 'no wheel turns'}.`;
}

function wayOf(speed: MetersPerSecond): string | undefined {
  if (Math.abs(speed) <= REST_SPEED) return undefined;
  return speed > 0 ? 'forwards' : 'backwards';
}

/** A key, a signal or an error has ended the test. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly interruption: Interruption;

  constructor(interruption: Interruption) {
    super('interrupted');
    this.interruption = interruption;
  }
}

/** Ctrl-C, Ctrl-D, Ctrl-Z, Ctrl-\: in raw mode a terminal makes no signals of them. */
const END_KEYS = '\u0003\u0004\u001a\u001c';

/**
 * The pressed keys, which are not shown; without a subscriber the terminal keeps its usual mode.
 *
 * Guards people: errors with Interrupted at an end key, or when the input ends so that no key can be pressed any more.
 */
export const keyPresses = (input: NodeJS.ReadStream): Observable<string> =>
  new Observable<string>((subscriber) => {
    const end = () => subscriber.error(new Interrupted({ signal: 'SIGINT' }));
    const hear = (text: string) => {
      for (const key of text) END_KEYS.includes(key) ? end() : subscriber.next(key);
    };
    input.setRawMode(true).setEncoding('utf8').on('data', hear).on('end', end).resume();
    return () => {
      input.off('data', hear).off('end', end).pause();
      try {
        input.setRawMode(false);
      } catch {
        // A closed terminal has no mode any more.
      }
    };
  }).pipe(share());

const ANSWER_OF_KEY: Readonly<Record<string, Answer>> = { y: 'yes', n: 'no', b: 'both', r: 'again' };

interface Question {
  readonly question: string;
  readonly turnsBack?: boolean;
}

/** A key that was pressed before the question does not answer it. @throws what `keys$` or `ended$` errors with */
export async function askAtKeys(
  { question, turnsBack = false }: Question,
  keys$: Observable<string>,
  ended$: Observable<never>,
  output: NodeJS.WritableStream,
): Promise<Answer> {
  const keysWanted = turnsBack ? 'y, n, b or r? ' : 'y, n or r? ';
  const both = turnsBack ? ', b: first the one way, then the other' : '';
  output.write(`${question} (y / n${both}, r: once more) `);
  let repeated = false;
  const answers$ = keys$.pipe(
    map((key) => ANSWER_OF_KEY[key.toLowerCase()]),
    map((answer) => (answer === 'both' && !turnsBack ? undefined : answer)),
    tap((answer) => {
      // Said once, because an arrow key sends three.
      if (answer === undefined && !repeated) output.write(keysWanted);
      repeated ||= answer === undefined;
    }),
    filter((answer) => answer !== undefined),
  );
  const answer = await firstValueFrom(merge(ended$, answers$));
  output.write(`${answer}\n`);
  return answer;
}
