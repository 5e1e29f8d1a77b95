/** A Redis of Debian's package for the tests of queues, on a port of its own, with an empty folder of its own. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterFile } from './afterFile.js';
import { freePort } from './freePort.js';
import { isMissing } from './tools.js';

export const withoutRedis = isMissing('redis-server');

export interface RedisOptions {
  readonly password?: string;
  /** Encrypted, with a certificate of its own for 127.0.0.1. */
  readonly tls?: boolean;
}

export class RedisServer {
  readonly port: number;
  readonly folder = mkdtempSync(join(tmpdir(), 'steerbot-redis-'));
  readonly #args: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(port: number, { password, tls = false }: RedisOptions) {
    this.port = port;
    if (tls) makeCertificate(this.folder);
    const where = tls
      ? ['--port', '0', '--tls-port', `${port}`, '--tls-auth-clients', 'no']
      : ['--port', `${port}`];
    const keys = tls ? ['cert', 'key', 'ca-cert'] : [];
    this.#args = [
      ...where,
      ...keys.flatMap((name) => [`--tls-${name}-file`, join(this.folder, FILES[name] ?? '')]),
      ...(password === undefined ? [] : ['--requirepass', password]),
      ...['--bind', '127.0.0.1', '--dir', this.folder, '--save', '', '--appendonly', 'yes'],
    ];
  }

  static async start(options: RedisOptions = {}): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), options);
    await server.#start();
    afterFile(() => server.stop());
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** The file of the authority that its certificate is from. */
  get authority(): string {
    return join(this.folder, 'cert.pem');
  }

  /** Ends it as a power failure of the program does, and starts it with what its append-only file has. */
  async restart(signal: NodeJS.Signals = 'SIGKILL', pauseMs = 500): Promise<void> {
    await this.#end(signal);
    await wait(pauseMs);
    await this.#start();
  }

  async stop(): Promise<void> {
    await this.#end('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #start(): Promise<void> {
    this.#process = spawn('redis-server', this.#args, { stdio: 'ignore' });
    while (!(await answers(this.port))) {
      if (this.#process.exitCode !== null) throw new Error('redis-server did not start');
      await wait(20);
    }
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (!running || running.exitCode !== null) return;
    running.kill(signal);
    await once(running, 'exit');
  }
}

const FILES: Readonly<Record<string, string>> = { cert: 'cert.pem', key: 'key.pem', 'ca-cert': 'cert.pem' };

function makeCertificate(folder: string): void {
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...files],
    {
      stdio: 'ignore',
    },
  );
}

function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((done) => {
    socket.once('connect', () => done(true)).once('error', () => done(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}
