import { join } from 'node:path';
import { afterEach, describe, expect } from 'vitest';
import { checkAnswer } from '../../../src/cli/doctor/answerCheck.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { itThorough as it } from '../../support/effort.js';
import { type RobotOnPty, robotOnPty, until } from '../../support/pty.js';
import { rootFile } from '../../support/runs.js';
import { type OnTerminal, onTerminal } from '../../support/terminal.js';
import { isMissing } from '../../support/tools.js';
import { builtProgram, folderWith, steerbot } from '../steerbot.js';

const scout = loadRobot(rootFile('robots/scout.yaml'));
const withPlant = (plant: string) => ({
  port: 'simulated',
  plant: join(folderWith({ 'body.yaml': plant }), 'body.yaml'),
});

describe('doctor --turn-wheels', () => {
  it('measures the answer of the real firmware, as its file says', async () => {
    const { code, stdout } = await steerbot([
      'doctor',
      'scout',
      '--port',
      'emulated',
      '--turn-wheels',
      '--json',
    ]);
    const { checks } = JSON.parse(stdout) as { checks: { check: string; state: string; found: string }[] };
    expect(code).toBe(0);
    expect(checks.at(-1)).toMatchObject({ check: 'wheels answer', state: 'ok' });
    expect(checks.at(-1)?.found).toMatch(/^after 10\d ms ± \d ms: .* its file says 40 ms and 60 ms$/);
  });

  it.each([0.11, 0.15])('warns where the delay is not the file’s, but %d s', async (delay) => {
    const { row } = await checkAnswer(scout, withPlant(`delay: ${1000 * delay} ms\n`));
    expect(row).toMatchObject({ state: 'warning', cure: expect.stringContaining('steerbot calibrate') });
    const said = Number(/after (\d+) ms/.exec(row.found)?.[1]);
    expect(Math.abs(said - 1000 * delay - 60)).toBeLessThan(5);
  });

  it('finds a wheel that does not turn', async () => {
    const { row } = await checkAnswer(scout, withPlant('noLoadSpeed: { left: 0.6, right: 0.002 }\n'));
    expect(row).toMatchObject({ state: 'wrong' });
  });

  it('says of a robot without encoders where its answer is measured', async () => {
    const { encoders: _, ...blind } = scout;
    const { row } = await checkAnswer(blind, { port: 'simulated' });
    expect(row).toMatchObject({ state: 'skipped', found: 'it has no encoders' });
  });

  it('turns nothing where something else is wrong, no robot is named, or nobody can be asked', async () => {
    const bad = await steerbot(['doctor', 'scout', '--port', '/dev/none', '--turn-wheels'], {});
    expect(bad.stderr).toContain('run it in a terminal');
    expect(bad.code).toBe(2);
    const nameless = await steerbot(['doctor', '--port', 'emulated', '--turn-wheels']);
    expect(nameless.stderr).toContain('name it, or its file');
    expect(nameless.code).toBe(2);
  });
});

describe.skipIf(isMissing('socat'))('doctor --turn-wheels at a terminal', () => {
  let robot: RobotOnPty | undefined;
  let terminal: OnTerminal | undefined;
  afterEach(() => {
    terminal?.close();
    robot?.end();
  });

  const asked = async () => {
    robot = await robotOnPty();
    terminal = onTerminal(
      [builtProgram(), 'doctor', 'scout', '--port', robot.path, '--turn-wheels'],
      folderWith({}),
    );
    await terminal.shows(/Do both wheels turn freely/);
    expect(robot.isPowered()).toBe(false);
    return { robot, terminal };
  };

  it('arms nothing when the answer is no', async () => {
    const { robot, terminal } = await asked();
    terminal.press('n');
    await terminal.shows(/its wheels must be off the ground/);
    expect(robot.isPowered()).toBe(false);
  });

  it('any key stops the wheels', async () => {
    const { robot, terminal } = await asked();
    terminal.press('y');
    await until(
      () => robot.isPowered(),
      () => `no wheel turns:\n${terminal.shown()}`,
    );
    terminal.press(' ');
    await terminal.shows(/try this again/);
    await until(
      () => !robot.isPowered(),
      () => 'its motors are on',
    );
    // By what it was told, not because it was told nothing for so long.
    const { boardAt = 0, heardAt = 0 } = robot.changes.at(-1) ?? {};
    expect(boardAt - heardAt).toBeLessThan(scout.control.deadMan / 2);
    terminal.press('n');
    await terminal.shows(/A key stopped it/);
  });
});
