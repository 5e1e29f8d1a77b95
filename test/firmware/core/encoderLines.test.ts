/** Encoder lines that are noisy, blocked or unplugged, on every emulator. */
import { expect } from 'vitest';
import { type BoardHost, PowerLog } from '../../support/boards/boardHost.js';
import type { BoardKind } from '../../support/boards/boardKinds.js';
import { bootedHost, onEveryBoard } from '../../support/boards/onEveryBoard.js';
import { drawn, itOnce as it, itInBoth, partOf } from '../../support/effort.js';
import { ARM, long, REPORT, SCOUT_MOTORS, STALL, STATUS, short } from '../../support/emulated.js';

const [ARMED, STALLED] = [1, 3];
const OF_STALL = 13;
const [LEFT_WHEEL, RIGHT_WHEEL] = [6, 7];
const NONE = 127;
const POWER = [9, 10];
const REPORT_MS = 20;

/** Of a wheel that gives 400 counts a second at full duty: four of them. */
const THRESHOLD = 200;
const EFFORT = (4 / 400) * (1000 - THRESHOLD) * 1000;

const NOISE_RATES = [107e3, 160e3].slice(0, drawn(2, 1));
const LINES = ['left a', 'left b', 'right a', 'right b'].slice(0, drawn(4, 1));

function lineOf({ encoders: { left, right } }: BoardKind, line: string): number {
  const { a, b } = line.startsWith('left') ? left : right;
  return line.endsWith('a') ? a : b;
}

/** Motors, encoders, and a watch for stalls if it is wanted; armed. */
async function armed(kind: BoardKind, { motors = SCOUT_MOTORS, watch = true } = {}): Promise<BoardHost> {
  const { left, right } = kind.encoders;
  const host = await bootedHost(kind, 5);
  for (const pin of [left.a, left.b, right.a, right.b]) host.board.setPin(pin, false);
  await host.connect();
  await host.configure(motors);
  await host.ask(REPORT, [left.a, left.b, right.a, right.b, ...short(REPORT_MS)]);
  const limits = [...short(THRESHOLD), ...long(EFFORT)];
  if (watch) expect(await host.ask(STALL, [...limits, ...limits])).toMatchObject({ about: STALL, error: 0 });
  expect(await host.arm()).toMatchObject({ about: ARM, error: 0, state: ARMED });
  return host;
}

/** A host that asks for full duty and notices nothing. @returns the time from the first DRIVE to the last power */
async function driveBlindly(host: BoardHost, time: number, pins: readonly number[]): Promise<number> {
  const power = new PowerLog(host.board, pins);
  const from = host.board.now;
  await host.driveFor(time, 1000, 1000);
  power.end();
  return (power.lastOnAt === undefined ? Number.NaN : (power.offAt ?? Number.POSITIVE_INFINITY)) - from;
}

const turn = ({ board }: BoardHost, { a, b }: { a: number; b: number }, rate: number, count: number) =>
  board.startEdges({ pins: [a, b], rate, count });

const FORMS: readonly [string, number[], number[]][] = [
  ['speed and direction', SCOUT_MOTORS, POWER],
  ['speed and two directions', [2, 6, 7, 8, 2, 11, 12, 13], [6, 11]],
  ['a PWM each way', [3, 6, 11, NONE, 3, 9, 10, NONE], [6, 11, 9, 10]],
  ['servos', [4, 12, NONE, NONE, 4, 13, NONE, NONE], [12, 13]],
];

onEveryBoard((kind) => {
  const { left, right } = kind.encoders;

  itInBoth.each(NOISE_RATES.flatMap((rate) => LINES.map((line) => [rate, line] as const)))(
    'counts again after a second of noise at %d Hz on the line %s',
    async (rate, line) => {
      const host = await armed(kind, { watch: false });
      const pin = lineOf(kind, line);
      host.board.startEdges({ pins: [pin, pin], rate, count: rate });
      await host.run(1.1);
      const before = host.odometry;
      turn(host, left, 2000, 1000);
      turn(host, right, 2000, 1000);
      await host.run(0.6);
      // The first edge after the noise finds the phase again.
      expect(Math.abs(host.odometry.left - before.left - 1000)).toBeLessThanOrEqual(2);
      expect(Math.abs(host.odometry.right - before.right - 1000)).toBeLessThanOrEqual(2);
      expect(host.odometry.at).toBeGreaterThan(host.board.now - 0.03);
    },
  );

  it('is off 200 ms after the last frame while all four encoder lines are noisy', async () => {
    const host = await armed(kind, { watch: false });
    const rate = 107e3;
    for (const pin of [left.a, left.b, right.a, right.b])
      host.board.startEdges({ pins: [pin, pin], rate, count: rate });
    const power = new PowerLog(host.board, POWER);
    const last = await host.driveFor(0.1, 600, 600);
    expect(power.isOn).toBe(true);
    await host.runUntil(last + 0.25);
    const off = (power.offAt ?? Number.POSITIVE_INFINITY) - last;
    expect(off).toBeGreaterThanOrEqual(0.198);
    // The main loop has little time left, and reads the frame late.
    expect(off).toBeLessThanOrEqual(0.21);
  });

  itInBoth.each(partOf(FORMS, 1))(
    'cuts blocked wheels within 0.6 s, and for good, though the host drives on: %s',
    async (_, motors, pins) => {
      const host = await armed(kind, { motors });
      const off = await driveBlindly(host, 1, pins);
      // The last pulse of a servo may be one period old.
      expect(off).toBeGreaterThan(0.47);
      expect(off).toBeLessThanOrEqual(0.6);
      const [, error, state] = host.last(STATUS, OF_STALL)?.payload ?? [];
      // Both stand still; the one whose turn comes first is named.
      expect([LEFT_WHEEL, RIGHT_WHEEL]).toContain(error);
      expect(state).toBe(STALLED);
      expect(host.odometry.state).toBe(STALLED);
      // Only the host's ARM ends it.
      expect(await driveBlindly(host, 0.2, pins)).toBeNaN();
      expect(await host.arm()).toMatchObject({ error: 0, state: ARMED });
      expect(await driveBlindly(host, 0.1, pins)).not.toBeNaN();
    },
  );

  const lost: [string, number[]][] = [
    ['both channels', []],
    ['channel a', [right.b]],
    ['channel b', [right.a]],
  ];
  itInBoth.each(partOf(lost, 1))(
    'cuts the motors within 0.6 s of an encoder that loses %s',
    async (_, still) => {
      const host = await armed(kind);
      turn(host, left, 300, 600);
      turn(host, right, 300, 90);
      const power = new PowerLog(host.board, POWER);
      await host.driveFor(0.3, 1000, 1000);
      expect(power.isOn).toBe(true);
      const unplugged = host.board.now;
      for (const pin of still) host.board.startEdges({ pins: [pin, pin], rate: 150, count: 150 });
      await host.driveFor(0.8, 1000, 1000);
      expect((power.offAt ?? Number.POSITIVE_INFINITY) - unplugged).toBeLessThanOrEqual(0.6);
      expect(host.last(STATUS, OF_STALL)?.payload[1]).toBe(RIGHT_WHEEL);
    },
  );

  it('goes on with wheels that turn, or without a watch, as a robot without encoders has it', async () => {
    const turning = await armed(kind);
    turn(turning, left, 100, 110);
    turn(turning, right, 100, 110);
    expect(await driveBlindly(turning, 1, POWER)).toBe(Number.POSITIVE_INFINITY);
    expect(await driveBlindly(await armed(kind, { watch: false }), 1, POWER)).toBe(Number.POSITIVE_INFINITY);
  });
});
