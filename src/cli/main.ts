#!/usr/bin/env node
/** The program: runs a command line, and ends the process with its exit code. */
import { runCommandLine } from './program.js';
import { exitAtSignal, finishCommand, handleClosedOutput, refuseEarlyExit } from './terminal/processExit.js';

handleClosedOutput();
exitAtSignal('SIGHUP');
refuseEarlyExit();
finishCommand(await runCommandLine(process.argv.slice(2)));
