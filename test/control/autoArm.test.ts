import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { asWaiting } from '../../src/control/autoArm.js';
import { prepareModel } from '../../src/control/robotModel.js';
import { startLoop } from '../../src/control/state.js';
import type { Seconds } from '../../src/math/units.js';
import { type Ending, ride } from '../../src/session/ride.js';
import type { Command, Tick } from '../../src/signals/signals.js';
import { seek } from '../../src/steering/behaviors/seek.js';
import { FakeTime } from '../drivers/fakeTime.js';
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
