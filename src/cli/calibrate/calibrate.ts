/** `steerbot calibrate`: measures the robot's own figures, and writes them into its file. */
import { ignoreElements, map, merge, type Observable, ReplaySubject, tap } from 'rxjs';
import { findFile, isPackaged, loadText, ROBOTS } from '../../config/loadFile.js';
import { parseRobot } from '../../config/robot/robotFile.js';
import type { ConnectedRobot } from '../../drivers/driver.js';
import { resumeRandom, seedRandom } from '../../math/random.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { DeadManTripped, DriverError } from '../../validation/errors.js';
import { unlessInterrupted } from '../drive/runMission.js';
import { EXIT, type ExitCode, UsageError } from '../terminal/exitCodes.js';
import { type Interruption, interruptions$ } from '../terminal/shutdown.js';
import { isAttended } from '../terminal/terminal.js';
import { Interrupted, keyPresses } from '../tryWheels/tryWheels.js';
import { askedTape, askYes, Declined } from './askTape.js';
import type { Bench } from './bench.js';
import { type Finding, writable } from './findings.js';
import { measureBody } from './measureBody.js';
import { isVirtual, rigOpener } from './openRig.js';
import { type CalibrateOptions, type Plan, planOf } from './options.js';
import { findingsDocument, reportFindings } from './report.js';
import { type Rig, StoppedByKey } from './rig.js';
import { simulatedTape, type Tape } from './tape.js';
import { type RobotSource, withFindings, writeRobot } from './writeFindings.js';

/** What one run of the command goes by. */
interface Session {
  readonly source: RobotSource;
  readonly robot: RobotDefinition;
  readonly plan: Plan;
  readonly options: CalibrateOptions;
  /** Ends the questions. */
  readonly signal: AbortSignal;
  readonly interrupted$: Observable<Interruption>;
}

/** @throws FileError, UsageError, DriverError before anything has moved */
export async function calibrate(name: string, options: CalibrateOptions): Promise<ExitCode> {
  const source = sourceOf(name, options);
  const robot = parseRobot(source.text, source.file);
  const plan = planOf(robot, options);
  refuseUnattended(options);
  const open = await rigOpener(robot, options);
  // Guards people: from here on no signal and no error ends the process before the wheels are stopped.
  const interrupted$ = new ReplaySubject<Interruption>(1);
  const watch = interruptions$.subscribe(interrupted$);
  const ended = new AbortController();
  watch.add(interrupted$.subscribe(() => ended.abort()));
  const session = { source, robot, plan, options, interrupted$, signal: ended.signal };
  try {
    const body = await unlessInterrupted(open(), { interrupted$ });
    if (!body) return EXIT.interrupted;
    const findings = await measureBody(benchOf(session, body)).finally(() => body.close());
    return await conclude(session, findings);
  } catch (error) {
    return exitCodeOfError(error, ended.signal);
  } finally {
    watch.unsubscribe();
  }
}

/** @throws UsageError for a file of the package */
function sourceOf(name: string, { dryRun = false }: CalibrateOptions): RobotSource {
  const file = findFile(name, ROBOTS);
  if (!dryRun && isPackaged(file))
    throw new UsageError(
      `'${name}' comes with Steerbot, and calibrating changes its file; ` +
        `make your own: steerbot init --kit ${name}; or add --dry-run`,
    );
  return { file, text: loadText(file) };
}

/** @throws UsageError */
function refuseUnattended({ port }: CalibrateOptions): void {
  if (isVirtual(port) || isAttended()) return;
  throw new UsageError(
    'calibrate asks you to place and measure the robot; run it in a terminal, or with --port simulated',
  );
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

function benchOf({ robot, plan, options, signal, interrupted$ }: Session, body: ConnectedRobot): Bench {
  const isReal = !isVirtual(options.port);
  const rig: Rig = {
    body,
    robot,
    ended$: merge(endOfBody(body), interrupted$.pipe(map(throwInterrupted)), ...(isReal ? [keyStops()] : [])),
    ...(isReal && { tryAgain: (why: string) => askYes(`${why}. Put it back, and try this again?`, signal) }),
  };
  if (body.warning !== null) say(`warning: ${body.warning}`);
  const raise = async (): Promise<void> => {
    if (!isReal) return;
    const raised = await askYes('Put it on a block. Do both wheels turn freely, off the ground?', signal);
    if (!raised) throw new Declined('its wheels must be off the ground');
  };
  return { rig, plan, raise, tape: tapeOf(body, { seed: options.seed, signal, isReal }) };
}

function tapeOf(
  { truth }: ConnectedRobot,
  { seed = 1, signal, isReal }: { seed: number | undefined; signal: AbortSignal; isReal: boolean },
): Tape {
  if (isReal || !truth) return askedTape(signal, say);
  const tape = simulatedTape(truth, resumeRandom(seedRandom(seed)));
  return {
    start: (what) => {
      say(what);
      return tape.start(what);
    },
    measure: (question) => tape.measure(question),
  };
}

/** Errors when the board is lost, or has stopped itself: it is not armed again without being asked. */
const endOfBody = ({ readings$ }: ConnectedRobot): Observable<never> =>
  readings$.pipe(
    tap((reading) => {
      if (reading.kind === 'tripped') throw new DeadManTripped(reading.why);
    }),
    ignoreElements(),
  );

const keyStops = (): Observable<never> =>
  keyPresses(process.stdin).pipe(
    map(() => {
      throw new StoppedByKey('A key stopped it');
    }),
  );

function throwInterrupted(interruption: Interruption): never {
  throw new Interrupted(interruption);
}

/** Reports, and writes what is sure. Code 1 where something that was wanted is not sure. */
async function conclude(session: Session, findings: readonly Finding[]): Promise<ExitCode> {
  const { source, options, signal } = session;
  const { json = false, dryRun = false } = options;
  const sure = writable(findings);
  const after = sure.length > 0 ? withFindings(source, findings) : source.text;
  if (!json) process.stdout.write(`${reportFindings(findings)}\n`);
  const asks = !dryRun && sure.length > 0 && !isVirtual(options.port);
  const isWanted = !asks || (await askYes(`Write what is sure into ${source.file}?`, signal));
  const writes = !dryRun && isWanted && after !== source.text;
  if (writes) writeRobot(source, after);
  if (json)
    process.stdout.write(`${JSON.stringify(findingsDocument(findings, writes ? source.file : null))}\n`);
  else say(writes ? `written to ${source.file}` : 'nothing was written');
  const isDone = findings.every(({ verdict }) => verdict === 'sure' || verdict === 'cannot be known');
  return isDone ? EXIT.done : EXIT.criterionFailed;
}

function endWith(why: string, code: ExitCode): ExitCode {
  process.stderr.write(`${why}\n`);
  return code;
}

/** The motors are off by now. @throws errors that calibrating does not expect */
function exitCodeOfError(error: unknown, signal: AbortSignal): ExitCode {
  if (error instanceof Interrupted && error.interruption.error !== undefined) throw error.interruption.error;
  if (error instanceof Interrupted || signal.aborted)
    return endWith('\ninterrupted; the wheels are stopped, nothing was written', EXIT.interrupted);
  if (error instanceof Declined || error instanceof StoppedByKey)
    return endWith(`${error.message}; nothing was written`, EXIT.interrupted);
  if (error instanceof DeadManTripped) return endWith(error.message, EXIT.stoppedForSafety);
  if (error instanceof DriverError) return endWith(`${error.message}; nothing was written`, EXIT.noRobot);
  throw error;
}
