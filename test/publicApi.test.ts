/** What a program may import: few values, each explained where an editor shows it. */
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { COMBINATORS, leafNamed, NODES } from '../src/steering/mission.js';
import { rootFile } from './support/runs.js';

const ENTRIES = [
  'src/index.ts',
  'src/control/index.ts',
  'src/geometry.ts',
  'src/lab.ts',
  'src/testing.ts',
  'src/johnnyFive.ts',
];
const program = ts.createProgram(
  ENTRIES.map((file) => rootFile(file)),
  { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023, strict: true, skipLibCheck: true },
);
const checker = program.getTypeChecker();

interface Exported {
  readonly name: string;
  readonly isValue: boolean;
  readonly doc: string;
}

function exportsOf(entry: string): Exported[] {
  const source = program.getSourceFile(rootFile(entry));
  const symbol = source && checker.getSymbolAtLocation(source);
  if (!symbol) throw new Error(`${entry} exports nothing`);
  return checker.getExportsOfModule(symbol).map((exported) => {
    const target = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    return {
      name: exported.name,
      isValue: (target.flags & ts.SymbolFlags.Value) !== 0,
      doc: ts.displayPartsToString(target.getDocumentationComment(checker)),
    };
  });
}

describe('the root of the library', () => {
  const exported = exportsOf('src/index.ts');
  const values = exported.filter(({ isValue }) => isValue).map(({ name }) => name);

  it('has, besides behaviors and the nodes that join them, at most 22 values', () => {
    const joins = [...COMBINATORS, ...NODES] as readonly string[];
    const others = values.filter((name) => leafNamed(name, {}) === undefined && !joins.includes(name));
    expect(others.length).toBeLessThanOrEqual(22);
    expect(values).toEqual(
      expect.arrayContaining(['drive', 'simulate', 'scenario', 'connect', 'servePage', 'simulatedRobot']),
    );
  });

  it('leaves the inside of the loop to steerbot/control, and vectors to steerbot/geometry', () => {
    const inside = [...exportsOf('src/control/index.ts'), ...exportsOf('src/geometry.ts')];
    const names = inside.filter(({ isValue }) => isValue).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['prepareModel', 'step', 'predictTarget', 'brakingSpeed', 'add']),
    );
    expect(names.filter((name) => values.includes(name))).toEqual(['controlLoop']);
  });

  it.each(exported.filter(({ isValue }) => isValue))('says what $name is for', ({ doc }) => {
    expect(doc).toMatch(/^[A-Z`F|vΔ].{15,}/s);
  });
});
