/** `steerbot drive --port tcp://…` through a bridge on this machine, to the real firmware on an emulated board. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect } from 'vitest';
import { itOnce as it, itThorough } from '../../support/effort.js';
import { type PowerChange, until } from '../../support/pty.js';
import { rootFile } from '../../support/runs.js';
import { folderWith, spawned, steerbot } from '../steerbot.js';

let bridge: ChildProcess | undefined;
afterEach(() => {
  if (bridge?.connected) bridge.disconnect();
  bridge = undefined;
});

/** Dead-man and the time until the process hears of a change, on a busy machine. */
const DEAD_WITHIN = 0.25;

async function bridged() {
  // One for the board and its host.
  const clock = { BOARD_CLOCK: join(folderWith({}), 'clock') };
  const child = fork(rootFile('test/support/tcpBridge.mjs'), {
    env: { ...process.env, ...clock },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  bridge = child;
  const lines: string[] = [];
  if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const numbers = () => lines.filter((line) => /^\d+$/.test(line));
  const changes = () =>
    lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as PowerChange);
  await until(
    () => numbers().length > 0 && changes().length > 0,
    () => `no bridge: ${lines.join('\n')}`,
  );
  return { port: `tcp://127.0.0.1:${numbers()[0]}`, clock, changes, fail: () => child.send('fail') };
}

const last = (changes: readonly PowerChange[]) => changes.at(-1) as PowerChange;
const isFast = ({ duties }: PowerChange) => duties.every((duty) => duty > 0.3);

describe('a robot behind a bridge', () => {
  itThorough('drives to its goal', async () => {
    const { port, clock, changes } = await bridged();
    const { code, stdout, stderr } = await spawned(
      ['drive', 'scout', '--arrive', '0.3,0', '--headless', '--json', '--port', port],
      { env: clock },
    );
    expect(stderr).not.toContain('lost');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'arrived' });
    expect(changes().some(isFast)).toBe(true);
    expect(last(changes()).duties).toEqual([0, 0]);
  });

  itThorough('that fails while it drives is lost, with code 3; its dead-man stops the motors', async () => {
    const { port, clock, changes, fail } = await bridged();
    // What it keeps of a drive that failed goes there.
    const cwd = folderWith({});
    const driving = spawned(['drive', 'scout', '--seek', '100,0', '--headless', '--port', port], {
      cwd,
      env: clock,
    });
    await until(
      () => changes().some(isFast),
      () => `it does not drive: ${JSON.stringify(last(changes()))}`,
    );
    fail();
    const { code, stdout } = await driving;
    expect(code).toBe(3);
    expect(stdout).toMatch(/tcp:\/\/127\.0\.0\.1:\d+: the connection is lost: .*check the bridge's power/);
    await until(
      () => last(changes()).duties.every((duty) => duty === 0),
      () => 'the motors run on',
    );
    const { boardAt, heardAt } = last(changes());
    expect(boardAt - heardAt).toBeLessThan(DEAD_WITHIN);
  });
});

describe('a bridge that is no address, or on another machine,', () => {
  it.each([
    [['--port', 'tcp://'], /'tcp:\/\/' is no address of a bridge; tcp:\/\/HOST:PORT is wanted/],
    [['--port', 'tcp://host'], /'tcp:\/\/host' is no address of a bridge/],
    [['--port', 'tcp://host:99999'], /99999 is no TCP port; the ports are 1 to 65535/],
    [['--port', 'tcp://10.0.0.7:23'], /not this machine.*no secret.*ssh tunnel.*--insecure-link/],
    [['--port', 'tcp://127.0.0.1:23', '--baud', '9600'], /--baud sets the rate of a serial port/],
    [['--baud', '300'], /'300' is no baud rate; a whole number from 1200 to 2000000/],
  ])('is a mistake in the usage: %s', async (args, words) => {
    const { code, stdout, stderr } = await steerbot(['drive', 'scout', '--arrive', '1,0', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
  });

  it.each([
    ['doctor scout --port tcp://10.0.0.7:23', /--insecure-link/],
    ['calibrate scout --dry-run --port tcp://', /no address of a bridge/],
    ['flash scout --yes --port tcp://127.0.0.1:23', /no wire to the board's reset pin.*USB cable/],
  ])('is so for each command: %s', async (line, words) => {
    const { code, stdout, stderr } = await steerbot(line.split(' '));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
  });

  it('where nothing listens is code 3, and what to do', async () => {
    const args = ['--seek', '1,0', '--headless', '--port', 'tcp://127.0.0.1:9'];
    const { code, stderr } = await steerbot(['drive', 'scout', ...args]);
    expect(code).toBe(3);
    expect(stderr).toBe(
      'tcp://127.0.0.1:9: nothing listens there; start the bridge, and check its TCP port\n',
    );
  });
});
