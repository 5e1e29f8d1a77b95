/** An emulated robot behind a pseudo-terminal: the real serial binding opens it as a device, in real time. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { rootFile } from './runs.js';

/** Of the motors' PWM pins. */
export interface PowerChange {
  /** Milliseconds since the epoch, by the machine's clock. */
  readonly at: number;
  /** By the board's own clock [s], which a busy machine lets stand. */
  readonly boardAt: number;
  /** When bytes had last come to the board, by that clock. */
  readonly heardAt: number;
  readonly duties: readonly number[];
}

export interface RobotOnPty {
  /** Of its device. */
  readonly path: string;
  /** Everything so far. */
  readonly changes: readonly PowerChange[];
  isPowered(): boolean;
  /** Takes the board away, as pulling the cable does. */
  end(): void;
}

/**
 * @param hex another firmware than the project's own
 * @param name in eight letters: it is taken for another
 */
export async function robotOnPty(hex = '', name = ''): Promise<RobotOnPty> {
  const folder = mkdtempSync(join(tmpdir(), 'steerbot-pty-'));
  const path = join(folder, 'ttyRobot');
  // Benches run from dist, one folder deeper.
  const script = ['test/support/boardOnPty.mjs', '../test/support/boardOnPty.mjs']
    .map(rootFile)
    .find(existsSync);
  const board = `EXEC:${process.execPath} ${script} ${hex}`;
  const socat = spawn('socat', [`PTY,link=${path},rawer,echo=0`, board], {
    // The host's clock, too (ownTime.mjs).
    env: { ...process.env, BOARD_CLOCK: join(folder, 'clock'), BOARD_NAME: name },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const changes: PowerChange[] = [];
  const said = watchLines(socat, (line) => changes.push(JSON.parse(line) as PowerChange));
  const end = () => {
    socat.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  const isThere = () => existsSync(path) && changes.length > 0;
  await until(isThere, () => `no board on a pseudo-terminal: ${said()}`, socat).catch((error: unknown) => {
    end();
    throw error;
  });
  return { path, changes, isPowered: () => changes.at(-1)?.duties.some((duty) => duty > 0) ?? false, end };
}

/** Every line of JSON; the answer is all the others. */
function watchLines({ stderr }: ChildProcess, take: (line: string) => void): () => string {
  let others = '';
  if (stderr) {
    createInterface({ input: stderr }).on('line', (line) => {
      if (line.startsWith('{')) take(line);
      else if (line !== '') others += `${line}\n`;
    });
  }
  return () => others;
}

/** A program that is waited for. */
interface Waited {
  readonly exitCode: number | null;
  readonly signalCode: NodeJS.Signals | null;
}

/**
 * Looks again and again.
 *
 * @param program the wait ends when it has ended
 * @throws Error with the reason when it has not come true by then, or in a minute, which a slow machine may need
 */
export async function until(isTrue: () => boolean, why: () => string, program?: Waited): Promise<void> {
  const end = Date.now() + 60_000;
  while (!isTrue()) {
    const code = program?.exitCode ?? program?.signalCode ?? null;
    // What it has done last may be still to be read.
    if (code !== null) await new Promise((done) => setTimeout(done, 50));
    if (code !== null && !isTrue()) throw new Error(`it ended with ${code}; ${why()}`);
    if (Date.now() > end) throw new Error(why());
    await new Promise((done) => setTimeout(done, 5));
  }
}
