/** The board itself cuts the motors when a wheel has power and its encoder counts nothing. */
import { beforeEach, describe, expect, it } from 'vitest';
import { QuadratureEncoder } from '../../sim/avr/wiredSensors.js';
import {
  ARM,
  ASK,
  bootedBoard,
  long,
  MOTORS,
  type RawHost,
  REPORT,
  STALL,
  short,
} from '../support/emulated.js';

const NONE = 127;
const ARMED = 1;
const STALLED = 3;
const OF_STALL = 13;
const LEFT_WHEEL = 6;
const RIGHT_WHEEL = 7;
const LEFT_ENCODER = { a: 2, b: 4 };
const RIGHT_ENCODER = { a: 3, b: 5 };
const THRESHOLD = 200;
/** Four counts of a wheel that gives 40 a second at full duty. */
const EFFORT = (4 / 40) * (1000 - THRESHOLD) * 1000;
const SCOUT = [1, 9, 7, NONE, 1, 10, 8, NONE];

let host: RawHost;
beforeEach(() => {
  host = bootedBoard();
});

function configure({
  motors = SCOUT,
  threshold = THRESHOLD,
  effort = EFFORT,
  encoders = [2, 4, 3, 5],
} = {}): void {
  host.send(MOTORS, [...motors, ...short(1000), 20]);
  host.send(REPORT, [...encoders, ...short(20)]);
  host.run(0.03);
  const wheel = [...short(threshold), ...long(effort)];
  host.send(STALL, [...wheel, ...wheel]);
  host.run(0.02);
}

function arm(): void {
  host.send(ARM, [...short(host.status.nonce), ...short(200)]);
  host.run(0.02);
}

const duties = (...pins: number[]) => pins.map((pin) => host.board.outputs.dutyOf(pin));
const stateNow = () => {
  host.send(ASK);
  host.run(0.02);
  return host.status.state;
};

/** Drives at 50 Hz; the time from the first DRIVE until the pins are off, or infinity. */
function drivenFor(time: number, left: number, right: number, pins = [9, 10]): number {
  const from = host.board.now;
  let offAt = Number.POSITIVE_INFINITY;
  let on = false;
  const watch = host.board.outputs.changes$.subscribe(() => {
    const powered = pins.some((pin) => host.board.outputs.dutyOf(pin) > 0);
    if (on && !powered && offAt === Number.POSITIVE_INFINITY) offAt = host.board.now - from;
    on ||= powered;
  });
  for (let at = 0; at < time; at += 0.02) {
    host.drive(left, right);
    host.run(0.02);
  }
  watch.unsubscribe();
  return offAt;
}

/** Lets a wheel turn at so many counts a second, from now on. */
function turn(encoder: { a: number; b: number }, rate: number, time: number): void {
  const from = host.board.now;
  new QuadratureEncoder(host.board, encoder).turn(rate * time, from, from + time);
}

/** Square waves on one channel: the other one is broken. */
function turnHalfBroken(pin: number, rate: number, time: number): void {
  for (let edge = 0; edge < rate * time; edge++) {
    const at = host.board.cycles + Math.round((16e6 * edge) / rate);
    host.board.events.at(at, () => host.board.setPin(pin, edge % 2 === 0));
  }
}

