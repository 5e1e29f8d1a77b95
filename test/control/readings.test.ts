/** What the loop knows after a reading, and which readings it does not believe. */
import { describe, expect, it } from 'vitest';
import type { SensorDefinition } from '../../src/kit/sensors/index.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { seek } from '../../src/steering/behaviors/seek.js';
import { SCOUT } from '../sim/bodies.js';
import { foldedLoop } from './foldedLoop.js';

const loopOf = (robot: RobotDefinition) => foldedLoop(robot, seek({ target: [5, 0] }));
const bumper = (id: string): SensorDefinition => ({ id, type: 'bumper', at: [0.09, 0], facing: 0 });
const robotWith = (...sensors: SensorDefinition[]): RobotDefinition => ({ ...SCOUT, sensors });

describe('the counts of wheels', () => {
  const counted = (...counts: readonly (readonly [left: number, right: number])[]) => {
    const loop = loopOf(SCOUT);
    for (const [n, [left, right]] of counts.entries())
      loop.hear({ kind: 'encoders', at: n / 50, left, right });
    return loop;
  };
  /** 1437 counts a turn of 70 mm. */
  const way = (10 * Math.PI * 0.07) / 1437;

  it('move the robot, from the first ones on', () => {
    const { pose } = counted([500, 700], [510, 710], [520, 720]).state.estimator.belief;
    expect(pose).toEqual({ x: expect.closeTo(2 * way, 12), y: 0, heading: 0 });
    const { heading } = counted([0, 0], [-10, 10]).state.estimator.belief.pose;
    expect(heading).toBeCloseTo((2 * way) / SCOUT.chassis.track, 12);
  });

  it('that jump farther than a wheel can turn stop the robot', () => {
    const { supervisor } = counted([0, 0], [10, 10_000]).state.guards;
    expect(supervisor).toMatchObject({ safety: 'faulted', faults: [{ at: 0.02, kind: 'encoderJump' }] });
    expect(supervisor.cause?.what).toContain('right');
  });
});

describe('range sensors', () => {
  it('are each known by their own last reading', () => {
    const loop = loopOf(robotWith(bumper('bumper'), bumper('rear')));
    for (const [at, id] of [
      [0.01, 'bumper'],
      [0.02, 'rear'],
    ] as const)
      loop.hear({ kind: 'range', at, sensor: id, distances: [null] });
    const { ranges, health } = loop.state.around;
    expect(ranges).toMatchObject({ bumper: { at: 0.01 }, rear: { at: 0.02 } });
    expect(health).toMatchObject({ bumper: { heardAt: 0.01 }, rear: { heardAt: 0.02 } });
  });
});

describe('a reading that is older than the one before', () => {
  it('is noted, and the robot drives on', () => {
    const loop = loopOf(SCOUT);
    for (const at of [0.02, 0.01]) loop.hear({ kind: 'battery', at, volts: 7 });
    expect(loop.state.guards.supervisor).toMatchObject({
      safety: 'driving',
      faults: [{ at: 0.01, kind: 'reading', what: expect.stringContaining('older') }],
    });
  });
});

describe('the damaged frames of a link', () => {
  it('are counted, and their age is known', () => {
    const loop = loopOf(SCOUT);
    loop.tickAt(0);
    loop.hear({ kind: 'link', at: 0.01, badFrames: 3 });
    expect(loop.state.guards.supply.counts).toEqual([{ at: 0.01, badFrames: 3 }]);
    expect(loop.tickAt(0.02).estimate.ages.link).toBeCloseTo(0.01, 12);
  });
});

describe('a reading that the robot file does not provide for', () => {
  const { encoders: _, ...blind } = SCOUT;

  it('of wheel counts changes nothing', () => {
    const loop = loopOf(blind);
    const before = loop.state;
    loop.hear({ kind: 'encoders', at: 0, left: 5, right: 5 });
    expect(loop.state).toBe(before);
  });

  it('of a voltage only sets its age', () => {
    const loop = loopOf(blind);
    const { supply } = loop.state.guards;
    loop.hear({ kind: 'battery', at: 0, volts: 3 });
    expect(loop.state.guards.supply).toEqual(supply);
    expect(loop.tickAt(0.02).estimate.ages.battery).toBeCloseTo(0.02, 12);
  });

  it('of a distance is known, and is no obstacle', () => {
    const loop = loopOf(robotWith(bumper('bumper')));
    const { seen, health } = loop.state.around;
    const echo = { kind: 'range', at: 0, sensor: 'constructor', distances: [0.1] } as const;
    loop.hear(echo);
    expect(loop.state.around).toMatchObject({ seen, health, ranges: { constructor: echo } });
    expect(loop.state.around.seen.hits.x).toEqual([]);
  });
});

describe('a reading with an impossible number', () => {
  it('stops the robot at its time, or where it has none at the beginning', () => {
    const loop = loopOf(SCOUT);
    loop.hear({ kind: 'battery', at: Number.NaN, volts: 7 });
    expect(loop.state.guards.supervisor).toMatchObject({ safety: 'faulted', faults: [{ at: 0 }] });
    const timed = loopOf(SCOUT);
    timed.hear({ kind: 'battery', at: 0.3, volts: Number.NaN });
    expect(timed.state.guards.supervisor.faults).toMatchObject([{ at: 0.3 }]);
  });
});
