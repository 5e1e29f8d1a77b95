#!/usr/bin/env node
/** The composition root: reads the command line, and turns what happened into an exit code. */
import { Command, CommanderError } from 'commander';
import { DriverError, FileError } from '../validation/errors.js';
import { checkCommand } from './commands/checkCommand.js';
import { addCompletion } from './commands/completionCommand.js';
import { doctorCommand } from './commands/doctorCommand.js';
import { driveCommand } from './commands/driveCommand.js';
import { flashCommand } from './commands/flashCommand.js';
import { initCommand } from './commands/initCommand.js';
import { portsCommand } from './commands/portsCommand.js';
import { presetsCommand } from './commands/presetsCommand.js';
import { replayCommand } from './commands/replayCommand.js';
import { schemaCommand } from './commands/schemaCommand.js';
import { simCommand } from './commands/simCommand.js';
import { wiringCommand } from './commands/wiringCommand.js';
import { commandDone, refuseEarlyEnd } from './terminal/earlyEnd.js';
import { EXIT, type ExitCode } from './terminal/exitCodes.js';
import { outliveReaders } from './terminal/lostOutput.js';
import { UsageError } from './terminal/usageError.js';
import { version } from './terminal/version.js';

let exitCode: ExitCode = EXIT.done;

const program = new Command('steerbot')
  .description("Reynolds' steering behaviors for small robots: simulate first, then drive.")
  .version(version)
  .exitOverride()
  .showSuggestionAfterError();

/** In the order in which a new robot needs them. */
const COMMANDS = [
  initCommand,
  presetsCommand,
  wiringCommand,
  schemaCommand,
  checkCommand,
  simCommand,
  portsCommand,
  flashCommand,
  doctorCommand,
  driveCommand,
  replayCommand,
];
for (const command of COMMANDS) {
  program.addCommand(
    command((code) => {
      exitCode = code;
    }).copyInheritedSettings(program),
  );
}
addCompletion(program);

outliveReaders();
refuseEarlyEnd();

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has said it already; asking for help is no mistake.
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
commandDone(exitCode);
