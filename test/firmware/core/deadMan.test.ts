/** What the firmware promises about its dead-man, its watchdog and its answers, on every emulator. */
import { expect } from 'vitest';
import { resumeRandom, seedRandom } from '../../../src/math/random.js';
import { type BoardHost, PowerLog } from '../../support/boards/boardHost.js';
import { bootedHost, onEveryBoard } from '../../support/boards/onEveryBoard.js';
import { drawn, itOnce as it, itInBoth, partOf } from '../../support/effort.js';
import {
  ARM,
  ASK,
  DRIVE,
  frameBytes,
  SCOUT_MOTORS,
  STARTED,
  STATUS,
  STOP,
  short,
  TRIPPED,
} from '../../support/emulated.js';

const [LOCKED, ARMED, STATE_TRIPPED] = [0, 1, 2];
const [POWER_ON, RESET_PIN, WATCHDOG] = [1, 2, 8];
const [NOT_CONFIGURED, WRONG_NONCE] = [2, 4];
const NONE = 127;
const POWER = [9, 10];

const FORMS: readonly [string, readonly number[], readonly number[]][] = [
  ['speed and direction', SCOUT_MOTORS, POWER],
  ['speed and two directions', [2, 3, 7, 8, 2, 11, 12, 13], [3, 11]],
  ['a PWM each way', [3, 5, 6, NONE, 3, 9, 10, NONE], [5, 6, 9, 10]],
];
const SERVOS = [4, 12, NONE, NONE, 4, 13, NONE, NONE];
const SERVO_PERIOD = 0.02;

/** A trip after frames at 50 Hz. @returns the time from the last frame's last byte until no pin has power */
async function offAfter(host: BoardHost, pins: readonly number[], frames: number): Promise<number> {
  const power = new PowerLog(host.board, pins);
  const last = await host.driveFor(frames * 0.02, 700, -500);
  expect(power.lastOnAt).toBeGreaterThan(0);
  await host.runUntil(last + host.status.deadManMs / 1000 + 0.05);
  const { offAt = Number.POSITIVE_INFINITY } = power;
  // Frames that come too late.
  await host.driveFor(0.06, 900, 900);
  expect(power.lastOnAt).toBeLessThanOrEqual(offAt);
  power.end();
  return offAt - last;
}

