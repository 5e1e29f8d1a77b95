import { describe, expect, it } from 'vitest';
import { batteryRow, checkBoard } from '../../../src/cli/doctor/boardChecks.js';
import {
  CHECK,
  type CheckRow,
  ok,
  reportChecks,
  skipped,
  warning,
  wrong,
} from '../../../src/cli/doctor/checkRow.js';
import { checkNode, checkRobot } from '../../../src/cli/doctor/doctor.js';
import { checkPermissions } from '../../../src/cli/ports.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import { FileError } from '../../../src/validation/errors.js';
import type { FakeBoardOptions } from '../../drivers/fakeBoard.js';
import { plugIn, STANDARD, WIRED } from '../../drivers/robots.js';
import { folderWith } from '../steerbot.js';

async function looked(options: FakeBoardOptions = {}, robot: RobotDefinition | undefined = WIRED) {
  const { time, board } = plugIn(options);
  const rows = await time.until(checkBoard(board, time, robot));
  return {
    board,
    time,
    states: rows.map(({ state }) => state),
    rows: Object.fromEntries(rows.map((row) => [row.check, row])),
  };
}

describe('a board', () => {
  it('with our firmware, of the right kind, is well; its delay is measured', async () => {
    const { states, rows } = await looked();
    expect(states).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'skipped']);
    expect(rows.firmware?.found).toBe('Steerbot 1.3');
    expect(rows.board?.found).toBe('20 pins, 6 of them analog: an Arduino Uno or its like');
    expect(rows['link delay']?.found).toBe(
      'median 2.0 ms, 95 % within 2.0 ms, longest 2.0 ms, of 250 questions',
    );
  });

  it('is asked, and never configured or armed; its port is closed, and nothing waits any more', async () => {
    const { board, time } = await looked();
    expect(new Set(board.frames.map(({ message }) => message.type))).toEqual(new Set(['ask']));
    expect(board.closed).toBe(true);
    expect(time.waiting).toBe(0);
  });

  it('with our firmware of before is something to look at, with the command that updates it', async () => {
    const { states, rows } = await looked({ minor: 0 });
    expect(states).toEqual(['warning', 'ok', 'ok', 'ok', 'ok', 'skipped']);
    expect(rows.firmware?.found).toContain('Steerbot 1.0');
    expect(rows.firmware?.cure).toContain('`steerbot flash uno --port /dev/fake`');
  });

  it('that does not answer is wrong, and nothing else is looked at', async () => {
    const { states, rows } = await looked({ firmware: 'none' });
    expect(states).toEqual(['wrong', 'skipped', 'skipped', 'skipped']);
    expect(rows.firmware?.found).toBe('nothing answered within 3 s');
    expect(rows.firmware?.cure).toContain('`steerbot flash uno --port /dev/fake`');
  });

  it('with another firmware is wrong, and its pins are looked at all the same', async () => {
    const { states, rows } = await looked({ firmware: 'StandardFirmata.ino' });
    expect(states).toEqual(['wrong', 'ok', 'skipped', 'skipped']);
    expect(rows.firmware?.found).toContain("the board runs 'StandardFirmata.ino' 2.5");
  });

  it('with StandardFirmata, as its file says, is something to look at', async () => {
    const { states, rows } = await looked({ firmware: 'StandardFirmata.ino' }, STANDARD);
    expect(states).toEqual(['warning', 'ok', 'skipped', 'skipped']);
    expect(rows.firmware?.found).toContain('on which nothing stops the motors if this computer fails');
  });

  it('with ours is wrong where its file says a stock one', async () => {
    const { states, rows } = await looked({}, STANDARD);
    expect(states).toEqual(['wrong', 'ok', 'skipped', 'skipped']);
    expect(rows.firmware?.cure).toContain('set `firmware: steerbot` there');
  });

  it('of another kind than the file says is wrong', async () => {
    const { states, rows } = await looked({ analogPins: 56 });
    expect(states).toEqual(['ok', 'wrong', 'ok', 'ok', 'ok', 'skipped']);
    expect(rows.board?.found).toContain('an Arduino Mega 2560 by its 70 pins');
  });

  it('without a robot file is not compared with anything', async () => {
    const { time, board } = plugIn();
    const rows = await time.until(checkBoard(board, time, undefined));
    expect(rows.map(({ state }) => state)).toEqual(['ok', 'skipped', 'ok', 'ok', 'skipped', 'skipped']);
  });
});

