#!/usr/bin/env node
/** The composition root: reads the command line, runs a command, and sets the exit code. */
import { Command, CommanderError } from 'commander';
import { packageManifest } from '../config/loadFile.js';
import { DriverError, FileError, UsageError } from '../validation/errors.js';
import { commands } from './commands.js';
import { addCompletion } from './completion.js';
import { EXIT, type ExitCode } from './terminal/exitCodes.js';
import { exitAtSignal, finishCommand, handleClosedOutput, refuseEarlyExit } from './terminal/processExit.js';

let exitCode: ExitCode = EXIT.done;

const program = new Command('steerbot')
  .description("Reynolds' steering behaviors for small robots: simulate first, then drive.")
  .version(packageManifest().version)
  .exitOverride()
  .showSuggestionAfterError();

const end = (code: ExitCode): void => {
  exitCode = code;
};
for (const command of commands(end)) program.addCommand(command.copyInheritedSettings(program));
addCompletion(program);

handleClosedOutput();
exitAtSignal('SIGHUP');
refuseEarlyExit();

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has printed it already; asking for help is no error.
    exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
  } else if (error instanceof FileError || error instanceof UsageError) {
    process.stderr.write(`${error.message}\n`);
    exitCode = EXIT.usage;
  } else if (error instanceof DriverError) {
    process.stderr.write(`${error.message}\n`);
    exitCode = EXIT.noRobot;
  } else {
    throw error;
  }
}
finishCommand(exitCode);
