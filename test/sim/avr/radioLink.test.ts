/**
 * The real firmware behind links like radios, in virtual time. Of each link `doctor` proposes the dead-man time and the
 * speed, and with them the square metre is driven round and round, without a trip, a fault or a loss.
 */
import { describe, expect } from 'vitest';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import type { Reading } from '../../../src/signals/signals.js';
import { itOnce as it, itThorough, THIRD } from '../../support/effort.js';
import { type Lateness, pausing, steady } from '../../support/lateLine.js';
import { checkedOn, openLate, roundsOn } from './lateRobot.js';

const SCOUT = loadRobot('scout');

/** Without a body: a wheel with encoders would count as stalled. */
const { encoders: _, ...BLIND } = SCOUT;

const withControl = (control: Partial<typeof SCOUT.control>) => ({
  ...SCOUT,
  control: { ...SCOUT.control, ...control },
});

const blind = (control: Partial<typeof SCOUT.control>) => ({
  ...BLIND,
  control: { ...BLIND.control, ...control },
});

const LINKS = [
  ['1 ms', pausing(0.001)],
  ['15 to 45 ms', pausing(0.015, 0.045)],
  ['100 ms', pausing(0.1)],
] as const;

/** Scout with what `doctor` proposes on a link. */
async function fitted(lateness: Lateness, rate: number, seed: number) {
  const robot = withControl({ rate, latency: 0.04 + lateness.least + lateness.most });
  const of = await checkedOn(lateness, robot, seed);
  const deadMan = of('dead-man')?.figures?.proposed ?? 0;
  const speed = of('speed')?.figures?.proposed ?? 0;
  return {
    ...robot,
    control: { ...robot.control, deadMan },
    limits: { ...robot.limits, speed },
  };
}

async function expectRounds(
  lateness: Lateness,
  { rate, seed, seconds }: Record<'rate' | 'seed' | 'seconds', number>,
) {
  const robot = await fitted(lateness, rate, seed);
  const { result, farthest } = await roundsOn(lateness, robot, seconds, seed);
  expect(result).toMatchObject({ outcome: 'running', faults: [] });
  // It drives all the time, but for corners, and the first second, in which commands and counts are on their way.
  expect(result?.distanceTravelled).toBeGreaterThan(0.85 * robot.limits.speed * (seconds - 1));
  expect(farthest).toBeLessThan(0.15);
}

describe('a link that pauses: 1 % of its packets come 150 to 300 ms later', () => {
  it.each(LINKS.slice(1, 2))('%s each way: is driven on for 6 s', async (_, lateness) => {
    await expectRounds(lateness, { rate: 50, seed: 1, seconds: 6 });
  });

  // Ten minutes of each link every night.
  const seconds = THIRD === undefined ? 60 : 20;
  const parts = [
    { rate: 50, seed: 2 },
    { rate: 20, seed: 3 },
    { rate: 100, seed: 4 },
    { rate: 50, seed: 5 },
    { rate: 20, seed: 6 },
    { rate: 100, seed: 7 },
    { rate: 50, seed: 8 },
    { rate: 20, seed: 9 },
    { rate: 50, seed: 10 },
    { rate: 20, seed: 11 },
  ];
  describe.each(LINKS)('%s each way', (_, lateness) => {
    itThorough.each(parts)('is driven on at $rate Hz, seed $seed', async (part) => {
      await expectRounds(lateness, { ...part, seconds });
    });
  });
});

