import { describe, expect, it } from 'vitest';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { prepareModel } from '../../src/control/robotModel.js';
import { resumeStopped, startLoop } from '../../src/control/state.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { MARGIN } from '../../src/safety/collisionMonitor.js';
import type { Tick } from '../../src/signals/signals.js';
import type { Behavior } from '../../src/steering/behavior.js';
import { seek } from '../../src/steering/behaviors/seek.js';
import { EYE, foldedLoop } from './foldedLoop.js';

/** Nothing of it reports, and nothing is expected of it. */
const { encoders: _, ...SCOUT } = loadRobot('scout');
const BARE: RobotDefinition = { ...SCOUT, sensors: [] };
const AHEAD = seek({ target: [100, 0] });

const speedOf = ({ granted: { left, right } }: Tick) => (left + right) / 2;
const at = (rate: number): RobotDefinition => ({ ...BARE, control: { ...BARE.control, rate } });

/** A loop whose clock the test makes late. */
function clocked(robot: RobotDefinition = BARE, behavior: Behavior = AHEAD) {
  const loop = foldedLoop(robot, behavior);
  const period = 1 / robot.control.rate;
  let now = 0;
  return {
    say: loop.say,
    hear: loop.hear,
    now: () => now,
    lateTicks: () => loop.state.guards.lateTicks,
    /** Punctual ticks. */
    punctual: (seconds: number): Tick[] =>
      Array.from({ length: Math.round(seconds / period) }, () => {
        now += period;
        return loop.tickAt(now);
      }),
    late: (gap: number): Tick => {
      now += gap;
      return loop.tickAt(now);
    },
  };
}

describe('a computer whose ticks come late', () => {
  it('slows its robot, says why, and lets it go on after a second of punctual ticks', () => {
    const loop = clocked();
    expect(speedOf(loop.punctual(2).at(-1) as Tick)).toBeCloseTo(0.5, 3);
    const late = loop.late(0.15);
    expect(late).toMatchObject({
      safety: 'driving',
      cause: null,
      hold: 'this computer is busy: ticks come 130 ms late',
      faults: [],
    });
    const slowed = loop.punctual(0.98);
    expect(slowed.every(({ hold }) => hold === late.hold)).toBe(true);
    // A third of 200 ms against 150 ms.
    expect(speedOf(slowed.at(-1) as Tick)).toBeCloseTo(0.5 * (0.2 / 3 / 0.15), 3);
    const after = loop.punctual(1).at(-1) as Tick;
    expect(after.hold).toBeNull();
    expect(speedOf(after)).toBeCloseTo(0.5, 3);
  });

  it('slows it less for a shorter gap, and not for one within a third of the dead-man time', () => {
    const slowedBy = (gap: number) => {
      const loop = clocked();
      loop.punctual(2);
      loop.late(gap);
      return speedOf(loop.punctual(0.9).at(-1) as Tick);
    };
    expect(slowedBy(0.065)).toBeCloseTo(0.5, 3);
    expect(slowedBy(0.08)).toBeCloseTo(0.417, 2);
    expect(slowedBy(0.19)).toBeCloseTo(0.175, 2);
  });

  it.each([10, 25, 50, 100, 250])('drives no farther blind at %d Hz than a punctual one', (rate) => {
    const loop = clocked(at(rate));
    loop.punctual(2);
    const blind = Math.max(0.2 / 3, 1.5 / rate);
    loop.late(0.19);
    loop.punctual(0.5);
    const tick = loop.late(0.19);
    expect(speedOf(tick) * 0.19).toBeLessThanOrEqual(0.5 * blind + 1e-9);
    expect(tick.hold).not.toBeNull();
  });

  it.each([10, 25, 50, 100, 250])('by a few milliseconds at %d Hz slows nothing', (rate) => {
    const robot = at(rate);
    const [exact, jittery] = [clocked(robot), clocked(robot)];
    exact.punctual(2);
    jittery.punctual(2);
    const late = jittery.late(1 / rate + 0.008);
    const onTime = exact.late(1 / rate);
    expect(late.hold).toBeNull();
    expect(late.wanted.linear).toBeCloseTo(onTime.wanted.linear, 6);
    expect(jittery.lateTicks()).toEqual([]);
  });

  it('slows a turn on the spot, too', () => {
    const loop = clocked(BARE, seek({ target: [-100, 0.01] }));
    const turning = loop.punctual(0.3).at(-1) as Tick;
    expect(Math.abs(turning.wanted.angular)).toBeGreaterThan(2.5);
    loop.late(0.18);
    const slowed = loop.punctual(0.1).at(-1) as Tick;
    expect(Math.abs(slowed.wanted.angular)).toBeLessThanOrEqual(
      (SCOUT.limits.turnRate * 0.2) / 3 / 0.18 + 1e-9,
    );
    expect(Math.abs(slowed.wanted.angular)).toBeGreaterThan(0.5);
  });

  it('slows teleoperation by the same limit', () => {
    const loop = clocked();
    const hold = () => loop.say({ kind: 'teleop', twist: { linear: 0.3, angular: 0 } });
    const held = (ticks: number) => {
      for (let i = 0; i < ticks; i++) {
        hold();
        loop.punctual(0.02);
      }
      hold();
      return speedOf(loop.punctual(0.02).at(-1) as Tick);
    };
    expect(held(60)).toBeCloseTo(0.3, 3);
    loop.late(0.19);
    expect(held(40)).toBeCloseTo(0.175, 2);
  });

  it('leaves it the way of a late command before a wall that it sees', () => {
    const loop = clocked({ ...BARE, sensors: [EYE] });
    let x = 0;
    let nearest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 400; i++) {
      loop.hear({ kind: 'range', at: loop.now(), sensor: 'eye', distances: [Math.max(0.01, 1 - x)] });
      const tick = loop.late(i % 40 === 39 ? 0.19 : 0.02);
      x = tick.estimate.pose.x;
      const way = 1 - tick.estimate.predicted.x - SCOUT.chassis.radius - MARGIN;
      nearest = Math.min(nearest, way);
      if (tick.hold?.includes('busy')) expect(tick.wanted.linear * 0.19).toBeLessThanOrEqual(way + 0.003);
    }
    expect(nearest).toBeLessThan(0.02);
    expect(nearest).toBeGreaterThan(-0.01);
  });

  it('starts afresh with a body that was away', () => {
    const model = prepareModel(BARE, AHEAD);
    const begin = startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 });
    const late = { ...begin, guards: { ...begin.guards, lateTicks: [{ at: 0, gap: 0.19 }] } };
    expect(resumeStopped(late).guards.lateTicks).toEqual([]);
  });
});
