import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { itInBoth, itThorough, partOf } from '../../support/effort.js';
import { builtProgram, folderWith, spawned } from '../steerbot.js';

const onPosix = describe.skipIf(process.platform === 'win32');

const STROLL = `duration: 2 s
robots: [{ id: a, robot: scout, mission: { wander: {} } }]
`;
const HANGS = `import { writeFileSync } from 'node:fs';
export const hangs = () => ({
  start: () => null,
  steer() { writeFileSync('hangs.txt', ''); for (;;); },
});
`;

/** Runs it, and interrupts it once `ready` holds. */
async function interrupted(args: string, cwd: string, ready: () => boolean) {
  const child = spawn(process.execPath, [builtProgram(), 'sim', ...args.split(' ')], {
    cwd,
    env: { ...process.env, NO_COLOR: '1' },
  });
  const watch = setInterval(() => {
    if (!ready()) return;
    child.kill('SIGINT');
    clearInterval(watch);
  }, 20);
  const [stdout, stderr, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    closed(child),
  ]);
  clearInterval(watch);
  return { code, stdout, stderr };
}

const closed = (child: ChildProcess): Promise<number | null> =>
  new Promise((done) => {
    child.once('close', done);
  });

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const part of stream) text += String(part);
  return text;
}

onPosix('an experiment that is interrupted', () => {
  itInBoth.each(partOf(['SIGINT', 'SIGTERM'] as const, 1))(
    'ends with 130 on %s before a run is done',
    async (signal) => {
      const cwd = folderWith({ 'long.yaml': STROLL.replace('2 s', '100000 s') });
      const { code, stdout, stderr } = await spawned(['sim', 'long.yaml', '--seeds', '1..10'], {
        cwd,
        signal,
      });
      expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
      expect(stderr).toBe('interrupted before the first of 10 seeds was done\n');
    },
  );

  itThorough('says on standard error what the runs so far come to, and leaves whole rows', async () => {
    const cwd = folderWith({ 'stroll.yaml': STROLL });
    const table = join(cwd, 'runs.csv');
    const lines = () => (existsSync(table) ? readFileSync(table, 'utf8').split('\r\n') : []);
    const args = 'stroll.yaml --seeds 1..100000 --csv runs.csv --json --jobs 2';
    const { code, stdout, stderr } = await interrupted(args, cwd, () => lines().length > 3);
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    const done = Number(/^interrupted after (\d+) of 100000 seeds/.exec(stderr)?.[1]);
    expect(done).toBeGreaterThanOrEqual(2);
    expect(stderr).toMatch(/stroll\.yaml: (\d+) of \1 runs passed/);
    const rows = lines();
    expect(rows).toHaveLength(done + 2);
    expect(rows.at(-1)).toBe('');
    expect(new Set(rows.slice(0, -1).map((row) => row.split(',').length)).size).toBe(1);
  });

  itThorough('ends though a behavior never does', async () => {
    const mission = STROLL.replace('wander', 'hangs');
    const cwd = folderWith({ 'hangs.yaml': mission, 'own.mjs': HANGS });
    const args = 'hangs.yaml --seeds 1..10 --behaviors own.mjs';
    const { code, stdout } = await interrupted(args, cwd, () => existsSync(join(cwd, 'hangs.txt')));
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
  });
});
