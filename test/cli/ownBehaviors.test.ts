import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect } from 'vitest';
import { simulate } from '../../sim/engine/run.js';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import { exportedBehaviors } from '../../src/config/mission/loadOwnBehaviors.js';
import { defineBehavior } from '../../src/steering/behavior.js';
import { FileError, UsageError } from '../../src/validation/errors.js';
import { itOnce as it, itInBoth, itThorough, partOf } from '../support/effort.js';
import { rootFile } from '../support/runs.js';
import { folderWith, spawned, steerbot } from './steerbot.js';

const push = defineBehavior({
  start: () => null,
  steer: (_, memory) => ({ force: { x: 0.1, y: 0 }, memory }),
});
const make = ({ force = 0.1 }: { force?: number }) => ({ ...push, name: `push ${force}` });

const none = {} as never;

describe('the behaviors of a file', () => {
  it('are its exported functions, and behaviors that need no parameters, by their names', () => {
    const own = exportedBehaviors({ make, push, SIZE: 3, words: 'none' }, 'b.js');
    expect(Object.keys(own)).toEqual(['make', 'push']);
    expect(own.make?.({ force: 2 } as never).name).toBe('push 2');
    expect(own.push?.(none)).toBe(push);
  });

  it('are those of a map that is the default export, too', () => {
    expect(Object.keys(exportedBehaviors({ default: { 'push-hard': make }, push }, 'b.js'))).toEqual([
      'push-hard',
      'push',
    ]);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['nothing', {}, /b\.js exports no behavior; export a function that returns \{ start, steer \}/],
    ['nothing that is one', { SIZE: 3, push: { start: 1 } }, /exports no behavior/],
    ['one that has a name of ours', { seek: make }, /there is a behavior 'seek' already; rename yours/],
    ['one that has a name of a combinator', { default: { blend: make } }, /'blend' already/],
  ])('must not be %s', (_, exported, words) => {
    expect(() => exportedBehaviors(exported, 'b.js')).toThrow(UsageError);
    expect(() => exportedBehaviors(exported, 'b.js')).toThrow(words);
  });

  it.each<[string, unknown, RegExp]>([
    ['makes something else', () => ({ steer: () => {} }), /'own' makes no behavior/],
    ['makes nothing', () => undefined, /'own' makes no behavior/],
    ['makes a promise', async () => push, /'own' makes no behavior/],
    ['throws', () => fail('no radius'), /no radius/],
    ['cannot start', () => ({ ...push, start: () => fail('no memory') }), /no memory/],
    ['takes no parameters and is given some', push, /'own' takes no parameters, but is given 'force'/],
  ])('one that %s is found out where a mission calls it', (_, own, words) => {
    const mission = '{ own: { force: 1 } }';
    const text = `name: s\nrobots:\n  - { id: a, robot: scout, mission: ${mission} }\n`;
    const file = join(folderWith({ 's.yaml': text }), 's.yaml');
    const load = () => loadScenario(file, { behaviors: exportedBehaviors({ own }, 'b.js') });
    expect(load).toThrow(FileError);
    expect(load).toThrow(words);
    expect(load).toThrow(/s\.yaml:3:\d+: /);
  });
});

function fail(what: string): never {
  throw new Error(what);
}

const STEERBOT = pathToFileURL(rootFile('dist/bundle/index.js')).href;

/** Circles a point, as the README has it. */
const ORBIT = `import { defineBehavior, desire } from '${STEERBOT}';
console.log('loaded');
export const SIZE = 1;
export const orbit = ({ at: [x, y], radius }) => defineBehavior({
  start: () => null,
  steer(percept, memory) {
    const out = { x: percept.pose.x - x, y: percept.pose.y - y };
    const away = Math.hypot(out.x, out.y) || 1;
    const inward = (4 * (away - radius)) / radius;
    const k = (0.6 * percept.body.maxSpeed) / (away * Math.hypot(1, inward));
    return desire(percept, { x: k * (-out.y - inward * out.x), y: k * (out.x - inward * out.y) }, memory);
  },
});
`;

const scene = (mission: string, rest = ''): string =>
  `name: own\nduration: 6 s\n${rest}robots: [{ id: a, robot: scout, at: { x: 0.2 }, mission: ${mission} }]\n`;

