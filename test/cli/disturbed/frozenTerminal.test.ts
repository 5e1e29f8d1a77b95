/** Ctrl-S: the terminal takes nothing until Ctrl-Q, or until a key that ends the program. */
import { afterEach, describe, expect } from 'vitest';
import { itThorough as it } from '../../support/effort.js';
import { type RobotOnPty, robotOnPty, until } from '../../support/pty.js';
import { type OnTerminal, onTerminal } from '../../support/terminal.js';
import { isMissing } from '../../support/tools.js';
import { builtProgram, folderWith } from '../steerbot.js';

const [CTRL_C, CTRL_Q, CTRL_S, CTRL_BACKSLASH] = ['\u0003', '\u0011', '\u0013', '\u001c'];
/** A second of status lines, by far more often than the board's dead-man would take. */
const FROZEN_MS = 1000;

let robot: RobotOnPty | undefined;
let terminal: OnTerminal | undefined;
afterEach(() => {
  terminal?.close();
  robot?.end();
});

const wait = (timeMs: number) => new Promise((done) => setTimeout(done, timeMs));

/** A robot that drives, with its terminal frozen. */
async function frozen(): Promise<{ body: RobotOnPty; shown: OnTerminal }> {
  const body = await robotOnPty();
  robot = body;
  const args = ['drive', 'scout', '--port', body.path, '--seek', '100,0', '--listen', '0'];
  const shown = onTerminal([builtProgram(), ...args], folderWith({}));
  terminal = shown;
  await until(body.isPowered, () => `its motors are off: ${shown.shown()}`);
  // Of a busy machine it says in between that ticks come late.
  await shown.shows(/driving /);
  shown.press(CTRL_S);
  await wait(FROZEN_MS);
  return { body, shown };
}

const off = (body: RobotOnPty) =>
  until(
    () => !body.isPowered(),
    () => 'its motors are on',
  );

describe.skipIf(isMissing('socat'))('a terminal that is frozen by Ctrl-S while a robot drives', () => {
  it('holds up nothing: the robot drives on, Enter stops it, and Ctrl-Q shows that', async () => {
    const { body, shown } = await frozen();
    expect(body.isPowered()).toBe(true);
    shown.press('\r');
    await off(body);
    await wait(600);
    expect(body.isPowered()).toBe(false);
    shown.press(CTRL_Q);
    await shown.shows(/stopped; go and Enter goes on/);
    // As long as it still rolls it is told so.
    const going = setInterval(() => shown.press('go\r'), 500);
    const why = () => `it does not go on: ${shown.shown().slice(-2000)}`;
    await until(body.isPowered, why).finally(() => clearInterval(going));
    shown.press(CTRL_C);
    expect(await shown.ended).toBe(130);
    await off(body);
  });

  it.each([
    ['Ctrl-C', CTRL_C],
    ['Ctrl-\\', CTRL_BACKSLASH],
  ])('lets %s end the drive', async (_, key) => {
    const { body, shown } = await frozen();
    shown.press(key);
    expect(await shown.ended).toBe(130);
    await off(body);
  });
});
