import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect } from 'vitest';
import { itThorough as it } from '../../support/effort.js';
import { type RobotOnPty, robotOnPty, until } from '../../support/pty.js';
import { rootFile } from '../../support/runs.js';
import { type OnTerminal, onTerminal } from '../../support/terminal.js';
import { isMissing } from '../../support/tools.js';
import { builtProgram, folderWith, spawned, steerbot } from '../steerbot.js';

const scout = readFileSync(rootFile('robots/scout.yaml'), 'utf8');

const BODY = `delay: 70 ms
lag: 90 ms
noLoadSpeed: { left: 0.62, right: 0.55 }
deadband: { left: 0.2, right: { forward: 0.15, back: 0.18 } }
trackError: 0.03
wheelDiameterError: { left: 0.01, right: -0.01 }
slip: 0.005
`;

const calibrate = (cwd: string, ...args: string[]) =>
  steerbot(['calibrate', 'mine', '--plant', 'body.yaml', ...args], { cwd });
const folder = (text = scout) => folderWith({ 'mine.yaml': text, 'body.yaml': BODY });
const fileIn = (cwd: string) => readFileSync(join(cwd, 'mine.yaml'), 'utf8');

describe('calibrate, on a body that its file does not know', () => {
  it('writes what it found; comments, order and units stay', async () => {
    const cwd = folder();
    const { code, stdout } = await calibrate(cwd, '--port', 'simulated');
    expect(code, stdout).toBe(0);
    const after = fileIn(cwd);
    expect(after).toMatch(/^ {2}track: 145\.\d mm {8}# between the wheels' points of contact$/m);
    expect(after).toMatch(/^ {2}latency: (70(\.\d+)?|69\.\d+) ms .*# command to torque$/m);
    expect(after).toContain('each: { left: { noLoadSpeed: 0.62');
    const comments = (text: string) => text.match(/#.*$/gm);
    expect(comments(after)).toEqual(comments(scout));
    expect(after).toMatch(/^ {2}slip: \{ way: 0\.00\d+, heading: 0\.0\d+ \}$/m);
    // That of each motor, and the slip.
    expect(after.split('\n').length).toBe(scout.split('\n').length + 2);
    expect((await steerbot(['check', 'mine.yaml'], { cwd })).code).toBe(0);
  });

  it('--json on the real firmware: each value with its uncertainty, beside the file’s', async () => {
    const cwd = folder();
    const { code, stdout } = await calibrate(cwd, '--port', 'emulated', '--only', 'motors', '--json');
    expect(code).toBe(0);
    const { written, findings } = JSON.parse(stdout) as {
      written: string;
      findings: { what: string; path: string | null; file: number; value: number; deviation: number }[];
    };
    expect(written).toBe('mine.yaml');
    const sum = findings.find(({ what }) => what === 'delay and lag');
    expect(Math.abs((sum?.value ?? 0) - 0.16)).toBeLessThan(0.006);
    const deadband = findings.find(({ path }) => path === 'motors.each.right.deadband.back');
    expect(Math.abs((deadband?.value ?? 0) - 0.18)).toBeLessThan(0.004);
    expect(fileIn(cwd)).toContain('track: 141 mm');
  });

  it('--dry-run writes nothing', async () => {
    const cwd = folder();
    const { code, stderr } = await calibrate(cwd, '--port', 'simulated', '--only', 'motors', '--dry-run');
    expect(code).toBe(0);
    expect(stderr).toContain('nothing was written');
    expect(fileIn(cwd)).toBe(scout);
  });

  it('a robot of the package is not changed', async () => {
    const { code, stderr } = await steerbot(['calibrate', 'scout', '--port', 'simulated']);
    expect(code).toBe(2);
    expect(stderr).toContain('steerbot init --kit scout');
  });

  it.each([
    [['--only', 'wheels'], "'wheels' is none of motors, gyro, track, latency"],
    [['--with', 'gyro'], 'has no mpu6050'],
    [['--only', 'gyro'], 'has no mpu6050'],
  ])('refuses %s', async (args, why) => {
    const { code, stderr } = await calibrate(folder(), '--port', 'simulated', ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(why);
  });

  it('a real robot needs a terminal', async () => {
    const { code, stderr } = await steerbot(['calibrate', 'mine', '--port', '/dev/null'], { cwd: folder() });
    expect(code).toBe(2);
    expect(stderr).toContain('run it in a terminal');
  });

  it('Ctrl-C ends it, and nothing is written', async () => {
    const cwd = folder();
    const { code } = await spawned(['calibrate', 'mine', '--port', 'emulated'], { cwd, signal: 'SIGINT' });
    expect(code).toBe(130);
    expect(fileIn(cwd)).toBe(scout);
  });
});

describe.skipIf(isMissing('socat'))('calibrate, with a board on a cable', () => {
  let robot: RobotOnPty | undefined;
  let terminal: OnTerminal | undefined;
  afterEach(() => {
    terminal?.close();
    robot?.end();
  });

  async function driving() {
    const cwd = folder();
    robot = await robotOnPty();
    terminal = onTerminal(
      [builtProgram(), 'calibrate', 'mine', '--port', robot.path, '--only', 'motors'],
      cwd,
    );
    await terminal.shows(/Do both wheels turn freely/);
    expect(robot.isPowered()).toBe(false);
    terminal.press('y');
    const board = robot;
    await until(
      () => board.isPowered(),
      () => `no wheel turns:\n${terminal?.shown()}`,
    );
    return { cwd, robot, terminal };
  }

  it('any key stops the motors; then it asks whether to try again', async () => {
    const { robot, terminal, cwd } = await driving();
    terminal.press(' ');
    await terminal.shows(/try this again/);
    await until(
      () => !robot.isPowered(),
      () => 'the motors run on',
    );
    await new Promise((done) => setTimeout(done, 400));
    expect(robot.isPowered()).toBe(false);
    terminal.press('n');
    expect(await terminal.ended).toBe(130);
    expect(fileIn(cwd)).toBe(scout);
  });

  it('a lost board ends it', async () => {
    const { robot, terminal, cwd } = await driving();
    robot.end();
    expect(await terminal.ended).toBe(3);
    expect(fileIn(cwd)).toBe(scout);
  });

  it('measures, asks, and writes', async () => {
    const { terminal, cwd } = await driving();
    await terminal.shows(/Write what is sure/);
    terminal.press('y');
    // A busy machine sends late, and leaves a value unsure: then the exit code says so.
    const isUnsure = /^\S*\?\S* +\S/m.test(terminal.shown());
    expect(await terminal.ended).toBe(isUnsure ? 1 : 0);
    expect(fileIn(cwd)).not.toBe(scout);
  });
});
