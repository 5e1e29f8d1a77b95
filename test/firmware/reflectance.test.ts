/** Reflectance sensors that discharge, on the emulated board: how often, how exactly, and what they leave alone. */
import { describe, expect, it } from 'vitest';
import { toCycles } from '../../sim/avr/clock.js';
import { DischargeSensor } from '../../sim/avr/dischargeSensor.js';
import {
  bootedBoard,
  ODOMETRY,
  type RawHost,
  REFLECTANCE,
  REPORT,
  SCOUT_MOTORS,
  STOP,
  short,
} from '../support/emulated.js';

const NONE = 127;
const LAMPS = 12;
const PINS = [6, 11, 14, 15, 16, 17, 18, 19];
const TIMES_US = [150, 250, 400, 700, 1200, 2000, 2300, 5000];
const ENCODERS = [2, 4, 3, 5];
const LONGEST_US = 2500;

function rigOf(emitters = LAMPS, everyMs = 20): { host: RawHost; sensors: readonly DischargeSensor[] } {
  const host = bootedBoard();
  host.send(REPORT, [...ENCODERS, ...short(20)]);
  host.run(0.02);
  const sensors = PINS.map((pin, i) => {
    const sensor = new DischargeSensor(host.board, { pin, emitters: LAMPS });
    sensor.time = (TIMES_US[i] ?? 0) * 1e-6;
    return sensor;
  });
  host.send(REFLECTANCE, [emitters, ...short(everyMs), ...PINS]);
  host.run(0.02);
  expect(host.status).toMatchObject({ about: REFLECTANCE, error: 0 });
  return { host, sensors };
}

/** Both wheels' edges at this rate from now on. @returns a call that ends them and says how many came */
function turnWheels({ board }: RawHost, rate: number): () => number {
  let count = 0;
  let on = rate > 0;
  const step = (at: number) => {
    if (!on) return;
    count += 1;
    const [a, b] = [(count & 3) === 1 || (count & 3) === 2, (count & 3) >= 2];
    for (const [pin, level] of [
      [2, a],
      [4, b],
      [3, a],
      [5, b],
    ] as const)
      board.setPin(pin, level);
    board.events.at(at + toCycles(1 / rate), () => step(at + toCycles(1 / rate)));
  };
  step(board.cycles);
  return () => {
    on = false;
    return count;
  };
}

const spacingOf = (host: RawHost, since: number): number[] => {
  const times = host.frames.filter(({ type, at }) => type === ODOMETRY && at > since).map(({ at }) => at);
  return times.slice(1).map((at, i) => 1000 * (at - (times[i] ?? 0)));
};

describe('reflectance sensors on the board', () => {
  it.each([
    [0, 50],
    [20_000, 80],
  ])(
    'eight beside %d edges a second: 50 times a second, within %d us; odometry comes as without',
    (edges, most) => {
      const { host } = rigOf();
      const end = turnWheels(host, edges);
      const since = host.board.now;
      const before = host.discharges.length;
      host.run(2);
      const told = host.discharges.slice(before);
      const counted = end();
      host.run(0.03);
      expect(told.length).toBeGreaterThanOrEqual(98);
      for (const { us } of told)
        us.forEach((time, i) => {
          const truth = Math.min(LONGEST_US, TIMES_US[i] ?? 0);
          expect(Math.abs(time - truth), `sensor ${i}`).toBeLessThan(most);
        });
      const spacing = spacingOf(host, since + 0.1);
      expect(Math.min(...spacing)).toBeGreaterThan(18);
      expect(Math.max(...spacing)).toBeLessThan(22.5);
      expect(Math.abs(host.odometry.left)).toBe(counted);
      expect(Math.abs(host.odometry.right)).toBe(counted);
    },
  );

  it('shine only while they are measured, and see nothing without their lamps', () => {
    const { host } = rigOf();
    let lit = 0;
    let rose = 0;
    const began = host.board.now;
    host.board.outputs.changes$.subscribe(({ pin, duty }) => {
      if (pin !== LAMPS) return;
      if (duty > 0) rose = host.board.now;
      else lit += host.board.now - rose;
    });
    host.run(1);
    expect(lit / (host.board.now - began)).toBeLessThan(0.16);
    const { host: dark } = rigOf(NONE);
    dark.run(0.2);
    expect(dark.discharges.at(-1)?.us).toEqual(PINS.map(() => LONGEST_US));
  });

  it('leave the dead-man alone: it trips as late as without them', () => {
    const { host } = rigOf(LAMPS, 5);
    const end = turnWheels(host, 20_000);
    for (let i = 0; i < 10; i++) {
      host.arm({ motors: SCOUT_MOTORS });
      const from = host.board.now;
      host.drive(800, 800);
      let off = Number.NaN;
      const watching = host.board.outputs.changes$.subscribe(({ pin, duty }) => {
        if (pin === 9 && duty === 0) off = host.board.now;
      });
      host.run(0.25 + 0.0013 * i);
      watching.unsubscribe();
      expect(1000 * (off - from)).toBeGreaterThan(198);
      expect(1000 * (off - from)).toBeLessThan(204);
      host.send(STOP);
      host.run(0.01);
    }
    end();
  });

  it('are refused while armed, on pins of motors, on one pin twice, and more often than every 5 ms', () => {
    const { host } = rigOf();
    const asked = (payload: readonly number[]) => {
      host.send(REFLECTANCE, payload);
      host.run(0.02);
      return host.status.error;
    };
    const rest = PINS.slice(2);
    expect(asked([LAMPS, ...short(20), 6, 6, ...rest])).toBe(1);
    expect(asked([6, ...short(20), 6, 11, ...rest])).toBe(1);
    expect(asked([LAMPS, ...short(4), ...PINS])).toBe(5);
    host.arm({ motors: SCOUT_MOTORS });
    expect(asked([LAMPS, ...short(20), ...PINS])).toBe(3);
    host.send(STOP);
    host.run(0.01);
    expect(asked([LAMPS, ...short(20), 9, 11, ...rest])).toBe(1);
    expect(asked([NONE, ...short(20), ...PINS.map(() => NONE)])).toBe(0);
    const before = host.discharges.length;
    host.run(0.2);
    expect(host.discharges.length).toBeLessThanOrEqual(before + 1);
  });
});