describe('a battery', () => {
  const battery = { pin: 'A3', divider: 2, low: 6.4 };

  it.each([
    [800, 'ok', '7.8 V'],
    [600, 'warning', '5.9 V, below 6.4 V'],
    [20, 'wrong', 'the battery has 0.2 V, which turns no motor'],
  ])('whose pin counts %d is %s', async (count, state, found) => {
    const { time, board } = plugIn();
    const checking = checkBoard(board, time, { ...WIRED, battery });
    const say = () => {
      board.saySample(3, count);
      time.after(0.02, say);
    };
    time.after(0.3, say);
    const rows = await time.until(checking);
    expect(rows.at(-1)).toMatchObject({ check: 'battery', state, found });
  });

  it('that nothing measures is not looked at, and how to measure it is told', async () => {
    const { rows } = await looked();
    expect(rows.battery).toMatchObject({ state: 'skipped', found: 'nothing measures it' });
    expect(rows.battery?.cure).toContain('battery: { pin: A3, divider: 2, low: 6.4 V }');
  });

  it('whose pin says nothing is wrong', () => {
    expect(batteryRow('/dev/fake', [], 6.4)).toMatchObject({
      state: 'wrong',
      found: 'its pin measures nothing',
    });
  });

  it('is as good as most of its samples say', () => {
    expect(batteryRow('/dev/fake', [0, 7.4, 7.4, 7.5, 30], 6.4)).toMatchObject({
      state: 'ok',
      found: '7.4 V',
    });
  });
});

describe('this machine', () => {
  it.each([
    ['20.19.0', 'ok'],
    ['20.20.2', 'ok'],
    ['24.0.0', 'ok'],
    ['20.9.0', 'wrong'],
    ['18.20.4', 'wrong'],
  ])('with Node %s is %s where 20.19 is wanted', (running, state) => {
    expect(checkNode(running, '>=20.19')).toMatchObject({ state });
  });

  it('says which Node to install', () => {
    expect(checkNode('18.0.0', '>=20.19').cure).toBe('install 20.19 or later from https://nodejs.org');
  });

  const access = (platform: NodeJS.Platform, mayOpen: boolean, ...paths: string[]) => ({
    platform,
    list: async () => paths.map((path) => ({ path, label: '' })),
    mayOpen: async () => mayOpen,
  });

  it('lets its user open each port, or says which group does', async () => {
    const two = ['/dev/ttyACM0', '/dev/ttyUSB0'];
    const rows = await checkPermissions('auto', access('linux', true, ...two));
    expect(rows.map(({ found }) => found)).toEqual(two.map((path) => `${path} may be read and written`));
    const [denied] = await checkPermissions('auto', access('linux', false, '/dev/ttyACM0'));
    expect(denied).toMatchObject({ state: 'wrong', found: '/dev/ttyACM0: you may not open it' });
    expect(denied?.cure).toContain('dialout');
  });

  it('is asked for the port that is wanted, too, though none lists it; once, and only where it is there', async () => {
    const wanted = await checkPermissions('/dev/pts/0', access('linux', false));
    expect(wanted).toMatchObject([{ state: 'wrong', found: '/dev/pts/0: you may not open it' }]);
    expect(await checkPermissions('/dev/ttyACM0', access('linux', true, '/dev/ttyACM0'))).toHaveLength(1);
    const gone = { ...access('linux', true), mayOpen: async () => undefined };
    expect(await checkPermissions('/dev/ttyACM0', gone)).toMatchObject([{ state: 'skipped' }]);
    expect(await checkPermissions('emulated', access('linux', true))).toMatchObject([{ state: 'skipped' }]);
  });

  it('has nothing to say of permissions without a port, nor on Windows', async () => {
    expect(await checkPermissions('auto', access('linux', true))).toMatchObject([{ state: 'skipped' }]);
    expect(await checkPermissions('COM3', access('win32', false, 'COM3'))).toEqual([]);
  });
});

describe('a robot file', () => {
  it('has a row for each of its faults, with its line and cure', () => {
    const folder = folderWith({ 'r.yaml': 'name: r\nboard: uno\nmotors: { left: { pwm: 4, dir: 7 } }\n' });
    const { robot, rows } = checkRobot(`${folder}/r.yaml`);
    expect(robot).toBeUndefined();
    expect(rows.every(({ state }) => state === 'wrong')).toBe(true);
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.some(({ found }) => found === 'line 3: pin 4 has no PWM')).toBe(true);
  });

  it('that does not exist is a usage error', () => {
    expect(() => checkRobot('scuot')).toThrow(FileError);
  });
});

describe('what doctor prints', () => {
  const rows: CheckRow[] = [
    ok(CHECK.node, '20.19.0'),
    wrong(CHECK.port, `${'a word or two '.repeat(12).trim()}; ${'and what to do '.repeat(12).trim()}`),
    warning(CHECK.delay, 'long', 'shorten it'),
    skipped(CHECK.battery, 'nothing measures it'),
  ];

  it('fits into 80 columns, and loses no word', () => {
    const lines = reportChecks(rows).split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    expect(lines.join(' ').match(/two/g)).toHaveLength(12);
    expect(lines.join(' ').match(/do/g)).toHaveLength(12);
  });

  it('has a cure below what it cures, and counts at the end', () => {
    const lines = reportChecks(rows).split('\n');
    expect(lines[0]).toBe('✓ Node.js        20.19.0');
    expect(lines.slice(-4)).toEqual([
      '! link delay     long',
      '                 → shorten it',
      '– battery        nothing measures it',
      '1 wrong, 1 to look at',
    ]);
    expect(
      reportChecks([ok(CHECK.node, '20')])
        .split('\n')
        .at(-1),
    ).toBe('nothing wrong');
  });
});
