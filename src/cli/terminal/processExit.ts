/** How the process ends: with the command's exit code, whoever ends it early, and whoever reads its output no more. */
import { closeSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { EXIT, type ExitCode } from './exitCodes.js';

/** What the end of the process goes by. */
interface CommandState {
  /** The file of one's own behaviors, as soon as any of its code may run. */
  behaviors?: string;
  /** Known once the command is done. */
  exitCode?: ExitCode;
}

const command: CommandState = {};

/** From now on that file's code may run. */
export function markOwnCodeRunning(behaviors: string): void {
  command.behaviors = behaviors;
}

/** The command is done: whatever still runs, and however it ends, this is its exit code. */
export function finishCommand(exitCode: ExitCode): void {
  command.exitCode = exitCode;
  process.exitCode = exitCode;
}

/**
 * A file of one's own behaviors is code, and may end the whole process: no result of a run may be read out of that.
 *
 * Guards graders: `process.exit(0)` in somebody's behavior is no run that met every criterion. To be called once, before
 * any such code is loaded. A mistake that nobody caught, and a terminal that was closed, keep their codes.
 */
export function refuseEarlyExit(): void {
  let mistaken = false;
  process.on('uncaughtExceptionMonitor', () => {
    mistaken = true;
  });
  process.on('exit', (code) => {
    const { behaviors, exitCode } = command;
    if (exitCode !== undefined) process.exitCode = exitCode;
    else if (behaviors !== undefined && !mistaken && code !== EXIT.interrupted)
      reportEarlyExit(behaviors, code);
  });
}

function reportEarlyExit(behaviors: string, code: number): void {
  process.exitCode = EXIT.usage;
  const found = `--behaviors ${behaviors} ended the program (with code ${code}) before the run was over`;
  try {
    // At the end of a process nothing else is sure to come out.
    writeSync(process.stderr.fd, `${found}; there is no result; remove process.exit() from it\n`);
  } catch {
    // Nobody reads it any more; the exit code says it.
  }
}

const PIPE_CLOSED = 'EPIPE';
const TERMINAL_CLOSED = 'EIO';
const STANDARD_STREAMS = [0, 1, 2];

/**
 * Output that nobody takes any more: the terminal was closed, or the pipe's reader has seen enough. Such a failure is no fault of the run, and there is nobody to be told of it.
 *
 * Guards motors: unheard, it would be a mistake in the program, which is said to the same closed terminal, and so for
 * ever: what is being stopped, or written into a board, would never come to its end.
 */
export function handleClosedOutput(streams = [process.stdout, process.stderr]): void {
  const terminals = STANDARD_STREAMS.filter((stream) => isatty(stream));
  process.once('exit', () => closeLostTerminals(terminals.filter((stream) => !isatty(stream))));
  let outlived = false;
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === PIPE_CLOSED) return;
      if (error.code !== TERMINAL_CLOSED) throw error;
      if (!outlived) exitOnHangup();
      outlived = true;
    });
  }
}

/** Its signal may come later, when whoever stops the wheels at it has done so and listens no more. */
function exitOnHangup(): void {
  process.on('SIGHUP', () => {
    if (process.listenerCount('SIGHUP') === 1) process.exit(EXIT.interrupted);
  });
}

/**
 * At its end Node sets a terminal back to how it was, and aborts where that fails; the exit code would be lost.
 *
 * @param closed what was a terminal, and is none any more: whether or not anything was said to it since
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
