import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { builtModules, isBuiltNewest, SOURCES } from './test/support/builtModules.js';

/**
 * Programs, boards, browsers and servers in real time: they wait more than they work. `npm test` has four such proofs, in
 * `inRealTime.test.ts`, and parts of some; these are for the thorough checks alone.
 */
const THOROUGH_ONLY = [
  'browser/',
  'cli/calibrate/calibrate.test.ts',
  'cli/closedTerminal.test.ts',
  'cli/disturbed/',
  'cli/doctor/answerCheck.test.ts',
  'cli/enterStops.test.ts',
  'cli/firstDrive.test.ts',
  'cli/killed.test.ts',
  'cli/tryWheels/atTheTerminal.test.ts',
  'docs/camera.test.ts',
  'docs/wifiDriver.test.ts',
  'drive/emulated.test.ts',
  'drivers/pty.test.ts',
  'package/',
  'playground/page.test.ts',
  'study/queue/found.test.ts',
  'study/queue/hostile.test.ts',
  'study/queue/killed.test.ts',
  'study/queue/outage.test.ts',
].map((name) => `test/${name}`);

/** They come when nothing else needs the machine. Four at once take each other's time: a board then stops its motors. */
const IN_REAL_TIME = [
  ...THOROUGH_ONLY,
  'test/cli/drive/drive.test.ts',
  'test/cli/drive/throughBridge.test.ts',
  'test/cli/flash/flash.test.ts',
  'test/cli/foxglove/',
  'test/docs/johnnyFive.test.ts',
  'test/inRealTime.test.ts',
];

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((name) => name.endsWith('.test.ts'));

const isIn = (names: readonly string[]) => (file: string) => names.some((name) => file.startsWith(name));
const saying = (words: RegExp, names: readonly string[]) =>
  names.filter((name) => words.test(readFileSync(name, 'utf8')));

/**
 * V8 is to optimize what runs four times as often as it usually takes for that: most tests run something else, so that
 * optimizing pays later. The less is optimized, the less processor time they take. Node 24's V8 has no such option.
 */
const PATIENT_V8 = process.versions.node.startsWith('20.') ? ['--interrupt-budget=264000'] : [];

/** What a tick allocates is dead after the next: with more room [MB] for what is young, less of it is looked at and copied. */
const YOUNG = ['--max-semi-space-size=64'];

/** The thirds that the commit draws: of random cases (test/support/effort.ts), and of the thorough files in real time. */
function drawnByCommit(): { readonly cases: number; readonly files: number } {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  const number = Number.parseInt(stdout?.slice(0, 8) || '0', 16);
  // Independent of each other: a file's cases are all drawn sooner or later.
  return { cases: number % 3, files: Math.floor(number / 3) % 3 };
}

/** Whether files were named on the command line: these are all run. */
const NAMED = process.argv.some((word) => word.startsWith('test/'));

/** `vitest run --mode thorough`: the files that have more to try than `npm test` does. */
export default defineConfig(({ mode }) => {
  const isThorough = mode === 'thorough';
  const chosen = files.filter((file) =>
    isThorough
      ? isIn(THOROUGH_ONLY)(file) || saying(/support\/effort\.js/, [file]).length > 0
      : !isIn(THOROUGH_ONLY)(file),
  );
  // A watch sees sources change, which are not built again.
  const modules = process.argv.includes('run') && isBuiltNewest() ? builtModules() : SOURCES;
  const tests = isThorough ? (process.env.STEERBOT_TESTS ?? 'thorough') : 'quick';
  const third = drawnByCommit();
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
      testTimeout: 1_200_000,
      hookTimeout: 600_000,
      execArgv: [...PATIENT_V8, ...YOUNG],
      expect: { poll: { timeout: 60_000 } },
      // In CI the terminal's colors are on.
      env: {
        NO_COLOR: '1',
        // No folder: a drive must not know what one of another test has measured.
        XDG_STATE_HOME: '/dev/null',
        STEERBOT_TESTS: tests,
        STEERBOT_THIRD: process.env.STEERBOT_THIRD ?? String(third.cases),
      },
      server,
      ...more,
    },
  });
  const inRealTime = chosen.filter(isIn(IN_REAL_TIME));
  const all = tests !== 'thorough' || NAMED;
  // They wait rather than work: a third of them takes as long as all that runs in virtual time.
  const realTime = inRealTime.filter((_, i) => all || i % 3 === third.files);
  const others = chosen.filter((file) => !inRealTime.includes(file));
  // What they put in the place of a module must not be found by others, and johnny-five is one for a whole process.
  const alone = saying(/vi\.mock\(|vi\.resetModules\(|johnny-five/, others);
  const sharing = others.filter((file) => !alone.includes(file));
  return {
    test: {
      reporters: process.env.CI ? ['default', './test/support/slowestFiles.ts'] : ['default'],
      projects: [
        project('shared', sharing, { maxWorkers: 2, sequence: { groupOrder: 0 }, isolate: false }),
        // Vitest cannot replace a module that Node itself loads.
        project('alone', alone, { maxWorkers: 2, sequence: { groupOrder: 0 } }, SOURCES),
        // One at a time: a program and its board take a core each, and a third process makes them lose each other.
        project('in real time', realTime, { maxWorkers: 1, sequence: { groupOrder: 1 }, isolate: false }),
      ],
    },
  };
});
