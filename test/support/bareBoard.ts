/** An emulated Arduino without a program behind a pseudo-terminal: the real serial binding opens it as a device. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './pty.js';
import { rootFile } from './runs.js';

export interface BareBoard {
  /** Of its device. */
  readonly path: string;
  end(): void;
}

export async function bareBoardOnPty(): Promise<BareBoard> {
  const folder = mkdtempSync(join(tmpdir(), 'steerbot-bare-'));
  const path = join(folder, 'ttyBoard');
  const board = `EXEC:${process.execPath} ${rootFile('test/support/bareBoardOnPty.mjs')}`;
  const socat = spawn('socat', [`PTY,link=${path},rawer,echo=0`, board], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  socat.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await until(
    () => existsSync(path) && said.includes('ready'),
    () => `no board on a pseudo-terminal: ${said}`,
  );
  return {
    path,
    end() {
      socat.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
