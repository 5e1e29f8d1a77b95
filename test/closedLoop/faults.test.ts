import { describe, expect } from 'vitest';
import { runScenario } from '../../sim/engine/run.js';
import type { FaultSpec } from '../../sim/scenario/faultSpec.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import type { Pose } from '../../src/math/geometry.js';
import type { FaultKind, Tick } from '../../src/signals/signals.js';
import { EMPTY, wallAt } from '../sim/bodies.js';
import { itOnce as it, itInBoth, partOf } from '../support/effort.js';
import { missionOf, sceneOf } from '../support/runs.js';
import {
  GYRO_FAULTS,
  names,
  STRUCK_MISSIONS,
  type Strike,
  type StruckMission,
  strike,
  WHEEL_FAULTS,
} from '../support/struckRuns.js';

const FINE = { rate: 50, counts: 1437 };
const MISSIONS = Object.keys(STRUCK_MISSIONS) as StruckMission[];

/** Each fault once, in one mission after the other, at the start and on the way. */
function strikes(setting: Pick<Strike, 'rate' | 'counts' | 'gyro'>, missions = MISSIONS): Strike[] {
  return missions.flatMap((mission) =>
    WHEEL_FAULTS.map(([fault, side], i) => ({ fault, side, mission, at: i % 2, ...setting })),
  );
}

const casesOf = (struck: readonly Strike[]) =>
  struck.map((one) => [`${one.fault} (${one.side}) of ${one.mission} from ${one.at} s on`, one] as const);

function isNoticed(struck: Strike): void {
  const noticing = strike(struck);
  if (noticing.harmless && noticing.after === null) return;
  expect(noticing.after).not.toBeNull();
  expect(noticing.after).toBeLessThanOrEqual(0.5 + 1e-9);
  expect(noticing.way).toBeLessThan(0.45);
  expect(names(noticing, struck.fault), JSON.stringify(noticing.fault)).toBe(true);
}

describe('a fault of a wheel cuts the motors within half a second of when it matters, and is named', () => {
  it.each(casesOf(strikes({ ...FINE, gyro: false })))('%s', (_, struck) => isNoticed(struck));
});

describe('a fault of the gyroscope likewise', () => {
  const struck = MISSIONS.flatMap((mission) =>
    GYRO_FAULTS.map(([fault, side]): Strike => ({ fault, side, mission, at: 1, ...FINE, gyro: true })),
  );
  it.each(casesOf(struck))('%s', (_, one) => isNoticed(one));
});

describe('with a gyroscope as well', () => {
  itInBoth.each(partOf(casesOf(strikes({ ...FINE, gyro: true })), 3))('%s', (_, struck) => isNoticed(struck));
});

/** What a gyroscope alone can tell: two wheels that fail alike turn nothing, nor does one that is a little too fast. */
describe('without encoders, by a gyroscope', () => {
  const setting = { rate: 50, counts: 0, gyro: true };
  const struck = MISSIONS.flatMap((mission) =>
    (['motorDead', 'motorReversed'] as const).flatMap((fault) =>
      (['left', 'right'] as const).map((side, i): Strike => ({ fault, side, mission, at: i, ...setting })),
    ),
  );
  it.each(casesOf(struck))('%s', (_, one) => isNoticed(one));
});

describe('at 10 Hz with 80 counts a turn as well', () => {
  itInBoth.each(partOf(casesOf(strikes({ rate: 10, counts: 80, gyro: false }, ['followPath'])), 2))(
    '%s',
    (_, struck) => isNoticed(struck),
  );
});

describe('with 20 counts a turn as well', () => {
  const coarse = strikes({ rate: 50, counts: 20, gyro: false }, ['arrive']);
  it.each(casesOf(coarse.filter(({ fault }) => fault !== 'motorStuckOn')))('%s', (_, struck) =>
    isNoticed(struck),
  );
});

interface Moment {
  readonly pose: Pose;
  readonly tick: Tick;
}

function driven(scenario: Scenario): { readonly moments: readonly Moment[]; readonly contacts: number } {
  const moments: Moment[] = [];
  const run = runScenario(scenario, {
    now: () => 0,
    onTick: (_, pose, tick) => moments.push({ pose, tick }),
  });
  let step = run.next();
  while (!step.done) step = run.next();
  return { moments, contacts: step.value.robots[0]?.contacts ?? Number.NaN };
}

