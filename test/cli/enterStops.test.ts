import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

const powered = (body: RobotOnPty, wanted: boolean) =>
  until(
    () => body.isPowered() === wanted,
    () => `its motors are ${wanted ? 'off' : 'on'}`,
  );

describe.skipIf(isMissing('socat'))('Enter stops a robot, and `go` goes on', () => {
  it.each<[string, readonly string[]]>([
    ['without a page', ['--headless']],
    ['with what is said sent elsewhere', ['--listen', '0', '2>said.txt']],
  ])('%s', async (_, options) => {
    const cwd = folderWith({ 'said.txt': '' });
    const body = await robotOnPty();
    robot = body;
    const args = ['drive', 'scout', '--port', body.path, '--seek', '100,0', ...options];
    const shown = onTerminal([builtProgram(), ...args], cwd);
    terminal = shown;
    const said = () => shown.shown() + readFileSync(join(cwd, 'said.txt'), 'utf8');
    await powered(body, true);
    shown.press('\r');
    await powered(body, false);
    // Long enough for anything that would set them moving again.
    await new Promise((done) => setTimeout(done, 600));
    expect(body.isPowered()).toBe(false);
    expect(said()).toContain('stopped; go and Enter goes on, Ctrl-C ends');
    shown.press('go\r');
    await powered(body, true);
    shown.press('\u0003');
    expect(await shown.ended).toBe(130);
    // The emulated board tells of its pins a moment after it has set them.
    await powered(body, false);
  });
});
