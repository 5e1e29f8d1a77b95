import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ended, OWN_TIME } from '../cli/steerbot.js';
import { stepsOf } from '../docs/page.js';
import { itThorough, thirdOf } from '../support/effort.js';
import { blocks } from '../support/markdown.js';
import { type RobotOnPty, robotOnPty, until } from '../support/pty.js';
import { rootFile } from '../support/runs.js';
import { isMissing } from '../support/tools.js';
import { type Installed, install, interrupt, start } from './installed.js';

let steerbot: Installed;

beforeAll(async () => {
  steerbot = await install();
});
afterAll(() => steerbot?.remove());

/** Paths below its node_modules that match. */
const installedFiles = (pattern: RegExp): string[] =>
  readdirSync(join(steerbot.folder, 'node_modules'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => pattern.test(path));

const write = (name: string, text: string): void => writeFileSync(join(steerbot.folder, name), text);

describe('the packed package', () => {
  it('is smaller than 5 MB', () => {
    expect(steerbot.size).toBeLessThan(5_000_000);
  });

  it('has nothing for publint to say', async () => {
    const publint = rootFile('node_modules/publint/src/cli.js');
    const { code, stdout } = await steerbot.run('node', publint, '--strict', steerbot.tarball);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('All good!') });
  });

  itThorough('has types that every importer of ES modules finds', async () => {
    const attw = rootFile('node_modules/@arethetypeswrong/cli/dist/index.js');
    const { code, stdout } = await steerbot.run('node', attw, '--profile', 'esm-only', steerbot.tarball);
    expect(code, stdout).toBe(0);
  });

  it('imports nothing that npm does not install with it', () => {
    const folder = join(steerbot.folder, 'node_modules/steerbot');
    const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const known = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    const imported = readdirSync(join(folder, 'dist/bundle'))
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(folder, 'dist/bundle', file), 'utf8'))
      .flatMap((text) => [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?"((?:@[^"/]+\/)?[a-z][^"/:]*)[^":]*"/g)])
      .map(([, name]) => name ?? '');
    expect(imported.length).toBeGreaterThan(10);
    expect(imported.filter((name) => !known.includes(name) && !isBuiltin(name))).toEqual([]);
  });

  it('says whose work is bundled in it', () => {
    for (const [folder, names] of [
      ['bundle', ['commander', 'planck', 'yaml', 'hyparquet-writer']],
      ['vendor', ['johnny-five', 'chalk', 'lodash.debounce']],
      ['page', ['preact', 'uplot']],
    ] as const) {
      const path = join(steerbot.folder, 'node_modules/steerbot/dist', folder, 'LICENSES.md');
      const licenses = readFileSync(path, 'utf8');
      for (const name of names) expect(licenses).toContain(`## ${name} - `);
    }
  });
});

describe('installed in an empty folder', () => {
  it('it has one serialport, and no johnny-five that would bring another', () => {
    const found = installedFiles(/(^|\/)(serialport|johnny-five|firmata)\/package\.json$/);
    expect(found).toEqual(['serialport/package.json']);
    const path = join(steerbot.folder, 'node_modules/serialport/package.json');
    expect(JSON.parse(readFileSync(path, 'utf8')).version).toMatch(/^13\./);
  });

  it('it is at most 15 packages of its own choice, and 40 MB in all', () => {
    const manifest = readFileSync(join(steerbot.folder, 'node_modules/steerbot/package.json'), 'utf8');
    const { dependencies, optionalDependencies } = JSON.parse(manifest);
    expect(Object.keys({ ...dependencies, ...optionalDependencies }).length).toBeLessThanOrEqual(15);
    const folder = join(steerbot.folder, 'node_modules');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
    expect(bytes).toBeLessThan(40e6);
  });

  it('a command that needs a package beyond these asks for it by its name', async () => {
    const { code, stderr } = await steerbot.run(
      'npx',
      'steerbot',
      'worker',
      '--queue',
      'redis://127.0.0.1:1',
    );
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^this needs the package \w+: `npm install steerbot bullmq ioredis`\n$/),
    });
  });

  it('nothing was compiled', () => {
    expect(installedFiles(/\.o$|\/build\/(Release|Debug)\//)).toEqual([]);
    expect(steerbot.log).not.toMatch(/gyp (info|ERR)|node-gyp rebuild/);
  });

  it.each(
    thirdOf([
      ['sim --headless', 0, /arrived/],
      ['sim square --json', 0, /"passed": ?true/],
      ['sim square --headless --firmware', 0, /arrived/],
      ['drive scout --arrive 0.2,0 --port emulated --headless --json', 0, /"outcome": ?"arrived"/],
      ['presets', 0, /scout/],
      ['flash uno --port emulated --yes', 0, /./],
      ['check no-such-file.yaml', 2, /^$/],
    ] as const),
  )('npx steerbot %s ends with %i', async (line, code, said) => {
    const ended = await steerbot.run('npx', 'steerbot', ...line.split(' '));
    expect(ended, ended.stderr).toMatchObject({ code, stdout: expect.stringMatching(said) });
  });

  itThorough('npx steerbot sim serves its page', async () => {
    const child = start(steerbot.folder, 'npx', ['steerbot', 'sim', 'playground']);
    const end = ended(child);
    let said = '';
    child.stdout?.on('data', (text: string) => {
      said += text;
    });
    const address = () => /http:\/\/127\.0\.0\.1:\d+\//.exec(said)?.[0];
    try {
      await until(
        () => address() !== undefined,
        () => `no address: ${said}`,
      );
      expect(await fetch(address() ?? '').then((answer) => answer.text())).toContain('<title>');
    } finally {
      interrupt(child);
      await end;
    }
  });
});