describe('arming through a slow link', () => {
  const armed = async (delay: number, deadMan: number) => {
    const { driver, settled, board } = await openLate(blind({ deadMan }), steady(delay));
    const trips: Reading[] = [];
    driver.readings$.subscribe({
      next: (reading) => reading.kind === 'tripped' && trips.push(reading),
      error: () => {},
    });
    const arming = settled(driver.arm());
    return { driver, board, trips, arming };
  };

  /** 50 times a second, from a period after the answer on. */
  const drive = (
    { driver, board }: Pick<Awaited<ReturnType<typeof armed>>, 'driver' | 'board'>,
    seconds: number,
  ) => {
    for (let i = 0; i < 50 * seconds; i++) {
      board.runUntil(board.now + 0.02);
      driver.drive({ left: 0.3, right: 0.3 });
    }
  };

  it.each([
    [0.001, 0.05],
    [0.02, 0.08],
    [0.1, 0.24],
    [0.2, 0.45],
  ])('of %d s each way: with a dead-man of %d s the first command comes in time', async (delay, deadMan) => {
    const robot = await armed(delay, deadMan);
    await robot.arming;
    drive(robot, 3);
    expect(robot.trips).toEqual([]);
    expect(robot.board.outputs.dutyOf(9)).toBeGreaterThan(0.25);
  });

  it.each([
    [
      0.1,
      0.2,
      /of 200 ms: the board's answer takes 2\d\d ms, .*every 20 ms; write `link: \{ deadMan: 300 ms \}`/,
    ],
    [0.2, 0.4, /of 400 ms: the board's answer takes 4\d\d ms, .*; write `link: \{ deadMan: 500 ms \}`/],
    [0.24, 0.5, /of 500 ms: .*; no dead-man time does, which is at most 500 ms; take a quicker link/],
  ])(
    'of %d s each way is refused with a dead-man of %d s, with one that would do',
    async (delay, deadMan, words) => {
      const robot = await armed(delay, deadMan);
      await expect(robot.arming).rejects.toThrow(words);
      robot.driver.drive({ left: 1, right: 1 });
      robot.board.runUntil(robot.board.now + 1);
      expect(robot.trips).toEqual([]);
      expect(robot.board.outputs.all.every((duty) => duty === 0)).toBe(true);
    },
  );

  it('is tried again where a pause has made the answer late once', async () => {
    const { driver, line, board, settled } = await openLate(blind({ deadMan: 0.3 }), steady(0.1));
    const trips: Reading[] = [];
    driver.readings$.subscribe((reading) => reading.kind === 'tripped' && trips.push(reading));
    const began = board.now;
    line.pause(0.35);
    await settled(driver.arm());
    // The late answer, an answer to ASK, and the one to the second ARM.
    expect(board.now - began).toBeGreaterThan(0.8);
    drive({ driver, board }, 1);
    expect(trips).toEqual([]);
    expect(board.outputs.dutyOf(9)).toBeGreaterThan(0.25);
  });

  it('is not tried again after a stop', async () => {
    const { driver, line, board, settled } = await openLate(blind({ deadMan: 0.3 }), steady(0.1));
    line.pause(0.35);
    const arming = settled(driver.arm()).catch((error: unknown) => String(error));
    board.runUntil(board.now + 0.5);
    driver.stop();
    expect(await arming).toContain('stopped while it was being armed');
    driver.drive({ left: 1, right: 1 });
    board.runUntil(board.now + 1);
    expect(board.outputs.all.every((duty) => duty === 0)).toBe(true);
  });
});

describe('a link that dies while the robot drives', () => {
  it.each(LINKS)(
    '%s each way: the motors are off within the dead-man time and 50 ms',
    async (_, lateness) => {
      const robot = await fitted(lateness, 50, 1);
      const { driver, board, line, settled } = await openLate(blind(robot.control), lateness);
      let lost: unknown;
      driver.readings$.subscribe({
        error: (error: unknown) => {
          lost = error;
        },
      });
      await settled(driver.arm());
      const run = (seconds: number) => {
        for (let i = 0; i < 50 * seconds; i++) {
          driver.drive({ left: 0.3, right: 0.3 });
          board.runUntil(board.now + 0.02);
        }
      };
      run(2);
      expect(lost).toBeUndefined();
      expect(board.outputs.dutyOf(9)).toBeGreaterThan(0.25);
      line.cut();
      run(robot.control.deadMan + 0.04);
      expect([9, 10].map((pin) => board.outputs.dutyOf(pin))).toEqual([0, 0]);
      run(0.5);
      expect(String(lost)).toMatch(/nothing heard for 5\d\d ms/);
    },
  );
});
