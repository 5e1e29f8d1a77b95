import { readFileSync } from 'node:fs';
import { afterEach, describe, expect } from 'vitest';
import { openSerialPort } from '../../../src/drivers/serial/serialPort.js';
import { itOnce as it, itInBoth, itThorough, partOf } from '../../support/effort.js';
import { robotOnPty } from '../../support/pty.js';
import { rootFile } from '../../support/runs.js';
import { isMissing } from '../../support/tools.js';
import { folderWith, steerbot } from '../steerbot.js';

interface Row {
  readonly check: string;
  readonly state: string;
  readonly found: string;
  readonly cure: string | null;
  readonly figures?: Readonly<Record<string, number | null>>;
}

async function doctor(...args: string[]) {
  const { code, stdout, stderr } = await steerbot(['doctor', ...args, '--json']);
  const { checks } = JSON.parse(stdout) as { checks: Row[] };
  const of = (check: string) => checks.find((row) => row.check === check);
  return { code, stderr, checks, of };
}

const scout = (change: (text: string) => string) =>
  `${folderWith({ 'r.yaml': change(readFileSync(rootFile('robots/scout.yaml'), 'utf8')) })}/r.yaml`;

describe('steerbot doctor, with an emulated board', () => {
  it('finds nothing wrong, and every row about the board is measured', async () => {
    const { code, stderr, checks, of } = await doctor('scout', '--port', 'emulated');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(checks.filter(({ state }) => state === 'wrong')).toEqual([]);
    for (const check of [
      'Node.js',
      'serial module',
      'robot file',
      'port',
      'firmware',
      'board',
      'link delay',
    ]) {
      expect(of(check)).toMatchObject({ state: 'ok' });
    }
    expect(of('board')?.found).toContain('20 pins, 6 of them analog');
    // 5 ms, two periods and 50 ms, in whole 10 ms.
    expect(of('dead-man')).toMatchObject({ state: 'ok', figures: { deadMan: 0.2, proposed: 0.1 } });
    // The question and its answer are 29 bytes of 170 µs.
    expect(of('link delay')?.found).toMatch(
      /^median 4\.\d ms, 95 % within 4\.\d ms, longest [45]\.\d ms, of 250 questions$/,
    );
  });

  it.each(['adafruit-motor-shield-v1', 'adafruit-motor-shield-v2'])(
    'promises no dead-man for %s, whose motors hang behind chips',
    async (name) => {
      const { of } = await doctor(name, '--port', 'emulated');
      expect(of('dead-man')).toMatchObject({
        state: 'warning',
        found: 'none: nothing stops its motors if this computer or the link fails',
        cure: expect.stringContaining('--without-deadman'),
      });
      expect(of('speed')).toMatchObject({ state: 'skipped' });
    },
  );

  itThorough("measures the battery on the robot's own pin", async () => {
    const robot = scout((text) => `${text}\nbattery: { pin: A3, divider: 3, low: 6.4 V }\n`);
    const { code, of } = await doctor(robot, '--port', 'emulated');
    expect(code).toBe(0);
    expect(of('battery')).toMatchObject({ state: 'ok', found: '7.7 V' });
  });

  itThorough('names each sensor on the I2C bus, with what it tells', async () => {
    const robot = scout((text) => `${text.replace(/^sensors:$/m, 'sensors:\n  - { type: lsm6ds3 }')}\n`);
    const elegoo = await doctor('elegoo-smart-car-v4-qmi8658', '--port', 'emulated');
    expect(elegoo.code).toBe(0);
    expect(elegoo.of('sensor')).toEqual({
      check: 'sensor',
      state: 'ok',
      found: "'turn': QMI8658 at 0x6B tells 0.0 deg/s",
      cure: null,
    });
    expect((await doctor(robot, '--port', 'emulated')).of('sensor')?.found).toBe(
      "'lsm6ds3': LSM6DS3 at 0x6A tells 0.0 deg/s",
    );
  });

  it('ends with 1 where something is wrong, such as the wiring, and looks at the rest', async () => {
    const robot = scout((text) => text.replace('pwm: 9,', 'pwm: 4,'));
    const { code, checks, of } = await doctor(robot, '--port', 'emulated');
    expect(code).toBe(1);
    const faults = checks.filter(({ check }) => check === 'robot file');
    expect(faults[0]).toMatchObject({ state: 'wrong', found: expect.stringContaining('pin 4') });
    expect(of('firmware')).toMatchObject({ state: 'ok' });
  });

  it('prints for people within 80 columns', async () => {
    const { code, stdout } = await steerbot(['doctor', 'scout', '--port', 'emulated']);
    expect(code).toBe(0);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(/^✓ Node\.js {8}\d/);
    expect(stdout.trimEnd()).toMatch(/nothing wrong$/);
  });
});

describe('steerbot doctor, without a board', () => {
  it('ends with 3, and says so of the port; the rest of the machine is looked at', async () => {
    const { code, of } = await doctor('scout', '--port', '/dev/no-board');
    expect(code).toBe(3);
    expect(of('Node.js')).toMatchObject({ state: 'ok' });
    expect(of('port')).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('/dev/no-board: there is no such port'),
    });
    expect(of('firmware')).toMatchObject({ state: 'skipped', found: 'there is no line to a board' });
  });

  itInBoth.each(
    partOf<[string, RegExp, readonly string[]]>(
      [
        ['a robot that is not there', /did you mean 'scout'\?/, ['scuot']],
        ['an empty port', /--port is empty/, ['scout', '--port', '']],
        ['a body without a board', /has no board to look at/, ['scout', '--port', 'simulated']],
      ],
      1,
    ),
  )('and with %s ends with 2 and says nothing else', async (_, words, args) => {
    const { code, stdout, stderr } = await steerbot(['doctor', ...args, '--json']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
  });
});

describe.skipIf(isMissing('socat'))('steerbot doctor, at a serial port (needs socat)', () => {
  let end = () => {};
  afterEach(() => end());

  itThorough('finds nothing wrong with a robot, and names who has a port that is busy', async () => {
    const robot = await robotOnPty();
    end = robot.end;
    const fine = await doctor('scout', '--port', robot.path);
    expect(fine.code).toBe(0);
    expect(fine.of('firmware')).toMatchObject({ state: 'ok' });
    const port = await openSerialPort(robot.path);
    const busy = await doctor('scout', '--port', robot.path);
    await port.close();
    expect(busy.code).toBe(1);
    expect(busy.of('port')?.found).toMatch(
      new RegExp(`another program, .*\\S+ \\(process ${process.pid}\\).*, has it`),
    );
    expect(robot.changes.every(({ duties }) => duties.every((duty) => duty === 0))).toBe(true);
  });
});
