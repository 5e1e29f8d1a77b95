/** A byte FF, which noise may make at any instant: it stops the motors and frees none of their pins, on every emulator. */
import { expect } from 'vitest';
import { type Random, resumeRandom, seedRandom } from '../../../src/math/random.js';
import { type BoardHost, PowerLog } from '../../support/boards/boardHost.js';
import { bootedHost, onEveryBoard } from '../../support/boards/onEveryBoard.js';
import { drawn, itOnce as it, itInBoth } from '../../support/effort.js';
import { ARM, ASK, DRIVE, frameBytes, SCOUT_MOTORS, short } from '../../support/emulated.js';

const [LOCKED, ARMED] = [0, 1];
const NOT_CONFIGURED = 2;
const SYSTEM_RESET = 0xff;
const NONE = 127;
const MOTOR_PINS = [7, 8, 9, 10];
const INSTANTS = drawn(60, 6);
/** From the arrival of FF; seldom more, if the main loop is busy with an answer. */
const AT_ONCE = 0.002;

/** Every Firmata message that drives a pin: modes, analog and digital writes, servo, extended analog, I²C. */
const ON_PIN = (pin: number): number[][] => [
  [0xf4, pin, 1],
  [0xf5, pin, 1],
  [0xf4, pin, 3],
  [0xe0 | pin, 0x7f, 1],
  [0xf0, 0x6f, pin, 0x7f, 1, 0xf7],
  [0xf4, pin, 4],
  [0xe0 | pin, 100, 0],
  [0xf0, 0x70, pin, 0, 8, 0, 16, 0xf7],
  [0xf0, 0x6f, pin, 100, 0, 0xf7],
  [0xf4, pin, 0],
  [0xf5, pin, 1],
  [0xf4, pin, 11],
];
const ON_PORTS = [
  [0x90, 0x7f, 1],
  [0x91, 0x7f, 1],
  [0xf0, 0x78, 0, 0, 0xf7],
];
const RAW_FIRMATA = [...MOTOR_PINS.flatMap(ON_PIN), ...ON_PORTS, ...MOTOR_PINS.flatMap(ON_PIN)].flat();

async function driving(host: BoardHost, motors: readonly number[]): Promise<void> {
  await host.connect();
  await host.configure(motors);
  expect(await host.arm()).toMatchObject({ error: 0, state: ARMED });
  await host.driveFor(0.06, 600, -400);
}

/** Some bytes of the next DRIVE, then FF, then the rest. @returns when FF arrives */
function interrupt(host: BoardHost, chance: Random): number {
  const frame = frameBytes(DRIVE, host.sequence + 1, [...short(1000), ...short(1000)]);
  const before = 1 + Math.floor((frame.length - 1) * chance.uniform());
  const arrives = host.board.send([...frame.slice(0, before), SYSTEM_RESET]);
  host.board.send(frame.slice(before));
  return arrives;
}

onEveryBoard((kind) => {
  const reset = async (seed: number, atStart: boolean) => {
    const host = await bootedHost(kind, seed);
    const chance = resumeRandom(seedRandom(seed));
    for (let i = 0; i < INSTANTS; i++) {
      await driving(host, SCOUT_MOTORS);
      await host.run(0.02 * chance.uniform());
      const power = new PowerLog(host.board, MOTOR_PINS);
      expect(power.isOn).toBe(true);
      const arrives = atStart ? host.board.send([SYSTEM_RESET]) : interrupt(host, chance);
      await host.runUntil(arrives + (atStart ? AT_ONCE : 0.201));
      const { isOn, offAt = 0 } = power;
      expect(isOn).toBe(false);
      if (atStart) expect(offAt - arrives).toBeLessThanOrEqual(AT_ONCE);
      // It ends a message that FF was in the middle of.
      host.board.send([0xf7]);
      await host.runUntil(host.board.send(RAW_FIRMATA) + 0.02);
      expect(power.lastOnAt ?? 0).toBeLessThanOrEqual(offAt);
      expect(MOTOR_PINS.filter((pin) => !host.board.isOutput(pin))).toEqual([]);
      power.end();
    }
    return host;
  };

  itInBoth(`stops the motors at once, at ${INSTANTS} instants, and frees no pin of theirs`, async () => {
    const host = await reset(21, true);
    expect(await host.ask(ASK)).toMatchObject({ state: LOCKED });
    expect(await host.ask(ARM, [...short(host.status.nonce), ...short(200)])).toMatchObject({
      error: NOT_CONFIGURED,
      state: LOCKED,
    });
  });

  itInBoth(`frees no pin in the middle of a frame either, at ${INSTANTS} instants`, async () => {
    await reset(22, false);
  });

  it.each([
    ['a PWM each way', [3, 5, 6, NONE, 3, 9, 10, NONE], [5, 6, 9, 10]],
    ['servos', [4, 9, NONE, NONE, 4, 10, NONE, NONE], [9, 10]],
  ])('frees no pin of %s', async (_, motors, pins) => {
    const host = await bootedHost(kind, 23);
    await driving(host, motors);
    await host.runUntil(host.board.send([SYSTEM_RESET]) + AT_ONCE);
    const power = new PowerLog(host.board, pins);
    expect(power.isOn).toBe(false);
    await host.runUntil(host.board.send([...pins.flatMap(ON_PIN), ...ON_PORTS].flat()) + 0.05);
    expect(power.lastOnAt).toBeUndefined();
  });
});
