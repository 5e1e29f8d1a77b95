import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { builtModules, isBuiltNewest, SOURCES } from './test/support/builtModules.js';

/** Browsers, robots and programs in real time: they wait more than they work, and come when nothing else needs the machine. */
const IN_REAL_TIME = [
  'browser/',
  'cli/calibrate/calibrate.test.ts',
  'cli/closedTerminal.test.ts',
  'cli/disturbed/',
  'cli/doctor/answerCheck.test.ts',
  'cli/drive/drive.test.ts',
  'cli/drive/runMission.test.ts',
  'cli/enterStops.test.ts',
  'cli/firstDrive.test.ts',
  'cli/flash/flash.test.ts',
  'cli/foxglove/',
  'cli/killed.test.ts',
  'cli/pageHost/',
  'cli/tryWheels/atTheTerminal.test.ts',
  'cli/drive/throughBridge.test.ts',
  'docs/wifiDriver.test.ts',
  'drivers/pty.test.ts',
  'package/',
  'playground/page.test.ts',
].map((name) => `test/${name}`);

/** Those that a busy machine spoils for no fault of what they test: it trips a board, or holds up a page's thread. */
const SPOILED_BY_LOAD = [
  'test/browser/',
  'test/cli/calibrate/calibrate.test.ts',
  'test/cli/disturbed/',
  'test/cli/enterStops.test.ts',
  'test/cli/drive/throughBridge.test.ts',
  'test/cli/tryWheels/atTheTerminal.test.ts',
];

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((name) => name.endsWith('.test.ts'));

const saying = (words: RegExp, names: readonly string[]) =>
  names.filter((name) => words.test(readFileSync(name, 'utf8')));

/** `vitest run --mode thorough`: the files that have more to try than `npm test` does (test/support/effort.ts). */
export default defineConfig(({ mode }) => {
  const chosen = mode === 'thorough' ? saying(/support\/effort\.js/, files) : files;
  // A watch sees sources change, which are not built again.
  const modules = process.argv.includes('run') && isBuiltNewest() ? builtModules() : SOURCES;
  const project = (
    name: string,
    include: readonly string[],
    more: object,
    { plugins, server } = modules,
  ) => ({
    plugins,
    test: {
      name,
      // Without a single file it would take all.
      include: include.length > 0 ? [...include] : ['none'],
      setupFiles: ['test/support/setup.ts'],
      // For a machine that is four times as slow, and busy with others; nothing is measured by them.
      testTimeout: 300_000,
      hookTimeout: 180_000,
      expect: { poll: { timeout: 60_000 } },
      // In CI the terminal's colors are on.
      env: { NO_COLOR: '1', STEERBOT_TESTS: mode },
      server,
      ...more,
    },
  });
  const realTime = chosen.filter((file) => IN_REAL_TIME.some((name) => file.startsWith(name)));
  const spoiled = realTime.filter((file) => SPOILED_BY_LOAD.some((name) => file.startsWith(name)));
  const punctual = realTime.filter((file) => !spoiled.includes(file));
  const others = chosen.filter((file) => !realTime.includes(file));
  // What they put in the place of a module must not be found by others, and johnny-five is one for a whole process.
  const alone = saying(/vi\.mock\(|johnny-five/, others);
  const sharing = others.filter((file) => !alone.includes(file));
  return {
    test: {
      projects: [
        project('shared', sharing, { maxWorkers: 2, sequence: { groupOrder: 0 }, isolate: false }),
        // Vitest cannot replace a module that Node itself loads.
        project('alone', alone, { maxWorkers: 2, sequence: { groupOrder: 0 } }, SOURCES),
        project('in real time', punctual, { maxWorkers: 2, sequence: { groupOrder: 1 }, isolate: false }),
        project('under load', spoiled, {
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          isolate: false,
          retry: 2,
        }),
      ],
    },
  };
});
