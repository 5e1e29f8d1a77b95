import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect } from 'vitest';
import { bareBoardOnPty } from '../../support/bareBoard.js';
import { itOnce as it, itInBoth, itThorough, partOf } from '../../support/effort.js';
import { robotOnPty } from '../../support/pty.js';
import { rootFile } from '../../support/runs.js';
import { isMissing } from '../../support/tools.js';
import { folderWith, type SpawnOptions, spawned, steerbot } from '../steerbot.js';
import { avrdudeThat } from './fakeAvrdude.js';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Nothing but Node is to be found. */
const NO_AVRDUDE: SpawnOptions = { env: { PATH: folderWith({}) } };

describe('steerbot flash onto an emulated board', () => {
  it('writes, reads back, shakes hands, and says that the board is gone', async () => {
    const { code, stdout, stderr } = await steerbot(['flash', 'scout', '--port', 'emulated', '--yes']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'emulated: the firmware is written and verified, and answers: Steerbot 1.3\n',
    });
    expect(stderr).toContain(
      'this board was emulated and is gone now; `drive --port emulated` starts another',
    );
  });

  it('interrupted while it writes, writes to its end first, and ends with 130', async () => {
    const { code, stdout, stderr } = await spawned(['flash', 'uno', '--port', 'emulated', '--yes'], {
      signal: 'SIGINT',
    });
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(stderr).toContain('half a firmware may do anything: the writing is finished first');
  });
});

describe('steerbot flash, used wrongly', () => {
  const without = folderWith({
    'r.yaml': readFileSync(rootFile('robots/scout.yaml'), 'utf8').replace(/^board: .*$/m, ''),
  });

  itInBoth.each(
    partOf<[string, RegExp, readonly string[]]>(
      [
        ['without a terminal', /flash asks before it writes, and there is no terminal; add --yes/, ['uno']],
        [
          'with a robot that names no board',
          /'scout' names no board; .*uno, nano or mega; .*add `board:`/,
          ['r.yaml', '--yes'],
        ],
        ['with a robot that is not there', /scuot.*did you mean 'scout'\?/, ['scuot', '--yes']],
        ['with an empty port', /--port is empty; give auto/, ['uno', '--yes', '--port', '']],
        ['without a board', /has no board to write to/, ['uno', '--yes', '--port', 'simulated']],
        ['with a Mega to be emulated', /a mega is not emulated; /, ['mega', '--yes', '--port', 'emulated']],
      ],
      2,
    ),
  )('%s ends with 2 and says why', async (_, words, args) => {
    const { code, stdout, stderr } = await steerbot(['flash', ...args], { cwd: without, ...NO_AVRDUDE });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
  });

  itThorough('onto a Mega without avrdude ends with 3 and says how to get that', async () => {
    const { code, stderr } = await steerbot(
      ['flash', 'mega', '--port', '/dev/no-board', '--yes'],
      NO_AVRDUDE,
    );
    expect(code).toBe(3);
    expect(stderr).toContain('avrdude, which is not in the PATH; install it with `sudo apt install avrdude`');
  });

  it('onto a port that is not there ends with 3, with or without avrdude, which is not run', async () => {
    const avrdude = avrdudeThat({ endsWith: [0] });
    for (const options of [NO_AVRDUDE, { env: avrdude.env }]) {
      const { code, stderr } = await spawned(['flash', 'uno', '--port', '/dev/no-board', '--yes'], options);
      expect(code).toBe(3);
      expect(stderr).toContain('/dev/no-board: there is no such port');
    }
    expect(avrdude.runs()).toEqual([]);
  });
});

