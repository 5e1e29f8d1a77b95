import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { AutoArm, asWaiting, WAITING } from '../../src/control/autoArm.js';
import type { TickedState } from '../../src/control/loop.js';
import { prepareModel } from '../../src/control/robotModel.js';
import { startLoop } from '../../src/control/state.js';
import type { Seconds } from '../../src/math/units.js';
import { type Ending, ride } from '../../src/session/ride.js';
import type { Cause, Command, Tick } from '../../src/signals/signals.js';
import { seek } from '../../src/steering/behaviors/seek.js';
import { FakeTime, turns } from '../drivers/fakeTime.js';
import { FakeDriver } from './fakeDriver.js';

const PERIOD: Seconds = 0.02;
/** How long the board takes to answer that it is armed; its encoders are fresh for half a second. */
const ANSWER: Seconds = 0.8;

/** A board whose answer to `arm` takes a while. @param silentWhile whether its encoders are silent at a time */
class SlowToArm extends FakeDriver {
  armings = 0;
  /** Time of the last call of arm. */
  asked: Seconds = Number.POSITIVE_INFINITY;
  readonly #time: FakeTime;

  constructor(time: FakeTime) {
    super();
    this.#time = time;
  }

  override arm(): Promise<void> {
    this.armings += 1;
    this.asked = this.#time.now();
    return new Promise((done) => this.#time.after(ANSWER, done));
  }
}

/** A drive that waits to arm its robot. */
async function waiting(isSilent: (driver: SlowToArm, at: Seconds) => boolean, lasts: Seconds) {
  const time = new FakeTime();
  const driver = new SlowToArm(time);
  const model = prepareModel({ ...loadRobot('scout'), sensors: [] }, seek({ target: [9, 0] }));
  const initial = startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 });
  const commands$ = new Subject<Command>();
  const interrupted$ = new Subject<void>();
  const ticks: Tick[] = [];
  const riding = ride({
    model,
    initial: asWaiting(initial),
    driver,
    time,
    commands$,
    interrupted$,
    until: () => 'interrupted',
    onTick: ({ tick }) => ticks.push(tick),
    starts: true,
  });
  const speak = () => {
    const at = time.now();
    if (!isSilent(driver, at)) driver.readings$.next({ kind: 'encoders', at, left: 0, right: 0 });
    time.after(PERIOD, speak);
  };
  speak();
  time.after(lasts, () => interrupted$.next());
  const { ending } = await time.until(riding);
  return { ending, ticks, driver };
}

/** Silent from a moment after the board was asked to a moment after its answer, at each of the first so many armings. */
const silentAt = (armings: number) => (driver: SlowToArm, at: Seconds) =>
  driver.armings <= armings && at - driver.asked >= 0.1 && at - driver.asked < ANSWER + 0.1;

describe('a drive that arms its robot by itself', () => {
  it('arms it once if its sensors work', async () => {
    const { ticks, driver } = await waiting(() => false, ANSWER + 0.2);
    expect(driver.armings).toBe(1);
    expect(ticks.at(-1)).toMatchObject({ safety: 'driving' });
  });

  it('arms again if its sensors were silent when the board answered, and drives', async () => {
    const { ticks, driver } = await waiting(silentAt(1), 2 * ANSWER + 0.3);
    expect(driver.armings).toBe(2);
    expect(ticks.at(-1)).toMatchObject({ safety: 'driving' });
    // Not before the board was armed again.
    const driving = ticks.find(({ safety }) => safety === 'driving')?.at;
    expect(driving).toBeGreaterThanOrEqual(2 * ANSWER);
  });

  it('gives up with a reason if that happens again and again', async () => {
    const { ending, ticks, driver } = await waiting(silentAt(Number.POSITIVE_INFINITY), 20);
    expect(ending).toEqual<Ending>({
      kind: 'notReady',
      why: expect.stringMatching(/fall silent whenever/),
    });
    expect(ticks.every(({ duties }) => duties.left === 0 && duties.right === 0)).toBe(true);
    expect(driver.armings).toBe(3);
    expect(ticks.at(-1)?.at).toBeLessThan(6);
  });
});

const MODEL = prepareModel({ ...loadRobot('scout'), sensors: [] }, seek({ target: [9, 0] }));
const START = startLoop(MODEL, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0.2, seed: 1 });