onEveryBoard((kind) => {
  it('says before anything else that it has started, and why', async () => {
    const host = await bootedHost(kind);
    expect(host.status).toMatchObject({ about: STARTED, error: 0, state: LOCKED, cause: POWER_ON });
    expect(host.bytes[0]?.byte).toBe(0xf0);
    const { nonce } = host.status;
    host.board.reset();
    await host.run(0.1);
    expect(host.frames.filter(({ payload }) => payload[0] === STARTED)).toHaveLength(2);
    expect(host.status).toMatchObject({ about: STARTED, cause: RESET_PIN });
    expect(host.status.nonce).not.toBe(nonce);
  });

  it('is armed only with motors, and with the number of its boot; and drives nothing before', async () => {
    const host = await bootedHost(kind);
    const power = new PowerLog(host.board, POWER);
    await host.connect();
    expect(await host.arm()).toMatchObject({ about: ARM, error: NOT_CONFIGURED, state: LOCKED });
    await host.configure();
    const wrong = (host.status.nonce + 1) & 0x3fff;
    expect(await host.ask(ARM, [...short(wrong), ...short(200)])).toMatchObject({
      error: WRONG_NONCE,
      state: LOCKED,
    });
    await host.driveFor(0.1, 1000, 1000);
    expect(power.lastOnAt).toBeUndefined();
    expect(await host.arm()).toMatchObject({ error: 0, state: ARMED, deadManMs: 200 });
    await host.driveFor(0.1, 1000, 1000);
    expect(POWER.map((pin) => host.board.dutyOf(pin)).every((duty) => duty > 0.95)).toBe(true);
    await host.ask(STOP);
    expect(POWER.map((pin) => host.board.dutyOf(pin))).toEqual([0, 0]);
  });

  it('counts a frame with a wrong checksum, and does not act on it', async () => {
    const host = await bootedHost(kind);
    await host.connect();
    await host.configure();
    await host.arm();
    await host.driveFor(0.1, 200, 200);
    const before = POWER.map((pin) => host.board.dutyOf(pin));
    const { badFrames } = host.status;
    const wrong = frameBytes(DRIVE, host.sequence + 1, [...short(1000), ...short(1000)]);
    host.board.send(wrong.map((byte, i) => (i === 5 ? byte ^ 0x10 : byte)));
    await host.run(0.01);
    expect(POWER.map((pin) => host.board.dutyOf(pin))).toEqual(before);
    expect(await host.ask(ASK)).toMatchObject({ badFrames: badFrames + 1, state: ARMED });
  });

  itInBoth.each([
    [200, drawn(50, 12)],
    [50, drawn(50, 3)],
    [500, drawn(50, 3)],
  ])('is off %i ms after the last frame, in %i random phases, and latched', async (time, phases) => {
    const host = await bootedHost(kind, 7);
    const chance = resumeRandom(seedRandom(time));
    await host.connect();
    await host.configure();
    const offs: number[] = [];
    for (let i = 0; i < phases; i++) {
      await host.arm(time);
      await host.run(0.001 * (1 + chance.uniform()));
      offs.push(1000 * (await offAfter(host, POWER, 1 + Math.floor(3 * chance.uniform()))));
      expect(host.status).toMatchObject({ about: TRIPPED, state: STATE_TRIPPED });
    }
    expect(Math.min(...offs)).toBeGreaterThanOrEqual(time - 2);
    expect(Math.max(...offs)).toBeLessThanOrEqual(time + 1);
  });

  itInBoth.each(partOf(FORMS, 1))('is off with every form of motors: %s', async (_, motors, pins) => {
    const host = await bootedHost(kind);
    await host.connect();
    await host.configure(motors);
    await host.arm();
    const off = await offAfter(host, pins, 5);
    expect(off).toBeGreaterThanOrEqual(0.198);
    expect(off).toBeLessThanOrEqual(0.201);
    expect(motors.filter((pin) => pin > 2 && pin < 14 && host.board.dutyOf(pin) > 0)).toEqual([]);
  });

  it('gives a servo no pulse any more', async () => {
    const host = await bootedHost(kind);
    await host.connect();
    await host.configure(SERVOS);
    await host.arm();
    const off = await offAfter(host, [12, 13], 5);
    // A pulse may be on at the time of the trip; the last one ends by it.
    expect(off).toBeGreaterThan(0.198 - SERVO_PERIOD);
    expect(off).toBeLessThanOrEqual(0.201);
  });

  itInBoth.each([
    ['on', true],
    ['off', false],
  ])('is reset within 260 ms if its main loop hangs with interrupts %s', async (_, interrupts) => {
    const host = await bootedHost(kind, 9);
    const chance = resumeRandom(seedRandom(9));
    await host.connect();
    for (let i = 0; i < drawn(20, 2); i++) {
      await host.configure();
      const { nonce } = await host.arm(500);
      const power = new PowerLog(host.board, POWER);
      await host.driveFor(0.06, 600, 600);
      await host.run(0.01 * chance.uniform());
      const hung = host.board.now;
      host.board.hang(interrupts);
      // The host does not know, and drives on.
      await host.driveFor(0.3, 600, 600);
      expect((power.offAt ?? Number.POSITIVE_INFINITY) - hung).toBeLessThanOrEqual(0.26);
      await host.run(0.1);
      const outputs = Array.from({ length: kind.pinCount }, (__, pin) => pin).filter((pin) =>
        host.board.isOutput(pin),
      );
      expect(outputs).toEqual([]);
      const started = host.last(STATUS, STARTED);
      expect(host.status).toMatchObject({ cause: WATCHDOG, state: LOCKED });
      expect(started?.at).toBeGreaterThan(hung);
      expect(host.status.nonce).not.toBe(nonce);
      await host.driveFor(0.06, 600, 600);
      expect(power.isOn).toBe(false);
      expect(await host.ask(ARM, [...short(nonce), ...short(200)])).toMatchObject({ error: WRONG_NONCE });
      power.end();
    }
  });
});
