/** The built program in a process of its own, serving its page. */
import { type ChildProcess, spawn } from 'node:child_process';
import { builtProgram, OWN_TIME } from '../cli/steerbot.js';
import { until } from './pty.js';

export interface Served {
  /** With the token that lets one drive. */
  readonly address: string;
  readonly child: ChildProcess;
  said(): string;
  /** Ctrl-C, and what it ended with. */
  end(): Promise<number | null>;
}

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+/;

export async function served(args: readonly string[], cwd = process.cwd()): Promise<Served> {
  const child = spawn(process.execPath, [...OWN_TIME, builtProgram(), ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const ended = new Promise<number | null>((done) => child.once('close', done));
  await until(
    () => ADDRESS.test(said),
    () => `no address is said: ${said}`,
    child,
  );
  const [address = ''] = ADDRESS.exec(said) ?? [];
  return {
    address,
    child,
    said: () => said,
    end: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}
