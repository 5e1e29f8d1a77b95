/** Workers and submitters of a queue, each a process as a user starts it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtProgram, type Ended, ended } from '../../cli/steerbot.js';
import { afterFile } from '../../support/afterFile.js';

export interface StartOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

export function start(args: readonly string[], { cwd, env }: StartOptions = {}): Started {
  const child = spawn(process.execPath, [builtProgram(), ...args], {
    ...(cwd !== undefined && { cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
  afterFile(() => child.kill('SIGKILL'));
  return { child, ended: ended(child) };
}

/** Ready when it says that it waits. */
export async function startWorker(
  queue: string,
  more: readonly string[] = [],
  options: StartOptions = {},
): Promise<Started> {
  const worker = start(['worker', '--queue', queue, '--jobs', '1', ...more], options);
  await said(worker, /waits for studies/);
  return worker;
}

/** Waits for words on standard error. @throws Error where the program ends without them */
export async function said({ child, ended }: Started, words: RegExp): Promise<RegExpExecArray> {
  let text = '';
  const found = new Promise<RegExpExecArray>((done) => {
    child.stderr?.on('data', (part) => {
      text += String(part);
      const match = words.exec(text);
      if (match) done(match);
    });
  });
  const early = ended.then(({ stderr }) => {
    const match = words.exec(stderr);
    if (match) return match;
    throw new Error(`it ended and said: ${stderr}`);
  });
  return await Promise.race([found, early]);
}

export async function kill({ child }: Started): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