/** The README's programs. */
const [first = '', orbit = ''] = blocks(readFileSync(rootFile('README.md'), 'utf8'), 'ts');

describe("the README's programs", () => {
  let robot: RobotOnPty | undefined;
  afterAll(() => robot?.end());

  async function firstArrives(): Promise<void> {
    robot = await robotOnPty();
    write('first.js', javaScript(first.replace("'auto'", `'${robot.path}'`)));
    // It takes no arguments; by these, its clock is that of the board.
    const program = start(steerbot.folder, 'node', [...OWN_TIME, 'first.js', '--port', robot.path]);
    let said = '';
    for (const stream of [program.stdout, program.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    }
    await until(
      () => /^0\.(49|50)\d* [^\n]+\narrived null$/m.test(said),
      () => `it does not arrive: ${said.slice(-400)}`,
      program,
    ).finally(() => program.kill());
  }

  itThorough('have types under the strictest settings, with no types installed but its own', async () => {
    write('first.ts', first);
    write('orbit.ts', orbit);
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      strict: true,
      skipLibCheck: false,
      types: [],
    };
    write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['first.ts', 'orbit.ts'] }));
    const { stdout } = await steerbot.run('node', rootFile('node_modules/typescript/bin/tsc'), '-p', '.');
    expect(stdout).toBe('');
  });

  it('a behavior of at most 20 lines circles at its distance', async () => {
    const behavior = orbit.slice(orbit.indexOf('/**'), orbit.indexOf('\nconst mission'));
    expect(behavior.trim().split('\n').length).toBeLessThanOrEqual(20);
    write('orbit.js', javaScript(orbit));
    const { stdout, stderr } = await steerbot.run('node', 'orbit.js');
    const [, x, y] = /x: ([-\d.]+),\s*y: ([-\d.]+)|$/.exec(stdout) ?? [];
    expect(Math.hypot(Number(x), Number(y)), stderr).toBeCloseTo(0.5, 1);
  });

  it.skipIf(isMissing('socat'))('ten lines drive a robot on a port', async () => {
    expect(first.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(10);
    await firstArrives();
  });
});

describe('the guide for programs', () => {
  const files = stepsOf('docs/program.md').flatMap((step) => (step.kind === 'file' ? [step] : []));

  it('shows an app of at most 20 lines', () => {
    const [app = { text: '' }] = files;
    expect(
      app.text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('//')).length,
    ).toBeLessThanOrEqual(20);
  });

  itThorough.each(files)(
    '$name runs in an empty folder, with nothing installed but the package',
    async ({ name, text }) => {
      write(name, text);
      const { code, stdout, stderr } = await steerbot.run('node', name);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/\d|arrived/);
    },
  );
});

describe.each([
  // npm leaves an optional dependency out. Its folder stays, empty: without it, one in a folder above would answer.
  { way: 'is left out', part: ['serialport'], cure: 'npm install serialport' },
  {
    way: 'is not built',
    part: ['@serialport', 'bindings-cpp', 'prebuilds'],
    cure: 'npm rebuild @serialport',
  },
])('where the native module of the serial port $way', ({ part, cure }) => {
  const folder = () => join(steerbot.folder, 'node_modules', ...part);
  beforeAll(() => {
    renameSync(folder(), `${folder()}-gone`);
    mkdirSync(folder());
  });
  afterAll(() => {
    rmdirSync(folder());
    renameSync(`${folder()}-gone`, folder());
  });

  itThorough('it simulates', async () => {
    expect((await steerbot.run('npx', 'steerbot', 'sim', 'square', '--json')).code).toBe(0);
  });

  itThorough('to drive names the cure', async () => {
    const drive = ['drive', 'scout', '--arrive', '1,0', '--port', '/dev/ttyACM0', '--headless'];
    const { code, stderr } = await steerbot.run('npx', 'steerbot', ...drive);
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining(cure) });
  });
});

function javaScript(code: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  return ts.transpileModule(code, { compilerOptions }).outputText;
}
