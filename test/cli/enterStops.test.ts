import { afterEach, describe, expect, it } from 'vitest';
import { type RobotOnPty, robotOnPty, until } from '../support/pty.js';
import { type OnTerminal, onTerminal } from '../support/terminal.js';
import { isMissing } from '../support/tools.js';
import { builtProgram, folderWith } from './steerbot.js';

let robot: RobotOnPty | undefined;
let terminal: OnTerminal | undefined;

afterEach(() => {
  terminal?.close();
  robot?.end();
});

const powered = (body: RobotOnPty) => until(body.isPowered, () => 'its motors are off');

describe.skipIf(isMissing('socat'))('a board that stopped itself while its computer was frozen', () => {
  it('is offered to the operator at the terminal, and goes on after `go`', async () => {
    const body = await robotOnPty();
    robot = body;
    const args = ['drive', 'scout', '--port', body.path, '--seek', '100,0', '--listen', '0'];
    const shown = onTerminal([builtProgram(), ...args], folderWith({}));
    terminal = shown;
    await powered(body);
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
    // A word that comes before the board is heard again says so, and changes nothing: like an operator it asks again.
    const asking = setInterval(() => shown.press('clear\rgo\r'), 1000);
    await powered(body).finally(() => clearInterval(asking));
    shown.press('\u0003');
    expect(await shown.ended).toBe(130);
  });
});
