/**
 * Four proofs in real time, through a real serial binding or a real browser. Deadlines are looked at by the board's own
 * clock; everything else is about the order of events, which a busy machine does not change.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { builtProgram, folderWith, spawned } from './cli/steerbot.js';
import { noChromium, openPage } from './support/chromium.js';
import { DEAD_WITHIN, driveOnPty, endDrives, offAfterSilence, offForGood } from './support/drivenOnPty.js';
import { observe } from './support/observer.js';
import { type RobotOnPty, robotOnPty, until } from './support/pty.js';
import { served } from './support/served.js';
import { type OnTerminal, onTerminal } from './support/terminal.js';
import { isMissing } from './support/tools.js';

let robot: RobotOnPty | undefined;
let terminal: OnTerminal | undefined;
afterEach(() => {
  terminal?.close();
  robot?.end();
  endDrives();
});

const noTerminal = isMissing('socat');

describe.skipIf(noTerminal)('a robot on a serial line', () => {
  it('drives to its goal, and its motors are off at the end', async () => {
    robot = await robotOnPty();
    const args = ['drive', 'scout', '--arrive', '0.3,0', '--port', robot.path, '--headless', '--json'];
    const { code, stdout, stderr } = await spawned(args);
    expect({ code, outcome: JSON.parse(stdout).outcome }, stderr).toEqual({ code: 0, outcome: 'arrived' });
    expect(robot.changes.some(({ duties }) => duties.every((duty) => duty > 0.2))).toBe(true);
    await offForGood(robot);
  });

  it('whose program is killed by SIGKILL is stopped by its board', async () => {
    const driven = await driveOnPty();
    driven.child.kill('SIGKILL');
    expect(await offAfterSilence(driven.robot)).toBeLessThan(DEAD_WITHIN);
  });

  it('is stopped by Enter, goes on after `go`, and is stopped for good by Ctrl-C', async () => {
    const cwd = folderWith({ 'said.txt': '' });
    robot = await robotOnPty();
    const args = ['drive', 'scout', '--port', robot.path, '--seek', '100,0', '--listen', '0', '2>said.txt'];
    terminal = onTerminal([builtProgram(), ...args], cwd);
    const said = () => `${terminal?.shown()}${readFileSync(join(cwd, 'said.txt'), 'utf8')}`;
    await until(robot.isPowered, () => `its motors are off: ${said()}`);
    terminal.press('\r');
    await offForGood(robot);
    expect(said()).toContain('stopped; go and Enter goes on, Ctrl-C ends');
    terminal.press('go\r');
    await until(robot.isPowered, () => `it does not go on: ${said()}`);
    terminal.press('\u0003');
    await offForGood(robot);
    expect(await terminal.ended).toBe(130);
  });
});

describe.skipIf(noChromium)('the STOP button of the page', () => {
  it('stops the wheels, and they stay so until the robot is armed', async () => {
    const run = await served(['drive', 'scout', '--seek', '100,0', '--port', 'emulated'], folderWith({}));
    const seen = await observe(run.address);
    const { page } = await openPage(run.address);
    await seen.sees('wheels that turn', () => seen.power() > 0.2);
    await page.getByRole('button', { name: 'STOP' }).click();
    await seen.sees('STOP', ({ robots }) => robots[0]?.tick?.safety === 'stopped');
    expect(seen.power()).toBe(0);
    const stoppedAt = seen.frame?.at ?? Number.NaN;
    await seen.sees('half a second more', ({ at }) => at > stoppedAt + 0.5);
    expect(seen.power()).toBe(0);
    expect(await page.getByTestId('state').textContent()).toMatch(/stopped/i);
    await page.getByRole('button', { name: 'Arm' }).click();
    await seen.sees('wheels that turn again', () => seen.power() > 0.2);
    await page.context().close();
    seen.close();
    await run.end();
  });
});
