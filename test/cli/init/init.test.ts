import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { simulate } from '../../../sim/engine/run.js';
import { loadScenario } from '../../../sim/scenario/loadScenario.js';
import { checkFiles } from '../../../src/cli/check.js';
import { init } from '../../../src/cli/init/init.js';
import type { InitOptions } from '../../../src/cli/init/questions.js';
import { MOTOR_WIRING_NAMES } from '../../../src/cli/init/wirings.js';
import { kitChoices } from '../../../src/cli/presets.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { BOARD_NAMES } from '../../../src/kit/boards.js';
import { itOnce as it, itInBoth, partOf } from '../../support/effort.js';
import { rootFile } from '../../support/runs.js';

let said = '';
const before = process.cwd();

beforeEach(() => {
  process.chdir(mkdtempSync(join(tmpdir(), 'steerbot-init-')));
  said = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  const folder = process.cwd();
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

const read = (file: string): string => readFileSync(file, 'utf8');

/** What a user does next: both files are checked, and the first drive is driven. */
async function expectToRun(name: string): Promise<void> {
  const files = [`${name}.yaml`, `${name}-first-drive.yaml`];
  expect(checkFiles(files)).toEqual([]);
  const result = await simulate(loadScenario(`${name}-first-drive`));
  expect(result).toMatchObject({ scenario: `${name}-first-drive`, passed: true });
}

describe('steerbot init --kit', () => {
  itInBoth.each(
    partOf(
      kitChoices().map(({ name }) => name),
      2,
    ),
  )('%s writes its file under a new name, and a first drive; both run at once', async (kit) => {
    expect(await init(undefined, { kit })).toBe(0);
    const name = `my-${kit}`;
    const original = read(rootFile(`robots/${kit}.yaml`));
    const [line, ...rest] = read(`${name}.yaml`).split('\n');
    expect(rest.join('\n')).toBe(original.replace(`\nname: ${kit}\n`, `\nname: ${name}\n`));
    expect(line).toBe('# yaml-language-server: $schema=.steerbot/robot.schema.json');
    expect(loadRobot(name).name).toBe(name);
    await expectToRun(name);
  });
});

describe('steerbot init --kit another', () => {
  const combinations = BOARD_NAMES.flatMap((board) =>
    MOTOR_WIRING_NAMES.map((wiring) => [board, wiring] as const),
  );

  itInBoth.each(partOf(combinations, 2))(
    'on an %s by %s writes a robot that runs at once',
    async (board, wiring) => {
      const options: InitOptions = { kit: 'another', board, wiring, diameter: '70 mm', track: '0.141' };
      expect(await init('rover', options)).toBe(0);
      const robot = loadRobot('rover');
      expect(robot).toMatchObject({ board, wheels: { diameter: 0.07 }, chassis: { track: 0.141 } });
      expect(Object.keys(robot.motors.left ?? {}).filter((key) => key !== 'invert')).toEqual(
        wiring.split(','),
      );
      await expectToRun('rover');
    },
  );

  itInBoth.each(partOf(combinations, 2))(
    'on an %s by %s proposes pins for encoders that are free',
    async (board, wiring) => {
      await init('rover', { kit: 'another', yes: true, board, wiring });
      const proposed = read('rover.yaml').replace(/^# (?=encoders:| {2})/gm, '');
      writeFileSync('rover.yaml', proposed);
      expect(checkFiles(['rover.yaml'])).toEqual([]);
      const { left, right } = loadRobot('rover').encoders ?? {};
      expect(new Set([left?.a, left?.b, right?.a, right?.b]).size).toBe(4);
      expect(
        [left?.countsPerRevolution, right?.countsPerRevolution].every((counts) => counts && counts > 0),
      ).toBe(true);
    },
  );
});

describe('steerbot init', () => {
  it('with --yes asks nothing and takes the usual chassis', async () => {
    expect(await init('rover', { yes: true })).toBe(0);
    expect(read('rover.yaml')).toContain('kit: Two-wheel acrylic chassis with an L298N');
  });

  it('says how a robot drives whose motors no dead-man can stop', async () => {
    await init('rover', { yes: true, kit: 'adafruit-motor-shield-v2' });
    for (const next of ['--try-wheels', '--arrive 0.3,0'])
      expect(said).toContain(`npx steerbot drive rover ${next} --without-deadman`);
  });

  it('says what comes next, by the name that it was given', async () => {
    await init('rover', { yes: true });
    const first = [
      'sim rover-first-drive',
      'flash rover',
      'drive rover --try-wheels',
      'drive rover --arrive 0.3,0',
    ];
    for (const next of first) {
      expect(said).toContain(`npx steerbot ${next}`);
    }
  });

  it('says nothing of wires where the kit has no board that we know', async () => {
    await init('rover', { kit: 'xrp' });
    expect(said).toContain('sim rover-first-drive');
    expect(said).not.toMatch(/flash|try-wheels/);
  });

  it('by the name of one of several boards asks nothing, and says which others are sold as that', async () => {
    const hinted = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(await init('rover', { kit: 'elegoo-smart-car-v4' })).toBe(0);
    const hint = String(hinted.mock.lastCall?.[0]);
    expect(hint).toMatch(/^Elegoo Smart Robot Car V4\.0: this file is for .* MPU-6050\. Others are sold/);
    expect(hint).toContain('--kit elegoo-smart-car-v4-drv8835: a DRV8835 beside the motor sockets\n');
    expect(hint).toContain('--kit elegoo-smart-car-v4-qmi8658: ');
    expect(said).not.toContain('DRV8835');
  });

  it('says nothing of other boards where there are none', async () => {
    const hinted = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await init('rover', { kit: 'scout' });
    expect(hinted.mock.calls.flat().join('')).toBe('');
  });

  it('writes over nothing: with one of its files there already it writes neither', async () => {
    await init('rover', { yes: true });
    rmSync('rover.yaml');
    await expect(init('rover', { yes: true })).rejects.toThrow(/rover-first-drive\.yaml exists already/);
    expect(existsSync('rover.yaml')).toBe(false);
  });

  it('writes neither if a link has the name of one', async () => {
    symlinkSync('nowhere.yaml', 'rover-first-drive.yaml');
    await expect(init('rover', { yes: true })).rejects.toThrow(/rover-first-drive\.yaml' exists already/);
    expect(existsSync('rover.yaml')).toBe(false);
    expect(readdirSync('.').sort()).toEqual(['.steerbot', 'rover-first-drive.yaml']);
  });

  it.each<[string, string, InitOptions, RegExp]>([
    ['a name of ours', 'scout', { yes: true }, /there is a robot 'scout' already; .*try 'my-scout'/],
    ['a path for a name', '../my bot.yaml', { yes: true }, /is not a name for a robot; .*; try 'my-bot'/],
    ['an unknown kit', 'rover', { kit: 'elego' }, /--kit 'elego' is not known/],
    ['a kit that is misspelt', 'rover', { kit: 'soct' }, /did you mean 'scout'\?/],
    ['a name that is a number', '2', { yes: true }, /'2' is not a name for a robot; .*; try 'my-robot'/],
    [
      'what a kit knows by itself',
      'rover',
      { kit: 'scout', track: '1 m' },
      /--track is for .* --kit another/,
    ],
    ['a length of another kind', 'rover', { kit: 'another', track: '3 kg' }, /--track: '3 kg' is a mass/],
    [
      'a length that is too long',
      'rover',
      { kit: 'another', diameter: '65' },
      /--diameter: '65' is out of range/,
    ],
  ])('refuses %s, and writes nothing', async (_, name, options, words) => {
    await expect(init(name, options)).rejects.toThrow(words);
    expect(readdirSync('.')).toEqual([]);
  });

  it('names the options that answer its questions if there is no terminal', async () => {
    await expect(init('rover', {})).rejects.toThrow(/give --kit NAME, or --yes/);
    await expect(init('rover', { kit: 'another' })).rejects.toThrow(/give --board NAME, or --yes/);
  });
});