describe('steerbot --behaviors', () => {
  it('lets a scenario call them, as the library does, and what they print is no part of the result', async () => {
    const cwd = folderWith({ 'own.mjs': ORBIT, 'own.yaml': scene('{ orbit: { at: [0, 0], radius: 0.5 } }') });
    const { code, stdout, stderr } = await steerbot(['sim', 'own.yaml', '--json', '--behaviors', 'own.mjs'], {
      cwd,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'loaded\n' });
    const { x, y } = JSON.parse(stdout).robots[0].finalPose;
    expect(Math.hypot(x, y)).toBeCloseTo(0.5, 1);
    const exported = await import(pathToFileURL(join(cwd, 'own.mjs')).href);
    const behaviors = exportedBehaviors(exported, 'own.mjs');
    const result = await simulate(loadScenario(join(cwd, 'own.yaml'), { behaviors }));
    expect(JSON.parse(stdout).robots).toEqual(JSON.parse(JSON.stringify(result.robots)));
  });

  it('lets a check know them', async () => {
    const cwd = folderWith({ 'own.mjs': ORBIT, 'own.yaml': scene('{ orbit: { at: [0, 0], radius: 0.5 } }') });
    const without = await steerbot(['check', 'own.yaml'], { cwd });
    expect(without).toMatchObject({ code: 2, stdout: '' });
    expect(without.stderr).toContain("unknown behavior 'orbit'");
    const known = await steerbot(['check', 'own.yaml', '--behaviors', 'own.mjs'], { cwd });
    expect({ code: known.code, stdout: known.stdout }).toEqual({
      code: 0,
      stdout: 'own.yaml: nothing wrong\n',
    });
  });

  itThorough('lets a mission call them that a robot drives', async () => {
    const ahead = `import { desire } from '${STEERBOT}';
    export const goUpTo = ({ x }) => ({
      start: () => null,
      steer: (percept, memory) => {
        const arrived = percept.pose.x >= x;
        return { ...desire(percept, { x: arrived ? 0 : 0.2, y: 0 }, memory), arrived };
      },
    });`;
    const cwd = folderWith({ 'own.mjs': ahead, 'mission.yaml': 'goUpTo: { x: 0.1 }\n' });
    const args = ['drive', 'scout', '--mission', 'mission.yaml', '--behaviors', 'own.mjs', '--json'];
    const { code, stdout } = await spawned([...args, '--port', 'emulated'], { cwd });
    expect({ code, outcome: JSON.parse(stdout).outcome }).toEqual({ code: 0, outcome: 'arrived' });
    expect(JSON.parse(stdout).pose.x).toBeGreaterThan(0.09);
  });

  itInBoth.each(
    partOf<[string, readonly string[], RegExp]>(
      [
        ['a file that is not there', ['sim', '--behaviors', 'none.js'], /none\.js: no such file/],
        [
          'a file that is no JavaScript',
          ['sim', '--behaviors', 'bad.js'],
          /bad\.js cannot be loaded: SyntaxError/,
        ],
        ['a file that fails', ['sim', '--behaviors', 'fails.js'], /cannot be loaded: Error: not today/],
        [
          'TypeScript',
          ['sim', '--behaviors', 'own.ts'],
          /own\.ts (cannot be loaded: .*; compile it to JavaScript|exports no behavior)/,
        ],
        ['a folder', ['sim', '--behaviors', '.'], /cannot be loaded/],
        ['a file without behaviors', ['sim', '--behaviors', 'empty.js'], /empty\.js exports no behavior/],
        ['a package that is not there', ['sim', '--behaviors', 'lost.js'], /where steerbot is installed/],
        ['many seeds', ['sim', '--behaviors', 'none.js', '--seeds', '1..3'], /none\.js: no such file/],
        [
          'a robot without a mission file',
          ['drive', 'scout', '--seek', '1,0', '--behaviors', 'empty.js'],
          /--behaviors needs a mission.*give --mission FILE/,
        ],
      ],
      3,
    ),
  )('refuses %s before anything runs', async (_, args, words) => {
    const cwd = folderWith({
      'bad.js': 'export const = ;',
      'fails.js': "throw new Error('not today');",
      'own.ts': 'export const a: number = 1;',
      'empty.js': 'export const SIZE = 1;',
      'lost.js': "import { seek } from 'steerbot';",
      'package.json': '{ "type": "module" }',
    });
    const { code, stdout, stderr } = await steerbot(args, { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
  });

  const ENDS = {
    'now.mjs': 'process.exit(0);',
    'fails.mjs': 'process.exit(1);',
    'later.mjs': `export const go = () => ({
      start: () => 0,
      steer: (percept, memory) => (memory > 3 ? process.exit(0) : { memory: memory + 1 }),
    });`,
    // Behind a run that is over.
    'behind.mjs': `import { desire } from '${STEERBOT}';
    process.on('beforeExit', () => process.exit(0));
    export const go = () => ({ start: () => null, steer: (percept, memory) => desire(percept, { x: 0, y: 0 }, memory) });`,
    'own.yaml': scene('{ go: {} }', 'criteria: [{ distance: { from: a, to: [0, 0], atLeast: 9 } }]\n'),
    'mission.yaml': 'go: {}\n',
  };

  itInBoth.each(
    partOf(
      [
        ['now.mjs', ['sim', 'own.yaml', '--headless']],
        ['now.mjs', ['sim', 'own.yaml', '--json']],
        ['now.mjs', ['sim', 'own.yaml', '--seeds', '1..3']],
        ['fails.mjs', ['sim', 'own.yaml', '--headless']],
        ['later.mjs', ['sim', 'own.yaml', '--headless']],
        ['later.mjs', ['sim', 'own.yaml', '--seeds', '1..3']],
        ['now.mjs', ['drive', 'scout', '--mission', 'mission.yaml', '--port', 'emulated', '--headless']],
        ['now.mjs', ['check', 'own.yaml']],
      ] as const,
      1,
    ),
  )('%s that ends the program gives no result: %j ends with 2, and says why', async (file, args) => {
    const ended = await spawned([...args, '--behaviors', file], { cwd: folderWith(ENDS) });
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(
      /ended the program \(with code [01]\) before the run was over|a thread died/,
    );
  });

  itThorough('that end the program of a drive stop its robot, and the drive ends with 4', async () => {
    const args = ['drive', 'scout', '--mission', 'mission.yaml', '--port', 'emulated', '--headless'];
    const ended = await spawned([...args, '--behaviors', 'later.mjs'], { cwd: folderWith(ENDS) });
    expect(ended.code).toBe(4);
    expect(`${ended.stdout}${ended.stderr}`).toContain('process.exit');
  });

  it('that end the program behind a run leave it its exit code', async () => {
    const cwd = folderWith(ENDS);
    const args = ['sim', 'own.yaml', '--json', '--behaviors', 'behind.mjs'];
    const { code, stdout, stderr } = await spawned(args, { cwd });
    expect({ code, passed: JSON.parse(stdout).passed, stderr }).toEqual({
      code: 1,
      passed: false,
      stderr: '',
    });
  });

  itInBoth.each(partOf(['./own.js', '{ orbit: ./own.js }'], 1))(
    'are named by the command line alone: a scenario that names code is refused, and does not run it: %s',
    async (named) => {
      const code = "throw new Error('it ran');\n";
      const mission = '{ arrive: { target: [1, 0] } }';
      const cwd = folderWith({ 'own.js': code, 'own.yaml': scene(mission, `behaviors: ${named}\n`) });
      const ended = await steerbot(['sim', 'own.yaml', '--headless'], { cwd });
      expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 2, stdout: '' });
      expect(ended.stderr).toMatch(/own\.yaml:3:1: unknown key 'behaviors'/);
      expect(ended.stderr).not.toContain('it ran');
    },
  );

  itInBoth.each(partOf(['./own.js', 'orbit'], 1))(
    'a mission that calls %j does not run it, either',
    async (name) => {
      const cwd = folderWith({
        'own.js': "throw new Error('it ran');\n",
        'own.yaml': scene(`{ "${name}": {} }`),
      });
      const { code, stderr } = await steerbot(['sim', 'own.yaml', '--headless'], { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain(`unknown behavior '${name}'`);
      expect(stderr).not.toContain('it ran');
    },
  );
});
