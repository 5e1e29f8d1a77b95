/** A file of one's own behaviors is code, and may end the whole process: no result of a run may be read out of that. */
import { writeSync } from 'node:fs';
import { EXIT, type ExitCode } from './exitCodes.js';

/** What the end of the process goes by. */
interface Command {
  /** The file of one's own behaviors, as soon as any of its code may run. */
  behaviors?: string;
  /** Known once the command is done. */
  exitCode?: ExitCode;
}

const command: Command = {};

/** From now on that file's code may run. */
export function codeMayRun(behaviors: string): void {
  command.behaviors = behaviors;
}

/** The command is done: whatever still runs, and however it ends, this is its exit code. */
export function commandDone(exitCode: ExitCode): void {
  command.exitCode = exitCode;
  process.exitCode = exitCode;
}

/**
 * Guards graders: `process.exit(0)` in somebody's behavior is no run that met every criterion. To be called once, before
 * any such code is loaded. A mistake that nobody caught, and a terminal that was closed, keep their codes.
 */
export function refuseEarlyEnd(): void {
  let mistaken = false;
  process.on('uncaughtExceptionMonitor', () => {
    mistaken = true;
  });
  process.on('exit', (code) => {
    const { behaviors, exitCode } = command;
    if (exitCode !== undefined) process.exitCode = exitCode;
    else if (behaviors !== undefined && !mistaken && code !== EXIT.interrupted) refuse(behaviors, code);
  });
}

function refuse(behaviors: string, code: number): void {
  process.exitCode = EXIT.usage;
  const found = `--behaviors ${behaviors} ended the program (with code ${code}) before the run was over`;
  try {
    // At the end of a process nothing else is sure to come out.
    writeSync(process.stderr.fd, `${found}; there is no result; remove process.exit() from it\n`);
  } catch {
    // Nobody reads it any more; the exit code says it.
  }
}
