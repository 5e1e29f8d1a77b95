/** The examples in the doc comments of everything that is exported: they compile, run, and print what they say. */
import { pathToFileURL } from 'node:url';
import { format, inspect } from 'node:util';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import * as control from '../../src/control/index.js';
import * as geometry from '../../src/geometry.js';
import * as steerbot from '../../src/index.js';
import * as johnnyFive from '../../src/johnnyFive.js';
import * as lab from '../../src/lab.js';
import * as testing from '../../src/testing.js';
import { THOROUGH } from '../support/effort.js';

/** By the name under which a program imports it. */
const ENTRIES: Readonly<Record<string, { readonly file: string; readonly exported: object }>> = {
  steerbot: { file: 'src/index.ts', exported: steerbot },
  'steerbot/control': { file: 'src/control/index.ts', exported: control },
  'steerbot/geometry': { file: 'src/geometry.ts', exported: geometry },
  'steerbot/johnny-five': { file: 'src/johnnyFive.ts', exported: johnnyFive },
  'steerbot/lab': { file: 'src/lab.ts', exported: lab },
  'steerbot/testing': { file: 'src/testing.ts', exported: testing },
};
const MODULES: Readonly<Record<string, () => Promise<object>>> = {
  ...Object.fromEntries(Object.entries(ENTRIES).map(([name, { exported }]) => [name, async () => exported])),
  rxjs: () => import('rxjs'),
  'rxjs/testing': () => import('rxjs/testing'),
};

/** The page has a thread of its own, which is there when it was built. */
const BUILT = { steerbot: () => import(pathToFileURL('dist/bundle/index.js').href) };

const options: ts.CompilerOptions = {
  ...ts.parseJsonConfigFileContent(
    ts.readConfigFile('tsconfig.json', ts.sys.readFile).config,
    ts.sys,
    process.cwd(),
  ).options,
  noEmit: true,
  noUnusedLocals: true,
  paths: Object.fromEntries(Object.entries(ENTRIES).map(([name, { file }]) => [name, [`./${file}`]])),
};

interface Example {
  readonly name: string;
  readonly from: string;
  readonly code: string;
}

/** The fenced code of the `@example` of each value that is exported; empty without one. */
function examples(): Example[] {
  const program = ts.createProgram(
    Object.values(ENTRIES).map(({ file }) => file),
    { ...options, noResolve: false },
  );
  const checker = program.getTypeChecker();
  return Object.entries(ENTRIES).flatMap(([from, { file, exported }]) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    return (module ? checker.getExportsOfModule(module) : []).flatMap((symbol) => {
      if (!Object.hasOwn(exported, symbol.name)) return [];
      const declared = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const tag = declared.getJsDocTags(checker).find(({ name }) => name === 'example');
      const text = ts.displayPartsToString(tag?.text);
      return [{ name: symbol.name, from, code: /```ts\n(.*?)\n```/s.exec(text)?.[1] ?? '' }];
    });
  });
}

/** What the comments behind its `console.log` say. */
const said = (code: string): string[] =>
  [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text = '']) => text);

/** Runs an example in this process, with the modules of this source. */
async function printed(code: string, modules: typeof MODULES): Promise<string[]> {
  const lines: string[] = [];
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2022,
      verbatimModuleSyntax: true,
    },
  });
  const body = outputText.replace(
    /^import \{(.*)\} from '(.*)';$/gm,
    (_, names, module) => `const {${names}} = await load('${module}');`,
  );
  const AsyncFunction = (async () => {}).constructor as new (
    ...words: string[]
  ) => (...values: unknown[]) => Promise<void>;
  const load = (module: string) => modules[module]?.();
  const log = (...values: unknown[]) => {
    lines.push(format(...values.map((value) => (typeof value === 'string' ? value : inspect(value)))));
  };
  await new AsyncFunction('load', 'console', body)(load, { log });
  return lines;
}

const ALL = THOROUGH ? examples() : [];
describe.runIf(THOROUGH)('the example', () => {
  it('is there for everything that is exported', () => {
    expect(ALL.filter(({ code }) => said(code).length === 0).map(({ name }) => name)).toEqual([]);
    expect(ALL.map(({ name }) => name).length).toBeGreaterThan(80);
    expect(ALL.filter(({ name, code }) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
  });

  it.each(ALL)('of $name in $from prints what it says', async ({ name, code }) => {
    expect(await printed(code, name === 'servePage' ? BUILT : MODULES)).toEqual(said(code));
  });

  it('compiles', () => {
    const files = new Map(
      ALL.map(({ name, from, code }) => [
        `${process.cwd()}/${from.replace('/', '-')}-${name}.example.ts`,
        code,
      ]),
    );
    const host = ts.createCompilerHost(options);
    const { fileExists, readFile, getSourceFile } = host;
    host.fileExists = (file) => files.has(file) || fileExists(file);
    host.readFile = (file) => files.get(file) ?? readFile(file);
    host.getSourceFile = (file, target) => {
      const code = files.get(file);
      return code === undefined
        ? getSourceFile(file, target)
        : ts.createSourceFile(file, `${code}\nexport {};\n`, target);
    };
    const program = ts.createProgram([...files.keys()], options, host);
    const faults = [...files.keys()].flatMap((file) =>
      ts
        .getPreEmitDiagnostics(program, program.getSourceFile(file))
        .map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`),
    );
    expect(faults).toEqual([]);
  });
});
