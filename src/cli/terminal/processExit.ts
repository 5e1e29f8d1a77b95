/** How the process ends: with the command's exit code, even if other code ends it early, or its output is closed. */
import { closeSync, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isatty } from 'node:tty';
import { EXIT, type ExitCode } from './exitCodes.js';

/** What the exit code depends on. */
interface CommandState {
  /** The file of the user's own behaviors, as soon as its code may run. */
  behaviors?: string;
  /** Set when the command is done. */
  exitCode?: ExitCode;
  /** Why standard output does not have the whole result. */
  lostOutput?: string;
}

const command: CommandState = {};

/** From now on that file's code may run. */
export function markOwnCodeRunning(behaviors: string): void {
  command.behaviors = behaviors;
}

/** The command is done: this is its exit code, whatever still runs, and however it ends. */
export function finishCommand(exitCode: ExitCode): void {
  command.exitCode = exitCode;
  process.exitCode = exitCode;
  // A signal while the process winds up must not replace the exit code.
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => process.exit());
  // A process that ends because nothing is left to do takes these listeners away before it is gone, and the next
  // signal would kill it; one that exits keeps them to the last.
  process.once('beforeExit', () => process.exit());
}

/**
 * A user's own behaviors are code, and may end the whole process: that must not look like the result of a run.
 *
 * Guards graders: `process.exit(0)` in a behavior is no run that met every criterion. To be called once, before any
 * such code is loaded. Uncaught errors and a closed terminal keep their codes.
 */
export function refuseEarlyExit(): void {
  let mistaken = false;
  process.on('uncaughtExceptionMonitor', () => {
    mistaken = true;
  });
  process.on('exit', (code) => {
    const { behaviors, exitCode, lostOutput } = command;
    // Guards graders: a result that was cut off is no result.
    const isLost = lostOutput !== undefined && (exitCode === EXIT.done || exitCode === EXIT.criterionFailed);
    if (isLost) process.exitCode = EXIT.usage;
    else if (exitCode !== undefined) process.exitCode = exitCode;
    else if (behaviors !== undefined && !mistaken && code !== EXIT.interrupted)
      reportEarlyExit(behaviors, code);
  });
}

function reportEarlyExit(behaviors: string, code: number): void {
  process.exitCode = EXIT.usage;
  const found = `--behaviors ${behaviors} ended the program (with code ${code}) before the run was over`;
  try {
    // At the end of a process only a synchronous write is sure to come out.
    writeSync(process.stderr.fd, `${found}; there is no result; remove process.exit() from it\n`);
  } catch {
    // The output is closed; the exit code says it.
  }
}

/**
 * Until undone, `process.exit` throws.
 *
 * Guards motors: a behavior that calls it would end the program before it can stop a robot without a dead-man. As an
 * error of the behavior it stops the robot.
 *
 * @returns undoes it
 */
export function refuseExit(): () => void {
  const { exit } = process;
  const replace = (by: typeof exit) => {
    process.exit = by;
    syncBuiltinESMExports();
  };
  replace((code) => {
    throw new Error(`process.exit(${code ?? ''}) is not allowed while a robot drives; remove it`);
  });
  return () => replace(exit);
}

const PIPE_CLOSED = 'EPIPE';
const TERMINAL_CLOSED = 'EIO';
const STANDARD_STREAMS = [0, 1, 2];

/**
 * Handles output that fails: the terminal is gone, the pipe's reader has seen enough, or the disk is full. That is no
 * fault of the run. A result that a full disk cut off is reported at the end.
 *
 * Guards motors: unhandled, it would be an error of the program, which is printed to the same closed terminal, and so
 * for ever: stopping wheels, or writing a firmware, would never end.
 */
export function handleClosedOutput(streams = [process.stdout, process.stderr]): void {
  const terminals = STANDARD_STREAMS.filter((stream) => isatty(stream));
  process.once('exit', () => closeLostTerminals(terminals.filter((stream) => !isatty(stream))));
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === PIPE_CLOSED || error.code === TERMINAL_CLOSED) return;
      if (stream === process.stdout) reportLostOutput(error.message);
    });
  }
}

function reportLostOutput(why: string): void {
  if (command.lostOutput !== undefined) return;
  command.lostOutput = why;
  process.stderr.write(`the result is lost: standard output cannot be written (${why})\n`);
}

/**
 * From now on this signal ends the program with its exit code, where it would kill it without one.
 *
 * Signals come in twos and more: a terminal that closes sends several, and a hurried user presses Ctrl-C again. The
 * second may come when the code that stops the wheels at the first has finished and removed its listener.
 */
export function exitAtSignal(signal: NodeJS.Signals): void {
  if (exiting.has(signal)) return;
  exiting.add(signal);
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(EXIT.interrupted);
  });
}

const exiting = new Set<NodeJS.Signals>();

/**
 * At exit Node restores the terminal's mode, and aborts where that fails; the exit code would be lost.
 *
 * @param closed streams that were terminals, and are no longer
 */
function closeLostTerminals(closed: readonly number[]): void {
  for (const stream of closed) {
    try {
      closeSync(stream);
    } catch {
      // It was closed already.
    }
  }
}
