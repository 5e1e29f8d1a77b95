/** `steerbot calibrate`: measures the robot's own figures, and writes them into its file. */
import { findFile, isPackaged, loadText, ROBOTS } from '../../config/loadFile.js';
import { parseRobot } from '../../config/robot/robotFile.js';
import { DeadManTripped, DriverError, UsageError } from '../../validation/errors.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';
import { isAttended } from '../terminal/terminal.js';
import { Interrupted } from '../tryWheels/tryWheels.js';
import { askYes, CalibrationDeclined } from './askTape.js';
import { type BodyFinding, writable } from './findings.js';
import { measureBody } from './measureBody.js';
import { onBench, say, watchInterruptions } from './onBench.js';
import { isVirtual, rigOpener } from './openRig.js';
import type { CalibrateOptions } from './options.js';
import { calibrationPlanOf } from './plan.js';
import { findingsDocument, reportFindings } from './report.js';
import { StoppedByKey } from './rig.js';
import { type RobotSource, withFindings, writeRobot } from './writeFindings.js';

/** What the report goes by. */
interface Session {
  readonly source: RobotSource;
  readonly options: CalibrateOptions;
  /** Ends the questions. */
  readonly signal: AbortSignal;
}

/** @throws FileError, UsageError, DriverError before anything has moved */
export async function calibrate(name: string, options: CalibrateOptions): Promise<ExitCode> {
  const source = sourceOf(name, options);
  const robot = parseRobot(source.text, source.file);
  const plan = calibrationPlanOf(robot, options);
  refuseUnattended(options);
  const open = await rigOpener(robot, options);
  const watch = watchInterruptions();
  const { signal } = watch;
  try {
    const findings = await onBench({ open, robot, plan, options }, watch, measureBody);
    return findings ? await conclude({ source, options, signal }, findings) : EXIT.interrupted;
  } catch (error) {
    return exitCodeOfError(error, signal);
  } finally {
    watch.end();
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

/** Reports, and writes what is sure. Code 1 where something that was wanted is not sure. */
async function conclude(session: Session, findings: readonly BodyFinding[]): Promise<ExitCode> {
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
    return endWith('\ninterrupted; nothing was written', EXIT.interrupted);
  if (error instanceof CalibrationDeclined || error instanceof StoppedByKey)
    return endWith(`${error.message}; nothing was written`, EXIT.interrupted);
  if (error instanceof DeadManTripped) return endWith(error.message, EXIT.stoppedForSafety);
  if (error instanceof DriverError) return endWith(`${error.message}; nothing was written`, EXIT.noRobot);
  throw error;
}
