import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** A browser, a robot and a program in real time: one after the other, when nothing else needs the machine. */
const IN_REAL_TIME = [
  'browser/',
  'playground/page.test.ts',
  'cli/killed.test.ts',
  'cli/enterStops.test.ts',
  'cli/firstDrive.test.ts',
  'cli/tryWheels/atTheTerminal.test.ts',
  'package/',
].map((name) => `test/${name}`);

/** Functions of their arguments alone: nothing of one file is seen by another, so that they share what they import. */
const PURE = [
  'closedLoop',
  'config',
  'control',
  'dashboard/map',
  'dashboard/page',
  'estimation',
  'locomotion',
  'math',
  'recording',
  'robots',
  'safety',
  'sensors',
  'sim',
  'steering',
  'validation',
].map((folder) => `test/${folder}/`);

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((name) => name.endsWith('.test.ts'));

/** Whether a file has more to try than `npm test` does (test/support/effort.ts). */
const hasMore = (name: string) => readFileSync(name, 'utf8').includes('support/effort.js');

/** `vitest run --mode thorough`: those files, in full. */
export default defineConfig(({ mode }) => {
  const chosen = mode === 'thorough' ? files.filter(hasMore) : files;
  const below = (names: readonly string[]) =>
    chosen.filter((file) => names.some((name) => file.startsWith(name)));
  const project = (name: string, include: readonly string[], more: object) => ({
    test: {
      name,
      // Without a single file it would take all.
      include: include.length > 0 ? [...include] : ['none'],
      setupFiles: ['test/support/seed.ts'],
      testTimeout: 180_000,
      hookTimeout: 60_000,
      // In CI the terminal's colors are on.
      env: { NO_COLOR: '1', STEERBOT_TESTS: mode },
      ...more,
    },
  });
  const [pure, realTime] = [below(PURE), below(IN_REAL_TIME)];
  const others = chosen.filter((file) => !pure.includes(file) && !realTime.includes(file));
  return {
    test: {
      maxWorkers: 2,
      projects: [
        project('all', others, { sequence: { groupOrder: 0 } }),
        project('pure', pure, { sequence: { groupOrder: 0 }, isolate: false }),
        project('in real time', realTime, { sequence: { groupOrder: 1 }, fileParallelism: false }),
      ],
    },
  };
});