describe('a loop that waits to be armed', () => {
  it('is stopped, grants nothing and has no power; the rest is as it was', () => {
    const supervisor = { safety: 'stopped', cause: WAITING, faults: [] };
    const guards = { ...START.guards, powered: false, supervisor };
    expect(asWaiting(START)).toEqual({ ...START, granted: { left: 0, right: 0 }, guards });
  });
});

/** An AutoArm, and what it commanded. `sees` shows it a tick whose encoders were heard just now, or never. */
function starting() {
  const driver = new FakeDriver();
  const starter = new AutoArm(MODEL, driver);
  const commands: Command[] = [];
  const refusals: unknown[] = [];
  starter.commands$.subscribe((command) => commands.push(command));
  starter.refused$.subscribe({ error: (error: unknown) => refusals.push(error) });
  const { estimator } = startLoop(MODEL, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 });
  const sees = (at: Seconds, what: 'ready' | 'silent', cause: Cause | null = WAITING) => {
    const heardAt = what === 'ready' ? { encoders: at, sensors: {} } : { sensors: {} };
    const state = { ...START, at, estimator: { ...estimator, heardAt } };
    return starter.look({ state, tick: { at, cause } as Tick } as TickedState);
  };
  return { driver, starter, commands, refusals, sees };
}

describe('the start of a drive', () => {
  it('gives the sensors three seconds from the first tick, and then says which is silent', () => {
    const { sees, commands } = starting();
    expect([5, 5.02, 8].map((at) => sees(at, 'silent'))).toEqual([undefined, undefined, undefined]);
    expect(sees(8.02, 'silent')).toMatch(/encoders/);
    expect(commands).toEqual([]);
  });

  it('arms when the sensors report, and asks only once while the board has not answered', () => {
    const { sees, commands } = starting();
    sees(0, 'silent');
    expect(sees(0.02, 'ready')).toBeUndefined();
    sees(0.04, 'ready');
    expect(commands).toEqual([{ kind: 'arm' }]);
  });

  it('asks again once the board has answered, if the loop still waits', async () => {
    const { sees, commands, starter } = starting();
    sees(0, 'ready');
    await starter.driver.arm();
    await turns();
    sees(0.02, 'ready');
    expect(commands).toHaveLength(2);
  });

  it('never arms after a STOP, an arming or a fault, whatever the board answers', async () => {
    const ends = [
      ({ starter }: ReturnType<typeof starting>) => starter.giveUp(),
      ({ sees }: ReturnType<typeof starting>) => sees(0.02, 'ready', null),
      ({ sees }: ReturnType<typeof starting>) => sees(0.02, 'silent', { kind: 'behavior', what: 'it broke' }),
    ];
    for (const end of ends) {
      const start = starting();
      end(start);
      await start.starter.driver.arm();
      await turns();
      expect([1, 9].map((at) => start.sees(at, 'ready'))).toEqual([undefined, undefined]);
      expect(start.sees(10, 'silent')).toBeUndefined();
      expect(start.commands).toEqual([]);
    }
  });

  it('fails if the body refuses its arming; a later refusal is for the operator alone', async () => {
    for (const [by, refused] of [
      ['itself', 1],
      ['an operator', 0],
    ] as const) {
      const { sees, driver, starter, refusals } = starting();
      sees(0, 'ready');
      if (by === 'an operator') starter.giveUp();
      driver.willing = false;
      await expect(starter.driver.arm()).rejects.toThrow('no power');
      expect(refusals).toHaveLength(refused);
    }
  });

  it('hands all that the loop says on to the body', async () => {
    const { driver, starter } = starting();
    const heard: unknown[] = [];
    starter.driver.readings$.subscribe((reading) => heard.push(reading));
    driver.readings$.next({ kind: 'battery', at: 0, volts: 7 });
    starter.driver.drive({ left: 0.1, right: 0.2 });
    starter.driver.stop();
    let closed = false;
    driver.close = async () => {
      closed = true;
    };
    await starter.driver.close();
    expect({ heard, calls: driver.calls, duties: driver.duties, closed }).toEqual({
      heard: [{ kind: 'battery', at: 0, volts: 7 }],
      calls: ['drive', 'stop'],
      duties: [{ left: 0.1, right: 0.2 }],
      closed: true,
    });
  });
});
