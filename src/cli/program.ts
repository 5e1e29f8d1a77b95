/** The command line as a function: from its words to the code that the process ends with. */
import { Command, CommanderError } from 'commander';
import { packageManifest } from '../config/loadFile.js';
import { DriverError, FileError, UsageError } from '../validation/errors.js';
import { commands } from './commands.js';
import { EXIT, type ExitCode } from './terminal/exitCodes.js';

/**
 * Runs one command. What it prints goes to the standard streams of this process, which goes on.
 *
 * @param words without Node and the program's own name
 * @throws Error for what is a mistake of ours; a wrong file, a wrong word or a lost robot is an exit code
 */
export async function runCommandLine(words: readonly string[]): Promise<ExitCode> {
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
  // Loaded where it may be meant, or listed; every other start does without.
  const [first = 'help'] = words;
  const isCommand = () => program.commands.some((command) => command.name() === first);
  if (first !== '--version' && !isCommand()) (await import('./completion.js')).addCompletion(program, words);
  // Asked for the help of an unknown command, Commander would give its own, as if all were well.
  const isKnown = first.startsWith('-') || first === 'help' || isCommand();
  try {
    await program.parseAsync(isKnown ? words : [first], { from: 'user' });
    return exitCode;
  } catch (error) {
    return exitCodeFor(error);
  }
}

function exitCodeFor(error: unknown): ExitCode {
  // Commander has printed it already; asking for help is no error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  const missing = missingPackage(error);
  const told = missing === undefined ? error : new UsageError(missing);
  const isUsage = told instanceof FileError || told instanceof UsageError;
  if (!isUsage && !(told instanceof DriverError)) throw error;
  process.stderr.write(`${told.message}\n`);
  return isUsage ? EXIT.usage : EXIT.noRobot;
}

/** What to do where a command was loaded without a package that npm does not install with Steerbot; else undefined. */
function missingPackage(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) return undefined;
  // A program brings its own johnny-five; no command needs it.
  const names = Object.keys(packageManifest().peerDependencies).filter((name) => name !== 'johnny-five');
  const missing = names.find((name) => error.message.includes(`'${name}'`));
  return missing && `this needs the package ${missing}: \`npm install steerbot ${names.join(' ')}\``;
}
