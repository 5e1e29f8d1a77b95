/**
 * `--behaviors FILE.js`: behaviors of your own, by the names that the file exports. Only the command line can name such
 * a file, never a scenario or a mission: those hold no code, and may come from an untrusted source.
 */
import { Console } from 'node:console';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Behavior } from '../../steering/behavior.js';
import { type OwnBehaviors, takenName } from '../../steering/mission.js';
import { UsageError } from '../../validation/errors.js';
import { isRecord } from '../../validation/values.js';

type Factory = OwnBehaviors[string];

const isBehavior = (value: unknown): value is Behavior =>
  isRecord(value) && typeof value.start === 'function' && typeof value.steer === 'function';

/** As a file exports it: it may say what its parameters are. */
type DeclaringFactory = ((parameters: never) => unknown) & Pick<Factory, 'parameters'>;

/** Tries the made behavior when a mission is read, so that its errors are shown there. */
function checkedFactory(name: string, make: DeclaringFactory): Factory {
  const made = (parameters: never): Behavior => {
    const behavior = make(parameters);
    if (!isBehavior(behavior)) {
      throw new Error(`'${name}' makes no behavior; return an object with start() and steer()`);
    }
    behavior.start();
    return behavior;
  };
  return make.parameters ? Object.assign(made, { parameters: make.parameters }) : made;
}

/** A behavior that is exported directly, instead of a function that makes one, has no parameters. */
function withoutParameters(name: string, behavior: Behavior): Factory {
  return (parameters: object) => {
    const [key] = Object.keys(parameters);
    if (key === undefined) return behavior;
    throw new Error(
      `'${name}' takes no parameters, but is given '${key}'; export a function that takes them`,
    );
  };
}

function factoryOf(name: string, value: unknown): Factory | undefined {
  if (typeof value === 'function') return checkedFactory(name, value as DeclaringFactory);
  return isBehavior(value) ? withoutParameters(name, value) : undefined;
}

/** Named exports, and the entries of a map as default export; anything but a function or a behavior is ignored. */
export function exportedBehaviors(exported: Readonly<Record<string, unknown>>, file: string): OwnBehaviors {
  const { default: map, ...named } = exported;
  const entries = Object.entries({ ...(isRecord(map) ? map : {}), ...named });
  const own = entries.flatMap(([name, value]) => {
    const factory = factoryOf(name, value);
    return factory ? [[name, factory] as const] : [];
  });
  if (own.length === 0) {
    throw new UsageError(
      `--behaviors ${file} exports no behavior; export a function that returns { start, steer } by its name`,
    );
  }
  const behaviors = Object.fromEntries(own);
  const taken = takenName(behaviors);
  if (taken !== undefined)
    throw new UsageError(`--behaviors ${file}: there is a behavior '${taken}' already; rename yours`);
  return behaviors;
}

/** Sends what the file prints to standard error: standard output is for results. */
const quiet = (): void => {
  globalThis.console = new Console(process.stderr, process.stderr);
};

/** Imports the file. @throws UsageError where it does not exist, cannot be loaded, or exports no behavior */
export async function loadOwnBehaviors(file: string): Promise<OwnBehaviors> {
  if (!existsSync(file)) throw new UsageError(`--behaviors ${file}: no such file; name a JavaScript file`);
  quiet();
  let exported: Readonly<Record<string, unknown>>;
  try {
    exported = await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    throw new UsageError(`--behaviors ${file} cannot be loaded: ${whyNot(error)}`);
  }
  return exportedBehaviors(exported, file);
}

function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : '';
  const said = `${error.name}: ${error.message}`;
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION') return `${said}; compile it to JavaScript first`;
  if (code === 'ERR_MODULE_NOT_FOUND' && error.message.includes("'steerbot'")) {
    return `${said}; put the file into a folder where steerbot is installed`;
  }
  // The first line of a syntax error's stack says where it is.
  const place = error instanceof SyntaxError ? error.stack?.split('\n')[0] : undefined;
  return place && !place.includes(error.message) ? `${said} (${place})` : said;
}