describe('a wheel that is blocked while the host asks for full duty', () => {
  it.each<[string, number[], number[]]>([
    ['speed and direction', SCOUT, [9, 10]],
    ['speed and two directions', [2, 6, 7, 8, 2, 11, 12, 13], [6, 11]],
    ['a PWM each way', [3, 6, 11, NONE, 3, 9, 10, NONE], [6, 11, 9, 10]],
  ])('is without power within 0.6 s, and stays so: %s', (_, motors, pins) => {
    configure({ motors });
    arm();
    const off = drivenFor(1.5, 1000, -1000, pins);
    expect(off).toBeGreaterThan(0.5);
    expect(off).toBeLessThan(0.6);
    expect(duties(...pins).every((duty) => duty === 0)).toBe(true);
    expect(stateNow()).toBe(STALLED);
    expect(host.odometry.state).toBe(STALLED);
  });

  it('gets no pulse any more as a servo', () => {
    configure({ motors: [4, 12, NONE, NONE, 4, 13, NONE, NONE] });
    arm();
    drivenFor(0.62, 1000, 1000, []);
    let pulses = 0;
    const watch = host.board.outputs.changes$.subscribe(() => {
      pulses += 1;
    });
    drivenFor(0.3, 1000, 1000, []);
    watch.unsubscribe();
    expect(pulses).toBe(0);
    expect(stateNow()).toBe(STALLED);
  });

  it.each([
    ['left', RIGHT_ENCODER, LEFT_WHEEL],
    ['right', LEFT_ENCODER, RIGHT_WHEEL],
  ])('is named: the %s one', (_, turning, error) => {
    configure();
    arm();
    turn(turning, 3000, 1);
    expect(drivenFor(0.7, 1000, 1000)).toBeLessThan(0.6);
    expect(host.last(8, OF_STALL)?.payload[1]).toBe(error);
  });

  it('drives again only when the host arms the board', () => {
    configure();
    arm();
    drivenFor(0.7, 1000, 1000);
    drivenFor(0.3, 1000, 1000);
    expect(duties(9, 10)).toEqual([0, 0]);
    arm();
    expect(host.status).toMatchObject({ error: 0, state: ARMED });
    host.drive(500, 500);
    host.run(0.05);
    expect(Math.min(...duties(9, 10))).toBeGreaterThan(0.4);
  });

  it('is found though half of its encoder still switches', () => {
    configure();
    arm();
    turn(RIGHT_ENCODER, 3000, 1);
    turnHalfBroken(LEFT_ENCODER.a, 1500, 1);
    expect(drivenFor(0.8, 1000, 1000)).toBeLessThan(0.6);
    expect(host.last(8, OF_STALL)?.payload[1]).toBe(LEFT_WHEEL);
  });
});

describe('the board does not take for a stall', () => {
  it('a wheel that turns, as slowly as two counts in half a second', () => {
    configure();
    arm();
    turn(LEFT_ENCODER, 4.4, 3);
    turn(RIGHT_ENCODER, -4.4, 3);
    expect(drivenFor(2.9, 1000, -1000)).toBe(Number.POSITIVE_INFINITY);
  });

  it('a duty that is not above the threshold', () => {
    configure();
    arm();
    expect(drivenFor(3, THRESHOLD, -THRESHOLD)).toBe(Number.POSITIVE_INFINITY);
  });

  it('a duty that changes its sign before half a second is over', () => {
    configure();
    arm();
    for (let i = 0; i < 5; i++) drivenFor(0.4, i % 2 ? 600 : -600, i % 2 ? -600 : 600);
    expect(stateNow()).toBe(ARMED);
  });

  it('half a second at a duty at which four counts take longer', () => {
    configure();
    arm();
    // 100 ‰ above the threshold reach 80 000 ‰·ms after 0.8 s.
    const off = drivenFor(1.2, THRESHOLD + 100, THRESHOLD + 100);
    expect(off).toBeGreaterThan(0.79);
    expect(off).toBeLessThan(0.83);
  });

  it('anything on a board that was not told, or was told before another REPORT or a SYSTEM_RESET', () => {
    configure({ effort: 0 });
    arm();
    expect(drivenFor(1, 1000, 1000)).toBe(Number.POSITIVE_INFINITY);
    for (const forget of [
      () => host.send(REPORT, [2, 4, 3, 5, ...short(20)]),
      () => {
        host.sendBytes([0xff]);
        host.send(MOTORS, [...SCOUT, ...short(1000), 20]);
      },
    ]) {
      host = bootedBoard();
      configure();
      forget();
      host.run(0.03);
      arm();
      expect(drivenFor(1, 1000, 1000)).toBe(Number.POSITIVE_INFINITY);
    }
  });
});

describe('STALL is refused', () => {
  const wheels = (threshold: number, effort: number) => {
    const wheel = [...short(threshold), ...long(effort)];
    host.send(STALL, [...wheel, ...wheel]);
    host.run(0.02);
    return host.status;
  };

  it('while armed', () => {
    configure();
    arm();
    expect(wheels(100, 1000)).toMatchObject({ about: STALL, error: 3, state: ARMED });
  });

  it('for a wheel whose encoder the board does not read', () => {
    configure({ encoders: [NONE, NONE, 3, 5], effort: 0 });
    expect(wheels(100, 1000)).toMatchObject({ about: STALL, error: 2 });
    expect(wheels(100, 0)).toMatchObject({ about: STALL, error: 0 });
  });

  it.each([
    [1001, 1000],
    [100, 2 ** 24 + 1],
  ])('with a threshold of %d ‰ and an effort of %d ‰·ms', (threshold, effort) => {
    configure();
    const { badFrames } = host.status;
    expect(wheels(threshold, effort)).toMatchObject({ about: STALL, error: 5, badFrames: badFrames + 1 });
  });
});
