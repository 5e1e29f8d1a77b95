import { describe, expect, it } from 'vitest';
import { wiringTable } from '../../../src/cli/wiring/wiring.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { parseRobot } from '../../../src/config/robot/robotFile.js';
import { pinUses } from '../../../src/config/robot/wiring/pinUses.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import { GOOD_ROBOT } from '../../support/badInputs.js';
import { boardPresets } from './boardPresets.js';

/** The cells of every row below the head. */
const rowsOf = (table: string): string[][] =>
  table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(1)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );

const robot = (from: string | RegExp, to: string) => parseRobot(GOOD_ROBOT.replace(from, to), 'r.yaml');

describe('the wiring table', () => {
  it('says of each pin of an L298N where it goes', () => {
    const rows = rowsOf(wiringTable(loadRobot('generic-l298n')));
    expect(rows.slice(0, 4)).toEqual([
      ['pin 5', 'L298N', 'ENA', 'left motor: speed (PWM)'],
      ['pin 7', 'L298N', 'IN1', 'left motor: direction'],
      ['pin 8', 'L298N', 'IN2', 'left motor: direction, the other way'],
      ['pin 6', 'L298N', 'ENB', 'right motor: speed (PWM)'],
    ]);
    expect(rows).toContainEqual([
      'battery +',
      'L298N',
      '+12V',
      'motor supply (7 to 12 V), through the switch',
    ]);
  });

  it("joins the battery's ground and the board's at the driver, and nowhere else", () => {
    const rows = rowsOf(wiringTable(loadRobot('generic-l298n')));
    expect(rows.filter(([from]) => from === 'battery -')).toEqual([
      ['battery -', 'L298N', 'GND', 'motor ground'],
    ]);
    expect(rows.filter(([from]) => from === 'GND')).toEqual([['GND', 'L298N', 'GND', 'common ground']]);
  });

  it('ties MODE of a DRV8835 to 5 V, and says what happens without; on a shield it is tied already', () => {
    const table = wiringTable(loadRobot('scout'));
    expect(rowsOf(table)).toContainEqual([
      '5V',
      'DRV8835',
      'MODE',
      'high: a pin for speed, one for direction',
    ]);
    expect(table).toMatch(/MODE left open is low: .* runs the faster the less speed is asked for/);
    expect(wiringTable(loadRobot('pololu-drv8835'))).not.toMatch('MODE');
  });

  it('has a row for each resistor that holds a motor off', () => {
    const rows = rowsOf(wiringTable(loadRobot('generic-l298n'))).filter(([from]) => from === '10 kOhm');
    expect(rows.map(([, to, terminal]) => [to, terminal])).toEqual([
      ['L298N', 'ENA, GND'],
      ['L298N', 'ENB, GND'],
    ]);
  });

  it.each(boardPresets.map((preset) => [preset.name, preset] as const))(
    'of %s gives each input of the driver a name of its own, and fits into 100 columns',
    (_, preset) => {
      const table = wiringTable(preset);
      const inputs = rowsOf(table).flatMap(([from = '', to, terminal]) =>
        from.startsWith('pin') ? `${to} ${terminal}` : [],
      );
      const own = inputs.filter((input) => !/SDA|SCL/.test(input));
      expect(new Set(own).size).toBe(own.length);
      const lines = table.split('\n').filter((line) => /^[|+]/.test(line));
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100);
    },
  );

  it('has a row for each pin that the robot uses, and no other', () => {
    for (const preset of boardPresets) {
      const used = pinUses(preset).map(({ pin }) => `pin ${pin}`);
      const listed = rowsOf(wiringTable(preset)).flatMap(([from = '']) =>
        from.startsWith('pin') ? from : [],
      );
      expect({ name: preset.name, pins: listed.sort() }).toEqual({ name: preset.name, pins: used.sort() });
    }
  });

  it('is of plain characters, in lines of one length', () => {
    for (const preset of boardPresets) {
      const lines = wiringTable(preset)
        .split('\n')
        .slice(1)
        .filter((line) => /^[|+]/.test(line));
      expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
      expect(lines.filter((line) => /[^ -~]/.test(line))).toEqual([]);
    }
  });

  it('calls terminals as the file does where no driver is named', () => {
    expect(rowsOf(wiringTable(robot('', '')))).toContainEqual([
      'pin 9',
      'motor driver',
      'left pwm',
      'left motor: speed (PWM)',
    ]);
  });

  it('tells what a kit has wired already, and feeds nothing of it', () => {
    const table = wiringTable(loadRobot('makeblock-mbot'));
    expect(table).toContain("Its kit's board has these wires already.");
    expect(rowsOf(table).filter(([from]) => from === 'battery +')).toEqual([]);
  });
});

