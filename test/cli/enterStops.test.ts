import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect } from 'vitest';
import { itInBoth, itThorough, partOf } from '../support/effort.js';
import { type RobotOnPty, robotOnPty, until } from '../support/pty.js';
import { type OnTerminal, onTerminal, untilDriving } from '../support/terminal.js';
import { isMissing } from '../support/tools.js';
import { builtProgram, folderWith } from './steerbot.js';

let robot: RobotOnPty | undefined;
let terminal: OnTerminal | undefined;

afterEach(() => {
  terminal?.close();
  robot?.end();
});

/** Reading a line and telling the board takes a few milliseconds, on a slow machine a few hundred. */
const AT_ONCE_MS = 1000;

const powered = (body: RobotOnPty) => until(body.isPowered, () => 'its motors are off');

/** Its motors were cut that soon, by the board's own times: how late a slow machine looks does not matter. */
async function cutSoonAfter(pressed: number, body: RobotOnPty): Promise<void> {
  await until(
    () => !body.isPowered(),
    () => 'its motors are on',
  );
  expect((body.changes.at(-1)?.at ?? Number.POSITIVE_INFINITY) - pressed).toBeLessThan(AT_ONCE_MS);
}

describe.skipIf(isMissing('socat'))('Enter stops a robot, and `go` goes on', () => {
  itInBoth.each(
    partOf<[string, readonly string[]]>(
      [
        ['without a page', ['--headless']],
        ['with what is said sent elsewhere', ['--listen', '0', '2>said.txt']],
      ],
      1,
    ),
  )('%s', async (_, options) => {
    const cwd = folderWith({ 'said.txt': '' });
    const body = await robotOnPty();
    robot = body;
    const args = ['drive', 'scout', '--port', body.path, '--seek', '100,0', ...options];
    const shown = onTerminal([builtProgram(), ...args], cwd);
    terminal = shown;
    const said = () => shown.shown() + readFileSync(join(cwd, 'said.txt'), 'utf8');
    await untilDriving(body.isPowered, shown);
    const entered = Date.now();
    shown.press('\r');
    await cutSoonAfter(entered, body);
    // Long enough for anything that would set them moving again.
    await new Promise((done) => setTimeout(done, 600));
    expect(body.isPowered()).toBe(false);
    expect(said()).toContain('stopped; go and Enter goes on, Ctrl-C ends');
    shown.press('go\r');
    await powered(body);
    const interrupted = Date.now();
    shown.press('\u0003');
    expect(await shown.ended).toBe(130);
    await cutSoonAfter(interrupted, body);
  });
});

describe.skipIf(isMissing('socat'))('a board that stopped itself while its computer was frozen', () => {
  itThorough('is offered to the operator at the terminal, and goes on after `go`', async () => {
    const body = await robotOnPty();
    robot = body;
    const args = ['drive', 'scout', '--port', body.path, '--seek', '100,0', '--listen', '0'];
    const shown = onTerminal([builtProgram(), ...args], folderWith({}));
    terminal = shown;
    await untilDriving(body.isPowered, shown);
    shown.kill('SIGSTOP');
    await until(
      () => !body.isPowered(),
      () => 'its motors are on',
    );
    shown.kill('SIGCONT');
    // A machine that takes longer than half a second to thaw it finds a jump of the clock, which must be cleared first.
    await shown.shows(/sent none for \d+ ms\s+stopped; go|busy or asleep\?\s+stopped by a fault/);
    await new Promise((done) => setTimeout(done, 600));
    expect(body.isPowered()).toBe(false);
    shown.press('clear\r');
    await new Promise((done) => setTimeout(done, 300));
    shown.press('go\r');
    await powered(body);
    shown.press('\u0003');
    expect(await shown.ended).toBe(130);
  });
});
