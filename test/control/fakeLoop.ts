/** The loop on a fake driver; the test controls all its streams. */
import { Subject } from 'rxjs';
import { controlLoop } from '../../src/control/loop.js';
import { prepareModel } from '../../src/control/robotModel.js';
import { startLoop } from '../../src/control/state.js';
import type { Fix } from '../../src/signals/readings.js';
import type { ClockTick, Command, LoopEvent, Surroundings, Target, Tick } from '../../src/signals/signals.js';
import type { Behavior } from '../../src/steering/behavior.js';
import { seek } from '../../src/steering/behaviors/seek.js';
import { benchmarkBody } from '../support/runs.js';
import { FakeDriver } from './fakeDriver.js';

export const ORIGIN = { x: 0, y: 0, heading: 0 };
export const AHEAD: Behavior = seek({ target: [5, 0] });

/** Without encoders: the fake driver turns no wheel, which would look like a failed wheel. */
const { encoders: _, ...BODY } = benchmarkBody('b');

/** Starts the loop of plant B at the origin, at rest. */
export function startFakeLoop(
  behavior: Behavior = AHEAD,
  { sense = true, onEvent = () => {} }: { sense?: boolean; onEvent?: (event: LoopEvent) => void } = {},
) {
  const driver = new FakeDriver();
  const clock = new Subject<ClockTick>();
  const targets = new Subject<Target>();
  const surroundings = new Subject<Surroundings>();
  const fixes = new Subject<Fix>();
  const commands = new Subject<Command>();
  const ticks: Tick[] = [];
  const errors: unknown[] = [];
  const model = prepareModel(BODY, behavior);
  const initial = startLoop(model, { at: 0, pose: ORIGIN, speed: 0, seed: 1 });
  const subscription = controlLoop(model, initial, {
    driver,
    clock$: clock,
    targets$: targets,
    surroundings$: surroundings,
    fixes$: fixes,
    commands$: commands,
    onEvent,
  }).subscribe({ next: (tick) => ticks.push(tick), error: (error: unknown) => errors.push(error) });
  let n = 0;
  /** Periods of the clock, each with a pose reading before it unless the sensor is silent. */
  const run = (periods: number): Tick | undefined => {
    for (const end = n + periods; n < end; n++) {
      if (sense) driver.readings$.next({ kind: 'pose', at: n / 50, pose: ORIGIN });
      clock.next({ at: n / 50, lostPeriods: 0 });
    }
    return ticks.at(-1);
  };
  return {
    driver,
    clock,
    targets,
    surroundings,
    fixes,
    commands,
    ticks,
    errors,
    subscription,
    run,
    now: () => n / 50,
  };
}

export const STILL = { left: 0, right: 0 };