/** Of the body, over ground, from one tick to the next. */
const speedAt = (moments: readonly Moment[], at: number): number => {
  const i = moments.findIndex(({ tick }) => tick.at >= at - 1e-9);
  const [before, now] = [moments[i - 1], moments[i]];
  if (!before || !now) return Number.NaN;
  return Math.hypot(now.pose.x - before.pose.x, now.pose.y - before.pose.y) / (now.tick.at - before.tick.at);
};

describe('a target without news', () => {
  const lost = (spec: Partial<FaultSpec>) =>
    driven(
      sceneOf({
        robot: loadRobot('scout'),
        mission: missionOf({ pursue: { target: { mover: 'ball' } } }),
        sensing: 'odometry',
        duration: 8,
        world: {
          ...EMPTY,
          movers: [
            {
              id: 'ball',
              waypoints: [
                { x: 2, y: 0 },
                { x: 9, y: 0 },
              ],
              speed: 0.3,
              radius: 0.05,
              solid: false,
            },
          ],
        },
        faults: [{ fault: 'targetLost', at: 2, ...spec }],
      }),
    ).moments;

  it('is followed for a moment; 1.2 s after the last news the robot stands', () => {
    const moments = lost({});
    expect(speedAt(moments, 2)).toBeGreaterThan(0.45);
    expect(speedAt(moments, 3.22)).toBeLessThan(0.005);
    expect(speedAt(moments, 7)).toBe(0);
    expect(moments.at(-1)?.tick.safety).toBe('driving');
  });

  it('is followed again when there is news again', () => {
    const moments = lost({ for: 2 });
    expect(speedAt(moments, 3.9)).toBeLessThan(0.005);
    expect(speedAt(moments, 6)).toBeGreaterThan(0.3);
  });
});

describe('an empty battery', () => {
  it('cuts the motors within a second', () => {
    const { moments } = driven(
      sceneOf({
        robot: loadRobot('generic-drv8833'),
        mission: missionOf({ arrive: { target: [4, 0] } }),
        sensing: 'odometry',
        duration: 4,
        faults: [{ fault: 'batteryLow', at: 1.5 }],
      }),
    );
    const off = moments.find(({ tick }) => tick.safety === 'faulted')?.tick;
    expect(off?.faults.at(-1)?.kind).toBe('batteryDead');
    expect(off?.at).toBeLessThanOrEqual(2.5);
    expect(off?.at).toBeGreaterThan(1.5);
  });
});

describe.each(['rangeBlind', 'rangeStuck', 'rangeSilent'] as const)('%s on the way to a wall', (fault) => {
  const facing = (spec: Partial<FaultSpec>) =>
    driven(
      sceneOf({
        robot: loadRobot('generic-drv8833'),
        mission: missionOf({ arrive: { target: [4, 0] } }),
        sensing: 'odometry',
        duration: 6,
        world: wallAt(1.6),
        faults: [{ fault, at: 1.5, ...spec }],
      }),
    );
  const noticed = ({ moments }: ReturnType<typeof facing>, kind: FaultKind) =>
    moments.at(-1)?.tick.faults.some((one) => one.kind === kind);

  it('slows the robot, stops it before the wall, and is latched after two more seconds', () => {
    const run = facing({});
    expect(run.contacts).toBe(0);
    expect(noticed(run, fault)).toBe(true);
    const held = run.moments.find(({ tick }) => tick.hold !== null)?.tick.at ?? Number.NaN;
    // A sensor that repeats itself is found out after twenty readings.
    expect(held).toBeLessThan(fault === 'rangeStuck' ? 3 : 1.8);
    const asked = run.moments.find(({ tick }) => tick.hold !== null)?.tick.wanted.linear;
    expect(asked).toBeLessThanOrEqual(loadRobot('generic-drv8833').limits.speed / 2);
    expect(speedAt(run.moments, held + 1)).toBeLessThan(0.005);
    const latched = run.moments.find(({ tick }) => tick.safety === 'faulted')?.tick.at ?? Number.NaN;
    expect(latched - held).toBeGreaterThan(1.8);
    expect(latched - held).toBeLessThan(2.2);
  });

  it('lets it drive on when the sensor reports again before that', () => {
    const run = facing({ for: fault === 'rangeStuck' ? 1.4 : 1 });
    expect(run.contacts).toBe(0);
    expect(run.moments.at(-1)?.tick.safety).toBe('driving');
    const free = run.moments.findLast(({ tick }) => tick.hold?.startsWith('range sensor'))?.tick.at ?? 0;
    expect(free).toBeGreaterThan(1.5);
    expect(free).toBeLessThan(3.2);
  });
});
