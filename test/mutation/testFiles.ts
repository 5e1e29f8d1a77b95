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

/** The mirrored test file, the tests of its part, and those that import the source file. */
export function directTests(source: string): string[] {
  const mirror = mirrorOf(source);
  const [, part = ''] = mirror.split('/');
  const ofPart = filesIn(`test/${part}`).filter(isTest);
  const importing = filesIn('test').filter((file) => isTest(file) && imports(file, source));
  const known = [...ofPart, ...importing.filter((file) => WIDER.some((part) => file.startsWith(part)))];
  const first = existsSync(mirror) ? [mirror] : [];
  return [...new Set([...first, ...known])];
}

export const widerTests = (): string[] => WIDER.flatMap(filesIn).filter(isTest);
