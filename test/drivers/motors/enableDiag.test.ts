import { describe, expect, it } from 'vitest';
import type { Firmata } from '../../../src/drivers/firmata/firmataIo.js';
import { EnableDiags, enableDiagsOf } from '../../../src/drivers/motors/enableDiag.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import { WIRED } from '../../sim/bodies.js';
import { FakeTime } from '../fakeTime.js';

const UNO = [14, 15, 16, 17, 18, 19];
const [INPUT, OUTPUT, PULLUP] = [0, 1, 11];
const AHEAD = { left: 0.3, right: 0.3 };

const onShield = (first: number): RobotDefinition['motors'] => ({
  ...WIRED.motors,
  left: { shield: 'POLOLU_VNH5019_SHIELD', motor: first, invert: false },
  right: { shield: 'POLOLU_VNH5019_SHIELD', motor: 3 - first, invert: true },
});

/** The lines of both motors, 6 and 12, on a board that answers as long as it is not silent. */
function lines() {
  const time = new FakeTime();
  const told: [pin: number, what: string, value: number][] = [];
  const hear = new Map<number, (level: number) => void>();
  const level: Record<number, number> = { 6: 1, 12: 1 };
  const board = { isSilent: false };
  const io = {
    MODES: { INPUT, OUTPUT, PULLUP },
    pinMode: (pin: number, mode: number) => told.push([pin, 'mode', mode]),
    digitalWrite: (pin: number, value: number) => told.push([pin, 'write', value]),
    digitalRead: (pin: number, callback: (level: number) => void) => hear.set(pin, callback),
    reportDigitalPin: (pin: number) => {
      time.after(0.005, () => board.isSilent || hear.get(pin)?.(level[pin] ?? 0));
    },
  } as unknown as Firmata;
  const faults: string[] = [];
  const diags = new EnableDiags(io, enableDiagsOf(onShield(1), UNO), {
    time,
    faulty: (why) => {
      faults.push(why);
      diags.shut();
    },
  });
  /** As the chip or a wire does it; the board reports it. */
  const set = (pin: number, to: number) => {
    level[pin] = to;
    if (!board.isSilent) hear.get(pin)?.(to);
  };
  return { time, told, faults, diags, board, set, hear };
}

const opened = () => {
  const all = lines();
  all.diags.open();
  all.time.pass(0.05);
  all.diags.drive(AHEAD);
  return all;
};

describe('the EN/DIAG pins of a robot', () => {
  it('are those of its shield, by its motors, or its own', () => {
    expect(enableDiagsOf(onShield(2), UNO)).toEqual([
      { side: 'left', name: 12, pin: 12 },
      { side: 'right', name: 6, pin: 6 },
    ]);
    const left = { pwm: 9, dir: 2, cdir: 4, enableDiag: 'A2', invert: false };
    expect(enableDiagsOf({ ...WIRED.motors, left }, UNO)).toEqual([{ side: 'left', name: 'A2', pin: 16 }]);
    expect(enableDiagsOf(WIRED.motors, UNO)).toEqual([]);
  });

  it('are inputs with a pull-up while open, low while shut, and never driven high', () => {
    const { told, diags } = opened();
    diags.shut();
    for (const pin of [6, 12])
      expect(told.filter(([which]) => which === pin).map(([, ...rest]) => rest)).toEqual([
        ['mode', PULLUP],
        ['mode', OUTPUT],
        ['write', 0],
      ]);
  });
});

describe('a chip that pulls EN/DIAG low', () => {
  it.each([
    [6, 'left'],
    [12, 'right'],
  ])('for 20 ms has a fault: pin %i of the %s motor is named, with what to do', (pin, side) => {
    const { time, set, faults } = opened();
    set(pin, 0);
    time.pass(0.019);
    expect(faults).toEqual([]);
    time.pass(0.002);
    expect(faults).toEqual([
      expect.stringMatching(
        `the chip of the ${side} motor reports a fault: .*EN/DIAG, pin ${pin}, low.*too hot.*short circuit; switch .* off`,
      ),
    ]);
    time.pass(1);
    expect(faults).toHaveLength(1);
  });

  it('for less than 20 ms has none, however often', () => {
    const { time, set, faults } = opened();
    for (let i = 0; i < 20; i++) {
      set(6, 0);
      time.pass(0.015);
      set(6, 1);
      time.pass(0.001);
    }
    time.pass(1);
    expect(faults).toEqual([]);
  });

  it('only in a damaged report has none: the board is asked again', () => {
    const { time, hear, faults } = opened();
    hear.get(6)?.(0);
    time.pass(1);
    expect(faults).toEqual([]);
  });

  it('and whose report is lost is noticed all the same, because the board is asked', () => {
    const { time, set, faults, board } = opened();
    board.isSilent = true;
    set(6, 0);
    board.isSilent = false;
    time.pass(0.13);
    expect(faults).toHaveLength(1);
  });

  it('is not looked at while the line is shut', () => {
    const { time, set, faults, diags } = opened();
    diags.shut();
    set(6, 0);
    time.pass(1);
    expect(faults).toEqual([]);
    expect(time.waiting).toBe(0);
  });
});

describe('a chip that holds its fault when the line opens', () => {
  const held = () => {
    const all = lines();
    all.set(6, 0);
    all.diags.open();
    all.time.pass(1);
    return all;
  };

  it('may clear it at the first power', () => {
    const { time, set, diags, faults } = held();
    diags.drive({ left: 0, right: 0.3 });
    time.pass(1);
    diags.drive(AHEAD);
    time.pass(0.1);
    set(6, 1);
    time.pass(1);
    expect(faults).toEqual([]);
  });

  it('has a fault 0.25 s after the first power otherwise', () => {
    const { time, diags, faults } = held();
    diags.drive(AHEAD);
    time.pass(0.24);
    expect(faults).toEqual([]);
    time.pass(0.02);
    expect(faults).toHaveLength(1);
  });

  it('is given no more time by power that came before its report', () => {
    const { time, set, diags, faults } = lines();
    set(6, 0);
    diags.open();
    diags.drive(AHEAD);
    time.pass(0.3);
    expect(faults).toHaveLength(1);
  });
});

describe('a level that the board does not report', () => {
  it('is no free one: the motors are stopped after 0.3 s', () => {
    const { time, board, diags, faults } = lines();
    board.isSilent = true;
    diags.open();
    time.pass(0.29);
    expect(faults).toEqual([]);
    time.pass(0.02);
    expect(faults).toEqual([
      expect.stringMatching(/the board does not report pin 6, EN\/DIAG of the left motor's chip/),
    ]);
  });

  it('any more stops them too', () => {
    const { time, board, faults } = opened();
    board.isSilent = true;
    time.pass(0.41);
    expect(faults).toHaveLength(1);
  });
});
