/** The package as a user gets it: packed, and installed by npm into an empty folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { builtProgram, type Ended, ended } from '../cli/steerbot.js';
import { rootFile } from '../support/runs.js';

export interface Installed {
  readonly folder: string;
  readonly tarball: string;
  /** Of the tarball [bytes]. */
  readonly size: number;
  /** What npm and the scripts of every package said. */
  readonly log: string;
  /** Runs a command there, on the Node that runs the tests. */
  run(command: string, ...args: string[]): Promise<Ended>;
  remove(): void;
}

/** This Node first. What npm tells its own scripts is not for another npm: it would install here. */
function environment(): NodeJS.ProcessEnv {
  const { npm_config_local_prefix: _, INIT_CWD: __, ...env } = process.env;
  return { ...env, NO_COLOR: '1', PATH: `${dirname(process.execPath)}${delimiter}${env.PATH ?? ''}` };
}

const isWindows = process.platform === 'win32';

/** npm and npx are scripts, which Windows starts by its shell only. Each is a group of its own, as in a terminal. */
export const start = (cwd: string, command: string, args: readonly string[]) =>
  spawn(command, args, { cwd, env: environment(), shell: isWindows, detached: !isWindows });

/** As Ctrl-C does: npx alone would not hand it on. */
export const interrupt = (child: ChildProcess) =>
  isWindows ? child.kill('SIGINT') : process.kill(-(child.pid ?? Number.NaN), 'SIGINT');

const run = (cwd: string, command: string, ...args: string[]): Promise<Ended> =>
  ended(start(cwd, command, args));

async function done(cwd: string, command: string, ...args: string[]): Promise<Ended> {
  const result = await run(cwd, command, ...args);
  if (result.code !== 0) throw new Error(`${command} ${args.join(' ')}: ${result.stdout}${result.stderr}`);
  return result;
}

/** Packs what is built, with the scripts of every package allowed and shown. @throws Error with what npm said */
export async function install(): Promise<Installed> {
  builtProgram();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'steerbot-package-')));
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [packed] = JSON.parse((await done(rootFile('.'), 'npm', ...packing)).stdout);
  const tarball = join(folder, packed.filename);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--foreground-scripts'];
  const { stdout, stderr } = await done(folder, 'npm', 'install', ...quiet, tarball);
  return {
    folder,
    tarball,
    size: packed.size,
    log: stdout + stderr,
    run: (command, ...args) => run(folder, command, ...args),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
