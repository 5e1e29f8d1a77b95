import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect } from 'vitest';
import { itThorough as it } from '../../support/effort.js';
import { type RobotOnPty, robotOnPty, until } from '../../support/pty.js';
import { rootFile } from '../../support/runs.js';
import { type OnTerminal, onTerminal } from '../../support/terminal.js';
import { isMissing } from '../../support/tools.js';
import { builtProgram, folderWith, steerbot } from '../steerbot.js';

const scout = readFileSync(rootFile('robots/scout.yaml'), 'utf8');

/** Its motors the wrong way round, both sides: the body on the pseudo-terminal is wired as Scout is. */
const MISTAKEN = scout
  .replace('left:  { pwm: 9,  dir: 7 }', 'left:  { pwm: 10, dir: 8 }   # once')
  .replace('right: { pwm: 10, dir: 8, invert: true }', 'right: { pwm: 9,  dir: 7, invert: true }');

let robot: RobotOnPty | undefined;
let terminal: OnTerminal | undefined;

afterEach(() => {
  terminal?.close();
  robot?.end();
});

interface Trial {
  readonly robot: RobotOnPty;
  readonly terminal: OnTerminal;
  /** What its file says now. */
  readonly file: () => string;
}

async function trial(text = scout): Promise<Trial> {
  const cwd = folderWith({ 'mine.yaml': text });
  const body = await robotOnPty();
  robot = body;
  const args = [builtProgram(), 'drive', 'mine', '--port', body.path, '--try-wheels'];
  const shown = onTerminal(args, cwd);
  terminal = shown;
  await shown.shows(/Are both wheels off the ground\?/);
  return { robot: body, terminal: shown, file: () => readFileSync(join(cwd, 'mine.yaml'), 'utf8') };
}

/** Up to the moment at which its first wheel turns. */
async function spinning(): Promise<Trial> {
  const started = await trial();
  started.terminal.press('y');
  await until(
    () => started.robot.isPowered(),
    () => `no wheel turns:\n${started.terminal.shown()}`,
  );
  return started;
}

/** It gets off, and stays off for longer than anything would take to set it moving again. */
async function expectOff({ isPowered }: RobotOnPty): Promise<void> {
  await until(
    () => !isPowered(),
    () => 'the motors run on',
  );
  await new Promise((done) => setTimeout(done, 600));
  expect(isPowered()).toBe(false);
}

describe.skipIf(isMissing('socat'))('drive --try-wheels, over a serial line', () => {
  it('puts a file right whose motors are on the wrong sides and turn the wrong way', async () => {
    const { terminal, file } = await trial(MISTAKEN);
    terminal.press('y');
    for (const [question, answer] of [
      [/Did the LEFT wheel turn\?/, 'n'],
      [/Did the RIGHT wheel turn\?/, 'y'],
      [/Forwards\?/, 'n'],
      [/Did the LEFT wheel turn forwards\?/, 'n'],
      [/Backwards\?/, 'y'],
    ] as const) {
      await terminal.shows(question);
      terminal.press(answer);
    }
    expect(await terminal.ended).toBe(0);
    expect(file()).toBe(
      MISTAKEN.replace('left:  { pwm: 10, dir: 8 }', 'right: { pwm: 10, dir: 8, invert: true }').replace(
        'right: { pwm: 9,  dir: 7, invert: true }',
        'left:  { pwm: 9,  dir: 7, invert: false }',
      ),
    );
  });

  it('writes nothing to a file that was changed meanwhile, and ends with 2', async () => {
    const cwd = folderWith({ 'mine.yaml': scout });
    const path = join(cwd, 'mine.yaml');
    const args = [builtProgram(), 'drive', 'mine', '--port', 'emulated', '--try-wheels'];
    const shown = onTerminal(args, cwd);
    terminal = shown;
    await shown.shows(/Did the LEFT wheel turn\?/);
    const changed = `# a remark\n${scout}`;
    writeFileSync(path, changed);
    shown.press('y');
    await shown.shows(/Forwards\?/);
    shown.press('n');
    await shown.shows(/Did the RIGHT wheel turn forwards\?/);
    shown.press('y');
    expect(await shown.ended).toBe(2);
    expect(shown.shown()).toContain('mine.yaml was changed in the meantime; try the wheels again');
    expect(readFileSync(path, 'utf8')).toBe(changed);
  });

  it('turns no wheel that may stand on the ground, and ends with 4', async () => {
    const { robot, terminal, file } = await trial();
    terminal.press('n');
    expect(await terminal.ended).toBe(4);
    expect(robot.changes.some(({ duties }) => duties.some((duty) => duty > 0))).toBe(false);
    expect(file()).toBe(scout);
  });

  it('stops the wheel at any key, which answers nothing', async () => {
    const { robot, terminal } = await spinning();
    terminal.press('n');
    await expectOff(robot);
    await terminal.shows(/Did the LEFT wheel turn\?/);
    terminal.press('r');
    await until(
      () => robot.isPowered(),
      () => 'it turns no second time',
    );
  });

  it.each<[string, (terminal: OnTerminal) => void]>([
    ['Ctrl-C', (terminal) => terminal.press('\u0003')],
    ['Ctrl-Z', (terminal) => terminal.press('\u001a')],
    ['SIGTERM', (terminal) => terminal.kill('SIGTERM')],
  ])('stops the wheel on %s, leaves the file as it is, and ends with 130', async (_, end) => {
    const { robot, terminal, file } = await spinning();
    end(terminal);
    await expectOff(robot);
    expect(await terminal.ended).toBe(130);
    expect(file()).toBe(scout);
  });

  it.each<[string, (terminal: OnTerminal) => void]>([
    ['is killed', (terminal) => terminal.kill('SIGKILL')],
    ['loses its terminal', (terminal) => terminal.close()],
  ])('has the wheel stopped where it %s', async (_, end) => {
    const { robot, terminal } = await spinning();
    end(terminal);
    await expectOff(robot);
  });

  it('between two wheels has the motors off, and ends on Ctrl-C with 130', async () => {
    const { robot, terminal, file } = await spinning();
    await terminal.shows(/Did the LEFT wheel turn\?/);
    await expectOff(robot);
    terminal.press('\u0003');
    expect(await terminal.ended).toBe(130);
    expect(robot.isPowered()).toBe(false);
    expect(file()).toBe(scout);
  });

  it('ends with 3 where the cable is pulled while a wheel turns', async () => {
    const { robot, terminal } = await spinning();
    robot.end();
    expect(await terminal.ended).toBe(3);
  });
});

describe('drive --try-wheels', () => {
  const cwd = folderWith({ 'mine.yaml': scout });

  it.each<[string, readonly string[], RegExp]>([
    ['without a terminal', ['mine'], /asks what the wheels do; run it in a terminal/],
    ['with somewhere to go', ['mine', '--seek', '1,0'], /drives nowhere; leave --seek out/],
    ['with two things that do not belong to it', ['mine', '--wait', '--json'], /leave --wait and --json out/],
    ['without a board', ['mine', '--port', 'simulated'], /a simulated robot has no board to wire/],
    ['of a robot that comes with us', ['scout'], /make your own: steerbot init --kit scout/],
  ])('%s ends with 2', async (_, args, words) => {
    const { code, stdout, stderr } = await steerbot(['drive', ...args, '--try-wheels'], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
  });
});
