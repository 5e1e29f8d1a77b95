import { NEVER, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { type SpinResult, type SpinSetup, spin } from '../../../src/cli/tryWheels/spin.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import type { Side } from '../../../src/signals/signals.js';
import { connected, FakeDriver } from '../../control/fakeDriver.js';
import { FakeTime, turns } from '../../drivers/fakeTime.js';

const scout = loadRobot('scout');
const { deadband } = scout.motors;

interface Spun {
  readonly driver: FakeDriver;
  readonly time: FakeTime;
  readonly end$: Subject<never>;
  readonly enough$: Subject<string>;
  /** What became of it. */
  readonly outcome: () => unknown;
}

/** A motor that has begun to turn. */
async function begun(side: Side = 'left', robot = scout): Promise<Spun> {
  const [driver, time, end$, enough$] = [
    new FakeDriver(),
    new FakeTime(),
    new Subject<never>(),
    new Subject<string>(),
  ];
  const body = connected(driver, time);
  const bench: SpinSetup = { body, robot, ended$: end$, enough$ };
  let outcome: unknown;
  spin(side, bench).then(
    (seen) => {
      outcome = seen;
    },
    (error) => {
      outcome = error;
    },
  );
  await turns();
  return { driver, time, end$, enough$, outcome: () => outcome };
}

describe('a motor that is tried', () => {
  it.each(['left', 'right'] as const)(
    'is the %s one alone, forwards, a little beyond the deadband',
    async (side) => {
      const { driver, time } = await begun(side);
      await time.run(2);
      const other = side === 'left' ? 'right' : 'left';
      const most = Math.max(...driver.duties.map((duties) => duties[side]));
      expect(most).toBeCloseTo(deadband + 0.25 * (1 - deadband), 9);
      expect(driver.duties.every((duties) => duties[side] >= 0)).toBe(true);
      // 1 ‰ is less than half a step of the PWM: no power, but the direction pins follow.
      expect([...new Set(driver.duties.map((duties) => duties[other]))]).toEqual([-0.001, 0.001]);
    },
  );

  it('is the only one that gets any duty where no direction pins can be crossed', async () => {
    const { driver, time } = await begun('left', loadRobot('boe-bot'));
    await time.run(2);
    expect(driver.duties.every(({ left, right }) => left >= 0 && right === 0)).toBe(true);
  });

  it('stands nearly still when the other one changes its direction pins', async () => {
    const { driver, time } = await begun();
    await time.run(2);
    const change = driver.duties.findIndex(({ right }) => right > 0);
    expect(change).toBeGreaterThan(20);
    const around = driver.duties.slice(change - 1, change + 1).map(({ left }) => left);
    expect(Math.max(...around)).toBeLessThan(0.07);
  });

  it('gets its power little by little', async () => {
    const { driver, time } = await begun();
    await time.run(2);
    const steps = driver.duties.map(({ left }, i) => left - (driver.duties[i - 1]?.left ?? 0));
    expect(Math.max(...steps)).toBeLessThan(0.03);
  });

  it('is told what to do at every tick of the control clock, and no longer than 1.5 s', async () => {
    const { driver, time } = await begun();
    await time.run(1);
    expect(driver.duties.length).toBeGreaterThanOrEqual(50);
    await time.run(0.5);
    expect(driver.calls.at(-1)).toBe('stop');
    const told = driver.calls.length;
    await time.run(1);
    expect(driver.calls.length).toBe(told);
    expect(time.waiting).toBe(0);
  });

  it('gets more than what breaks it loose, where that is much', async () => {
    const stiff = { ...scout, motors: { ...scout.motors, breakaway: 0.3 } };
    const { driver, time } = await begun('left', stiff);
    await time.run(2);
    const most = Math.max(...driver.duties.map(({ left }) => left));
    expect(most).toBeCloseTo(deadband + (1 - deadband) * (0.45 / 0.6), 9);
  });
});

/** Whatever ends it, nothing drives it any more, whatever time passes. */
async function expectStopped({ driver, time }: Spun): Promise<void> {
  await turns();
  expect(driver.calls.at(-1)).toBe('stop');
  const told = driver.calls.length;
  await time.run(2);
  expect(driver.calls.length).toBe(told);
}

describe('a motor that turns is stopped at once', () => {
  it('when the user has seen enough, and is then asked', async () => {
    const spun = await begun();
    await spun.time.run(0.5);
    spun.enough$.next('x');
    await expectStopped(spun);
    expect(spun.outcome()).toEqual({
      counts: undefined,
      wheels: undefined,
      cutShort: true,
    } satisfies SpinResult);
  });

  it('where it is all to end, and that is handed on', async () => {
    const spun = await begun();
    await spun.time.run(0.5);
    const why = new Error('interrupted');
    spun.end$.error(why);
    await expectStopped(spun);
    expect(spun.outcome()).toBe(why);
  });

  it('where it is all to end before the board is armed: then it never turns', async () => {
    const driver = new FakeDriver();
    driver.arm = () => new Promise(() => {});
    const end$ = new Subject<never>();
    const body = connected(driver, new FakeTime());
    const spinning = spin('left', { body, robot: scout, ended$: end$, enough$: NEVER });
    end$.error(new Error('interrupted'));
    await expect(spinning).rejects.toThrow('interrupted');
    expect(driver.calls).toEqual(['stop']);
  });

  it('when the user has seen enough before the board is armed: then it never turns', async () => {
    const [driver, time, enough$] = [new FakeDriver(), new FakeTime(), new Subject<string>()];
    let armed = () => {};
    driver.arm = () =>
      new Promise((done) => {
        armed = done;
      });
    const body = connected(driver, time);
    const spinning = spin('left', { body, robot: scout, ended$: NEVER, enough$ });
    enough$.next('x');
    armed();
    await spinning;
    await time.run(2);
    expect(driver.calls).toEqual(['stop']);
  });

  it('where the board will not be armed', async () => {
    const driver = new FakeDriver();
    driver.willing = false;
    const body = connected(driver, new FakeTime());
    const spinning = spin('left', { body, robot: scout, ended$: NEVER, enough$: NEVER });
    await expect(spinning).rejects.toThrow('no power');
    expect(driver.calls).toEqual(['arm', 'stop']);
  });
});

it('an encoder is read from its first count to its last in each half, over the wrap of its counter', async () => {
  const spun = await begun();
  const most = 2 ** 31 - 1;
  spun.driver.readings$.next({ kind: 'encoders', at: 0, left: most - 10, right: 5 });
  spun.driver.readings$.next({ kind: 'encoders', at: 0.1, left: -most + 9, right: 5 });
  await spun.time.run(0.8);
  spun.driver.readings$.next({ kind: 'encoders', at: 0.8, left: -most + 29, right: 4 });
  await spun.time.run(2);
  expect(spun.outcome()).toMatchObject({
    before: { counts: { left: 21, right: 0 } },
    counts: { left: 20, right: -1 },
    cutShort: false,
  });
});