describe.skipIf(isMissing('socat') || process.platform === 'win32')('steerbot flash (needs socat)', () => {
  const robot = async () => {
    const board = await robotOnPty();
    ends.push(board.end);
    return board.path;
  };

  itThorough('by our own programmer, over a serial port, puts the firmware on a bare board', async () => {
    const board = await bareBoardOnPty();
    ends.push(board.end);
    const { code, stdout, stderr } = await steerbot(
      ['flash', 'uno', '--port', board.path, '--yes'],
      NO_AVRDUDE,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('the firmware is written and verified, and answers: Steerbot 1.3');
  });

  itThorough(
    'by avrdude has it write and verify the hex of the board, and then looks for itself',
    async () => {
      const avrdude = avrdudeThat({ endsWith: [0] });
      const path = await robot();
      const { code, stdout } = await spawned(['flash', 'scout', '--port', path, '--yes'], {
        env: avrdude.env,
      });
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: `${path}: the firmware is written and verified, and answers: Steerbot 1.3\n`,
      });
      const hex = rootFile('robots/firmware/hex/steerbot-uno.hex');
      const args = `-p atmega328p -c arduino -b 115200 -P ${path} -D -U flash:w:${hex}:i`;
      expect(avrdude.runs()).toEqual([args]);
    },
  );

  itThorough('by avrdude names the chip, the protocol and the hex of a Mega', async () => {
    const avrdude = avrdudeThat({ endsWith: [0] });
    const path = await robot();
    const { code, stderr } = await spawned(['flash', 'mega', '--port', path, '--yes'], { env: avrdude.env });
    const hex = rootFile('robots/firmware/hex/steerbot-mega.hex');
    expect(avrdude.runs()).toEqual([`-p atmega2560 -c wiring -b 115200 -P ${path} -D -U flash:w:${hex}:i`]);
    // What answers has the pins of an Uno.
    expect(code).toBe(3);
    expect(stderr).toContain('this is the wrong board, an Arduino Uno by its 20 pins');
  });

  itThorough("by avrdude tries a Nano at its old boot loader's rate, too", async () => {
    const avrdude = avrdudeThat({ endsWith: [1, 0], says: 'not in sync' });
    const { code } = await spawned(['flash', 'nano', '--port', await robot(), '--yes'], {
      env: avrdude.env,
    });
    expect(code).toBe(0);
    expect(avrdude.runs().map((args) => /-b (\d+)/.exec(args)?.[1])).toEqual(['115200', '57600']);
  });

  itThorough('by avrdude shows its last lines when it fails, and only then', async () => {
    const says = Array.from({ length: 20 }, (_, i) => `line ${i}`).join('\n');
    const failing = avrdudeThat({ endsWith: [1], says });
    const path = await robot();
    const failed = await spawned(['flash', 'uno', '--port', path, '--yes'], { env: failing.env });
    expect({ code: failed.code, stdout: failed.stdout }).toEqual({ code: 3, stdout: '' });
    expect(failed.stderr).toContain('avrdude failed with exit code 1; check that');
    expect(failed.stderr).toContain('line 19');
    expect(failed.stderr).not.toContain('line 13\n');
    const fine = avrdudeThat({ endsWith: [0], says });
    const done = await spawned(['flash', 'uno', '--port', path, '--yes'], { env: fine.env });
    expect(done.code).toBe(0);
    expect(`${done.stdout}${done.stderr}`).not.toContain('line');
  });

  itThorough('by avrdude, onto another board, says which one it is', async () => {
    const avrdude = avrdudeThat({
      endsWith: [1],
      says: 'avrdude: Device signature = 0x1e9801 (probably m2560)',
    });
    const { code, stderr } = await spawned(['flash', 'nano', '--port', await robot(), '--yes'], {
      env: avrdude.env,
    });
    expect(code).toBe(3);
    expect(stderr).toContain(
      'this is the wrong board: it has an ATmega2560, as an Arduino Mega 2560 has it, not',
    );
    expect(avrdude.runs()).toHaveLength(1);
  });

  itThorough('interrupted while it writes, writes to its end first, and ends with 130', async () => {
    const avrdude = avrdudeThat({ endsWith: [0], takes: 1, interrupted: true });
    const { code, stdout, stderr } = await spawned(['flash', 'uno', '--port', await robot(), '--yes'], {
      env: avrdude.env,
      ownGroup: true,
    });
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(stderr).toContain('half a firmware may do anything: the writing is finished first');
    expect(avrdude.finished()).toBe(true);
  });
});

it('the hex of both boards lies where flash looks for it', () => {
  for (const board of ['uno', 'mega']) {
    expect(readFileSync(join(rootFile('robots/firmware/hex'), `steerbot-${board}.hex`), 'utf8')).toMatch(
      /^:/,
    );
  }
});
