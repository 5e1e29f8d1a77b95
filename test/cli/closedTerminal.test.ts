import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect } from 'vitest';
import { itThorough as it } from '../support/effort.js';
import { type RobotOnPty, robotOnPty, until } from '../support/pty.js';
import { rootFile } from '../support/runs.js';
import { type OnTerminal, onTerminal } from '../support/terminal.js';
import { isMissing } from '../support/tools.js';
import { avrdudeThat } from './flash/fakeAvrdude.js';
import { builtProgram, folderWith } from './steerbot.js';

/** Outlives the terminal, and writes down how the program that it runs there has ended. */
const WITNESS = `
import { spawn } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
process.on('SIGHUP', () => {});
spawn(process.execPath, process.argv.slice(2), { stdio: 'inherit' }).on('exit', (code, signal) => {
  writeFileSync('writing', String(code ?? signal));
  renameSync('writing', 'ended');
});
`;

let terminal: OnTerminal | undefined;
let robot: RobotOnPty | undefined;
afterEach(() => {
  terminal?.close();
  robot?.end();
});

/** How it ends when its terminal is closed as soon as it is so far. */
async function endOf(
  args: readonly string[],
  soFar: (terminal: OnTerminal) => Promise<void>,
  env = {},
): Promise<string> {
  const mine = readFileSync(rootFile('robots/scout.yaml'));
  const cwd = folderWith({ 'onEvent.mjs': WITNESS, 'mine.yaml': mine });
  terminal = onTerminal(['onEvent.mjs', builtProgram(), ...args], cwd, env);
  await soFar(terminal);
  terminal.close();
  const end = join(cwd, 'ended');
  await until(
    () => existsSync(end),
    () => 'it runs on without a terminal',
  );
  return readFileSync(end, 'utf8');
}

describe.skipIf(isMissing('socat'))('closing the terminal', () => {
  it.each<[string, readonly string[], RegExp]>([
    ['ends drive', ['drive', 'scout', '--seek', '50,0'], /driving \d/],
    ['ends a trial of wheels while one turns', ['drive', 'mine', '--try-wheels'], /turns slowly/],
    ['ends a trial of wheels at a question', ['drive', 'mine', '--try-wheels'], /LEFT wheel turn\?/],
  ])('%s, and the exit code is 130', async (_, args, words) => {
    expect(await endOf([...args, '--port', 'emulated'], ({ shows }) => shows(words))).toBe('130');
  });

  it('lets flash write to its end, and the exit code is 130', async () => {
    const avrdude = avrdudeThat({ endsWith: [0], takes: 2 });
    robot = await robotOnPty();
    const begins = () =>
      until(
        () => avrdude.runs().length > 0,
        () => 'nothing is written',
      );
    const end = await endOf(['flash', 'uno', '--yes', '--port', robot.path], begins, avrdude.env);
    expect({ end, finished: avrdude.finished() }).toEqual({ end: '130', finished: true });
  });
});
