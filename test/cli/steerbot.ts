/** Runs command lines: in this process, or as a user does, the built program in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { Console } from 'node:console';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { EXAMPLES, endingsOf } from '../../src/cli/helpTexts.js';
import { runCommandLine } from '../../src/cli/program.js';
import { afterFile } from '../support/afterFile.js';
import { isBuiltNewest, PROGRAM } from '../support/builtModules.js';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface SpawnOptions {
  readonly cwd?: string;
  /** Sent as soon as the program listens to it. */
  readonly signal?: 'SIGINT' | 'SIGTERM';
  /** Beside the process's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** In a process group of its own, which a Ctrl-C can be meant for. */
  readonly ownGroup?: boolean;
  /** Closes its output before it has said anything. */
  readonly deaf?: boolean;
  /** No file grows beyond this, as on a full disk; needs Debian's util-linux. */
  readonly fileBytes?: number;
  /** Standard output goes there, an open file. */
  readonly stdout?: number;
}

/** @throws Error where `npm run build` was forgotten */
export function builtProgram(): string {
  if (!isBuiltNewest())
    throw new Error('dist is missing, or older than the sources: run npm run build, or npm test');
  return PROGRAM;
}

/** Node's option for a program that is to be undisturbed by a busy machine. */
export const OWN_TIME = ['--import', new URL('../support/ownTime.mjs', import.meta.url).href];

/** Tells the parent when the program has asked for both signals. */
const TELL = `process.on('newListener', (name) => name === 'SIGTERM' && setImmediate(() => process.send('ready')))`;

let program: string | undefined;

/** The built program in a process of its own: for what only a process has, such as signals, pipes and a working copy. */
export function spawned(args: readonly string[], options: SpawnOptions = {}): Promise<Ended> {
  program ??= builtProgram();
  const { cwd = process.cwd(), signal, env, deaf, ownGroup = false, fileBytes, stdout = 'pipe' } = options;
  const watch = signal ? ['--import', `data:text/javascript,${encodeURIComponent(TELL)}`] : [];
  const limit = fileBytes === undefined ? [] : ['prlimit', `--fsize=${fileBytes}`];
  const [command = '', ...rest] = [...limit, process.execPath, ...OWN_TIME, ...watch, program, ...args];
  const child = spawn(command, rest, {
    cwd,
    stdio: ['ignore', stdout, 'pipe', 'ipc'],
    detached: ownGroup,
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
  if (signal) child.once('message', () => child.kill(signal));
  if (deaf) child.stdout?.destroy();
  return ended(child).then((result) => {
    mustBeTold(args, result.code);
    return result;
  });
}

/** Every test of a command asks whether its help lists how it ended. @throws Error */
function mustBeTold([name = '']: readonly string[], code: number | null): void {
  if (code === null || !Object.hasOwn(EXAMPLES, name) || Object.hasOwn(endingsOf(name), code)) return;
  throw new Error(`${name} ended with ${code}, which its help does not list`);
}

/** A command line in this process: most of what a process of its own costs is its start. One at a time. */
export async function steerbot(
  args: readonly string[],
  { cwd = process.cwd() }: Pick<SpawnOptions, 'cwd'> = {},
): Promise<Ended> {
  const [before, { console }] = [process.cwd(), globalThis];
  const [stdout, stderr] = [process.stdout, process.stderr].map(captured);
  // Vitest's own console goes elsewhere.
  globalThis.console = new Console(process.stdout, process.stderr);
  process.chdir(cwd);
  try {
    const code = await runCommandLine(args);
    mustBeTold(args, code);
    return { code, stdout: stdout?.said() ?? '', stderr: stderr?.said() ?? '' };
  } finally {
    process.chdir(before);
    globalThis.console = console;
    for (const stream of [stdout, stderr]) stream?.restore();
  }
}

/** Takes what is written to a stream, until it is restored. */
function captured(stream: NodeJS.WriteStream) {
  const { write } = stream;
  let said = '';
  stream.write = ((text: string | Uint8Array, ...rest: unknown[]) => {
    said += typeof text === 'string' ? text : Buffer.from(text).toString();
    for (const done of rest) if (typeof done === 'function') done();
    return true;
  }) as typeof write;
  return {
    said: () => said,
    restore: () => {
      stream.write = write;
    },
  };
}

/** What a process has said when it ends, and its exit code. */
export function ended(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((done, fail) => {
    child.once('error', fail).once('close', (code) => done({ code, stdout, stderr }));
  });
}

let root: string | undefined;
let folders = 0;

/** A new folder with these files, which is gone after the tests of the file. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  if (root === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'steerbot-cli-'));
    root = made;
    afterFile(() => {
      rmSync(made, { recursive: true, force: true });
      root = undefined;
    });
  }
  folders += 1;
  const folder = join(root, `case-${folders}`);
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}
