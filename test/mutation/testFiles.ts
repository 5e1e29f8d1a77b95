/** Which test files may find a mutant: first those that test its file directly, then the others of the loop. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const WIDER = ['control', 'safety', 'locomotion', 'drivers', 'session', 'closedLoop'].map(
  (part) => `test/${part}`,
);

/** It waits in real time for a pseudo-terminal. */
const LEFT_OUT = ['test/drivers/pty.test.ts'];

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
        .filter((name) => name.endsWith('.ts') && !LEFT_OUT.includes(name))
        .sort()
    : [];

const isTest = (file: string): boolean => file.endsWith('.test.ts');

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)\.js'/g)].map(([, path = '']) =>
    posix.join(posix.dirname(file), `${path}.ts`),
  );

/** Whether a test imports a source file itself, or by another file of the tests. */
function imports(test: string, source: string, seen = new Set<string>()): boolean {
  if (seen.has(test) || !existsSync(test)) return false;
  seen.add(test);
  const imported = importsOf(test);
  const ofTests = imported.filter((file) => file.startsWith('test/'));
  return imported.includes(source) || ofTests.some((file) => imports(file, source, seen));
}

const mirrorOf = (source: string): string => source.replace(/^src/, 'test').replace(/\.ts$/, '.test.ts');

/** Where the promises of a file are tested that has no test file of its own name. */
const NEAREST: Readonly<Record<string, readonly string[]>> = {
  'src/control/receive.ts': ['receiving', 'surroundings', 'setup', 'arming', 'guarding'].map(
    (name) => `test/control/${name}.test.ts`,
  ),
  'src/control/sense.ts': ['readings', 'sensing', 'guarding', 'tripped'].map(
    (name) => `test/control/${name}.test.ts`,
  ),
  'src/control/step.ts': ['stages', 'teleop'].map((name) => `test/control/${name}.test.ts`),
  'src/control/guard.ts': ['guards', 'guarding', 'arming', 'lateTicks'].map(
    (name) => `test/control/${name}.test.ts`,
  ),
  'src/control/halt.ts': ['tripped', 'receiving', 'teleop'].map((name) => `test/control/${name}.test.ts`),
  'src/control/perceive.ts': ['test/control/perceiving.test.ts'],
  'src/drivers/steerbot/frame.ts': ['test/drivers/steerbot/frameDecoder.test.ts'],
  'src/drivers/steerbot/frameLine.ts': ['questions', 'badFrameCounter'].map(
    (name) => `test/drivers/steerbot/${name}.test.ts`,
  ),
  'src/drivers/steerbot/steerbotDriver.ts': ['arming', 'boardWatch'].map(
    (name) => `test/drivers/steerbot/${name}.test.ts`,
  ),
  'src/safety/motionWindow.ts': ['test/safety/motionMonitor.test.ts'],
  'src/safety/twoTurns.ts': ['test/safety/motionMonitor.test.ts', 'test/safety/turnDiagnosis.test.ts'],
  'src/safety/unaskedTurn.ts': ['test/safety/motionMonitor.test.ts', 'test/safety/turnDiagnosis.test.ts'],
  'src/safety/wheelDiagnosis.ts': ['motionMonitor', 'declaredBody'].map(
    (name) => `test/safety/${name}.test.ts`,
  ),
  'src/safety/wheelHypotheses.ts': [
    'test/safety/wheelDiagnosis.test.ts',
    'test/safety/motionMonitor.test.ts',
  ],
};

/** How many of the groups are the tests of the file itself. */
export const NEAR_GROUPS = 2;

/** The nearest tests of a source file; those that import it; those of its part; those of the whole loop. */
export function testsOf(source: string): string[][] {
  const [, part = ''] = source.split('/');
  const mirror = [mirrorOf(source)].filter((file) => existsSync(file));
  const wider = WIDER.flatMap(filesIn).filter(isTest);
  const importing = wider.filter((file) => imports(file, source));
  return [[...mirror, ...(NEAREST[source] ?? [])], importing, filesIn(`test/${part}`).filter(isTest), wider];
}