/** What a table says of motors, but for what the wheels are called. */
const wiresOf = (table: string): string[] =>
  rowsOf(table)
    .filter(([from, to, , purpose]) => /motor/.test(`${from} ${to} ${purpose}`))
    .map((cells) => cells.join(' ').replaceAll(/left motor|right motor|, left:|, right:/g, ''))
    .sort();

const withSidesSwapped = (preset: RobotDefinition): RobotDefinition => {
  const { left, right } = preset.motors;
  return {
    ...preset,
    motors: { ...preset.motors, ...(right && { left: right }), ...(left && { right: left }) },
  };
};

describe('sides that are swapped in the file', () => {
  const onDrivers = boardPresets.filter(({ motors }) => motors.driver ?? motors.left?.shield);

  it.each(onDrivers.map((preset) => [preset.name, preset] as const))('move no wire of %s', (_, preset) => {
    const swapped = wiringTable(withSidesSwapped(preset));
    expect(wiresOf(swapped)).toEqual(wiresOf(wiringTable(preset)));
    expect(swapped).not.toBe(wiringTable(preset));
  });

  it('leave a kit\u2019s channel A on pins 5 and 7', () => {
    const rows = rowsOf(wiringTable(withSidesSwapped(loadRobot('elegoo-smart-car-v4'))));
    expect(rows.slice(0, 2).map(([pin, , terminal, purpose]) => [pin, terminal, purpose])).toEqual([
      ['pin 5', 'PWMA', 'left motor: speed (PWM)'],
      ['pin 7', 'AIN', 'left motor: direction'],
    ]);
    expect(rows.map(([, to, terminal]) => [to, terminal])).toContainEqual(['left motor', 'channel A']);
  });

  it('are called as in the file on pins that the kit has not', () => {
    const changed = loadRobot('elegoo-smart-car-v4');
    const left = { pwm: 9, dir: 10, invert: false };
    const rows = rowsOf(wiringTable({ ...changed, motors: { ...changed.motors, left } }));
    expect([rows[0]?.[0], rows[0]?.[2]]).toEqual(['pin 9', 'left pwm']);
  });
});

describe('beside the table stands', () => {
  it.each([
    ['which jumpers to pull', 'generic-l298n', /Pull the jumpers off ENA and ENB/],
    [
      'which jumper to leave',
      'generic-l298n',
      /Leave the jumper beside the terminals on \(battery at most 12 V\)/,
    ],
    ['what holds the motors off at the start', 'generic-l298n', /10 kOhm from each of ENA, ENB to GND/],
    ['that a switch belongs into the supply', 'generic-l298n', /Put a switch into the wire/],
    ['that no dead-man reaches a chip behind a bus', 'adafruit-motor-shield-v2', /--without-deadman/],
    ['that servos have a battery of their own', 'boe-bot', /The servos get 5 to 6 V/],
    ['which channel of an encoder leads', 'scout', /a leads b/],
    [
      'what an encoder with one channel does not show',
      'sparkfun-redbot',
      /does not notice a motor that turns/,
    ],
    ['which motor is mounted the other way round', 'scout', /The right motor counts as mounted/],
  ])('%s', (_, name, words) => {
    expect(wiringTable(loadRobot(name))).toMatch(words);
  });

  it('no channel that leads, where an encoder has one', () => {
    expect(wiringTable(loadRobot('sparkfun-redbot'))).not.toMatch(/a leads b/);
    expect(wiringTable(loadRobot('scout'))).not.toMatch(/one channel/);
  });

  it('which resistors the battery is measured through', () => {
    const measured = robot('limits:', 'battery: { pin: A1, divider: 3, low: 6.4 V }\nlimits:');
    expect(wiringTable(measured)).toMatch(/20 kOhm from battery \+ to pin A1, and 10 kOhm from there to GND/);
  });

  it('that a standby without PWM does not hear the dead-man', () => {
    const standby = (pin: number) => robot('noLoadSpeed', `standby: ${pin}\n  noLoadSpeed`);
    expect(wiringTable(standby(12))).toMatch(/On a pin with PWM, which 12 is not/);
    expect(wiringTable(standby(11))).not.toMatch(/On a pin with PWM/);
  });

  it('that a driver with two inputs a motor needs an inverter for one pin', () => {
    const halved = robot('noLoadSpeed', 'driver: tb6612fng\n  noLoadSpeed');
    expect(wiringTable(halved)).toMatch(/AIN2 and BIN2 get the opposite of AIN1 and BIN1/);
  });
});
