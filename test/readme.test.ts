import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';
import { robotOnPty, until } from './support/pty.js';
import { isMissing } from './support/tools.js';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const main = join(root, 'dist/src/cli/main.js');

/** Inside the package, so that the example may import it by its name. */
mkdirSync(join(root, 'dist'), { recursive: true });
const folder = mkdtempSync(join(root, 'dist', 'readme-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const blocks = (language: string, page = readme): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, code]) => code ?? '',
  );

const node = (args: string[]): string =>
  execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });

function javaScript(code: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  return ts.transpileModule(code, { compilerOptions }).outputText;
}

describe('the README', () => {
  it('describes a robot and a run that Steerbot takes, and that arrives', () => {
    const [robot = '', run = ''] = blocks('yaml');
    writeFileSync(join(folder, 'my-robot.yaml'), robot);
    writeFileSync(join(folder, 'my-run.yaml'), run);
    expect(node([main, 'check', 'my-robot.yaml', 'my-run.yaml'])).toContain('nothing wrong');
    expect(JSON.parse(node([main, 'sim', 'my-run.yaml', '--json']))).toMatchObject({ passed: true });
  });

  it('shows a mission that a robot may have', () => {
    const mission = blocks('yaml').find((block) => block.startsWith('mission:')) ?? 'nothing';
    const robot = mission
      .replace(/^/gm, '    ')
      .replace('    mission', '  - id: a\n    robot: scout\n    mission');
    writeFileSync(join(folder, 'tree.yaml'), `sensing: truth\nrobots:\n${robot}`);
    expect(node([main, 'check', 'tree.yaml'])).toContain('nothing wrong');
  });

  it('points to a page whose example of a scenario runs and meets its criteria', () => {
    const [scenario = ''] = blocks('yaml', readFileSync(join(root, 'docs/scenario.md'), 'utf8'));
    writeFileSync(join(folder, 'every-key.yaml'), scenario);
    const { passed, robots } = JSON.parse(node([main, 'sim', 'every-key.yaml', '--json']));
    expect({ passed, robots: robots.length }).toEqual({ passed: true, robots: 5 });
  });

  it('shows a behavior of at most 20 lines that circles at its distance', () => {
    const code = blocks('ts').find((block) => block.includes('function orbit')) ?? '';
    const behavior = code.slice(code.indexOf('/**'), code.indexOf('\nconst scenario'));
    expect(behavior.trim().split('\n').length).toBeLessThanOrEqual(20);
    const mission = 'orbit: { at: [0, 0], radius: 0.5 }';
    const robots = `robots: [{ id: a, robot: scout, at: { x: 0.2, y: 0 }, mission: { ${mission} } }]`;
    writeFileSync(join(folder, 'orbit.yaml'), `name: orbit\nduration: 20 s\n${robots}\n`);
    writeFileSync(join(folder, 'orbit.mjs'), javaScript(code));
    const [, x, y] = /x: ([-\d.]+), y: ([-\d.]+)|$/.exec(node(['orbit.mjs']).replace(/\s+/g, ' ')) ?? [];
    expect(Math.hypot(Number(x), Number(y))).toBeCloseTo(0.5, 1);
  });

  it.skipIf(isMissing('socat'))(
    'shows a first program of ten lines that drives a robot on a port',
    async () => {
      const code = blocks('ts').find((block) => block.includes('connect(')) ?? '';
      expect(code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(10);
      const robot = await robotOnPty();
      writeFileSync(join(folder, 'first.mjs'), javaScript(code.replace("'auto'", `'${robot.path}'`)));
      const program = spawn(process.execPath, ['first.mjs'], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      let said = '';
      program.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
      try {
        await until(
          () => /^0\.(49|50)\d* \S+ true$/m.test(said),
          () => `it does not arrive: ${said.slice(-200)}`,
        );
      } finally {
        program.kill();
        robot.end();
      }
    },
  );

  it('links to files that are there', () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, link]) => link ?? '');
    expect(links.length).toBeGreaterThan(15);
    expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
  });

  it('names scenarios that exist', () => {
    const names = [...readme.matchAll(/steerbot sim ([a-z-]+)/g)].map(
      ([, name]) => `sim/scenarios/${name}.yaml`,
    );
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  });
});
