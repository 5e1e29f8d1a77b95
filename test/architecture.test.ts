import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BOARDS } from '../src/kit/boards.js';
import { MOTOR_DRIVERS } from '../src/kit/motorDrivers.js';
import { SENSOR_TYPES } from '../src/kit/sensors/index.js';
import { SHIELDS } from '../src/kit/shields.js';
import { codeViolations } from './support/codeRules.js';
import { importViolations } from './support/importRules.js';
import {
  ALLOWED_CODE,
  ALLOWED_IMPORTS,
  FORBIDDEN_CODE,
  FORBIDDEN_IMPORTS,
  FORBIDDEN_OPERATORS,
} from './support/plantedCode.js';
import { readSource, type SourceFacts } from './support/sourceFacts.js';

const root = fileURLToPath(new URL('..', import.meta.url));

const violationsIn = (source: SourceFacts): string[] => [
  ...importViolations(source),
  ...codeViolations(source),
];
const violations = (file: string, text: string): string[] => violationsIn(readSource(file, text));

const read = new Map<string, SourceFacts>();
/** Each file is read once. */
function sourceOf(file: string): SourceFacts {
  const known = read.get(file) ?? readSource(file, readFileSync(join(root, file), 'utf8'));
  read.set(file, known);
  return known;
}

const sources = ['src', 'sim'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort(),
);

describe('the source', () => {
  it('is found', () => {
    expect(sources).toContain('src/signals/signals.ts');
    expect(sources).toContain('src/steering/behavior.ts');
    expect(sources).toContain('sim/scenario/scenario.ts');
  });

  it.each(sources)('%s keeps the rules', (file) => {
    expect(violationsIn(sourceOf(file))).toEqual([]);
  });
});

/** The files that a file imports, types among them. */
function importsOf(file: string): string[] {
  return sourceOf(file)
    .imports.filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => posix.join(posix.dirname(file), specifier).replace(/\.js$/, ''))
    .flatMap((path) => [`${path}.ts`, `${path}.tsx`].filter((name) => sources.includes(name)));
}

/** A way along imports that comes back to where it began; undefined without a circle. */
function circleIn(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const found = visit(next, [...way, file]);
      if (found) return found;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const found = visit(file, []);
    if (found) return found;
  }
  return undefined;
}

const ON_DEMAND = 'the public function loads the other one when it is called';
/** Exported names that stand for two things, and why. */
const SHARED_NAMES: Readonly<Record<string, string>> = {
  isLoopback:
    "neither of drivers and the page's server may import the other; both judge addresses of their own kind",
  servePage: ON_DEMAND,
  simulate: ON_DEMAND,
  simulatedRobot: ON_DEMAND,
};

describe('the house', () => {
  it('has no circle of imports, nor of types', () => {
    expect(circleIn(new Map(sources.map((file) => [file, importsOf(file)])))).toBeUndefined();
    const circle = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b']],
    ]);
    expect(circleIn(circle)).toEqual(['b', 'c', 'b']);
  });

  it('has no exported name that stands for two things', () => {
    const homes = new Map<string, string[]>();
    for (const file of sources)
      for (const name of new Set(sourceOf(file).exported.map((one) => one.name)))
        homes.set(name, [...(homes.get(name) ?? []), file]);
    const shared = [...homes].filter(([, files]) => files.length > 1).map(([name]) => name);
    expect(shared.sort()).toEqual(Object.keys(SHARED_NAMES).sort());
    const planted =
      'export interface A {}\nexport const b = 1, c = 2;\nconst d = 3;\nexport { d };\nexport function e() {}';
    expect(readSource('planted.ts', planted).exported.map(({ name }) => name)).toEqual(['A', 'b', 'c', 'e']);
  });

  it('names what can be bought, a sensor, a board, a shield or a motor driver, in its kit only', () => {
    // The rest are words: a light is also what a robot seeks.
    const words = ['sonar', 'lidar', 'beacon', 'bumper', 'reflectance', 'light'];
    const bought = [...SENSOR_TYPES, ...Object.keys({ ...BOARDS, ...SHIELDS, ...MOTOR_DRIVERS })];
    const named = (text: string) =>
      bought.filter((type) =>
        (words.includes(type) ? [`type === '${type}'`, `type !== '${type}'`] : [`'${type}'`]).some((code) =>
          text.includes(code),
        ),
      );
    const elsewhere = sources.filter((file) => !file.startsWith('src/kit/'));
    expect(elsewhere.filter((file) => named(readFileSync(file, 'utf8')).length > 0)).toEqual([]);
    for (const file of sources.filter((name) => name.startsWith('src/kit/sensors/')))
      expect(named(readFileSync(file, 'utf8')).length, file).toBeLessThanOrEqual(1);
    expect(named("if (sensor.type === 'light') return 'qmi8658';")).toEqual(['light', 'qmi8658']);
  });

  it('has no folder of more than 25 files, but those of the behaviors and of the sensors, which are lists', () => {
    const counts = new Map<string, number>();
    for (const file of sources) counts.set(posix.dirname(file), (counts.get(posix.dirname(file)) ?? 0) + 1);
    for (const list of ['src/steering/behaviors', 'src/kit/sensors']) counts.delete(list);
    expect([...counts].filter(([, count]) => count > 25)).toEqual([]);
  });
});

describe('a planted fault is found', () => {
  it.each([...FORBIDDEN_IMPORTS, ...FORBIDDEN_OPERATORS, ...FORBIDDEN_CODE])(
    '%s: %s',
    (file, text, ...told) => {
      const found = violations(file, text);
      expect(found).toHaveLength(1);
      let rest = found[0] ?? '';
      for (const words of [file, ...told]) {
        expect(rest).toContain(words);
        rest = rest.slice(rest.indexOf(words) + words.length);
      }
    },
  );
});

describe('a planted case that is allowed passes', () => {
  it.each([...ALLOWED_IMPORTS, ...ALLOWED_CODE])('%s: %s', (file, text) => {
    expect(violations(file, text)).toEqual([]);
  });
});
