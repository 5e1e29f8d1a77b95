/** One narrow eye that looks about, in the whole loop: estimate, steering, wheels, and a body with delay and lag. */
import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../sim/engine/run.js';
import type { FaultSpec } from '../../sim/scenario/faultSpec.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { distance, type Pose, wrapAngle } from '../../src/math/geometry.js';
import { deg } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Command } from '../../src/signals/signals.js';
import { PLANT } from '../sim/bodies.js';
import { drive, type Instant, missionOf, sceneOf } from '../support/runs.js';

const GOAL = { x: 0.9, y: 0.2 };
const SPACING = 0.27;
const SWEEP = deg(40);
const scout = loadRobot('scout');
/** The true body follows a turn late: it is back a bit sooner than its controller knows. */
const LATE_TURN = deg(3);

const withLimits = (limits: Partial<RobotDefinition['limits']>, rate = 50): RobotDefinition => ({
  ...scout,
  limits: { ...scout.limits, ...limits, force: scout.chassis.mass * (limits.acceleration ?? 1) },
  control: { ...scout.control, rate, deadMan: 0.5 },
});

const mission = (goal = GOAL, before: readonly object[] = []) =>
  missionOf({ prioritize: [{ lookAround: {} }, ...before, { arrive: { target: [goal.x, goal.y] } }] });

const run = (robot: RobotDefinition, rest: object = {}, commands$?: Subject<Command>) =>
  drive(sceneOf({ robot, mission: mission(), sensing: 'odometry', duration: 60, ...rest }), commands$);

const looks = ({ tick }: Instant) => tick.contributions[0]?.behavior === 'lookAround';

/** Each look of a run. */
function looksOf(instants: readonly Instant[]): readonly (readonly Instant[])[] {
  const found: Instant[][] = [];
  instants.forEach((instant, i) => {
    if (!looks(instant)) return;
    const before = instants[i - 1];
    if (!before || !looks(before)) found.push([]);
    found.at(-1)?.push(instant);
  });
  return found;
}

const placeOf = (look: readonly Instant[]): Pose => (look.at(-1) as Instant).pose;

describe('a robot that looks about', () => {
  it.each([
    [10, { turnRate: 6, acceleration: 1 }],
    [20, { turnRate: 1, acceleration: 0.3 }],
    [50, { turnRate: 6, acceleration: 1 }],
    [50, { turnRate: 0.6, acceleration: 1 }],
    [50, { turnRate: 2, acceleration: 0.15 }],
  ])('at %i Hz with %j sees 40° to either side, standing, every 27 cm, and arrives', async (rate, limits) => {
    const { instants, robot } = await run(withLimits(limits, rate), { at: { heading: 0.5 } });
    expect(robot).toMatchObject({ outcome: 'arrived', faults: [] });
    const all = looksOf(instants);
    expect(all.length).toBeGreaterThanOrEqual(3);
    all.forEach((look, i) => {
      const place = placeOf(look);
      const way = Math.atan2(GOAL.y - place.y, GOAL.x - place.x);
      const offs = look.map(({ pose }) => wrapAngle(pose.heading - way));
      expect(Math.max(...offs), `look ${i}`).toBeGreaterThan(SWEEP - LATE_TURN);
      expect(Math.min(...offs), `look ${i}`).toBeLessThan(LATE_TURN - SWEEP);
      const turned = look.filter(({ tick }) => Math.abs(tick.granted.right - tick.granted.left) > 0.02);
      const stood = turned.filter(({ pose }) => distance(pose, place) < 0.01);
      expect(stood.length).toBe(turned.length);
      const next = all[i + 1];
      if (next) expect(distance(place, placeOf(next))).toBeLessThan(SPACING + 0.02);
      if (next) expect(distance(place, placeOf(next))).toBeGreaterThan(0.5 * SPACING);
    });
  });

  it.each([
    ['stick at twice the speed that their file says', { stiction: 0.06 }],
    ['answer 80 ms later than their file says', { delay: 0.08, lag: 0.1 }],
  ])('whose wheels %s does so, too', async (_, plant) => {
    // It begins 3° before the end of its first turn.
    const heading = Math.atan2(GOAL.y, GOAL.x) + deg(37);
    const { robot } = await run(scout, { at: { heading }, plant: { ...PLANT, ...plant } });
    expect(robot.outcome).toBe('arrived');
    expect(robot.faults.filter(({ kind }) => kind !== 'bodyLate')).toEqual([]);
  });

  it('has a line that turns with the world, and is mirrored in a mirror', async () => {
    const start = { x: 0, y: 0, heading: 0.5 };
    const plain = await run(scout, { at: start });
    const mirrored = await run(scout, {
      at: { ...start, heading: -0.5 },
      mission: mission({ x: GOAL.x, y: -GOAL.y }),
    });
    const turned = await run(scout, {
      at: { ...start, heading: 0.5 + Math.PI / 2 },
      mission: mission({ x: -GOAL.y, y: GOAL.x }),
    });
    // The first two looks: later the body heads along its way, and rounding decides for a side.
    const early = plain.instants.slice(0, 100);
    expect(looksOf(early).length).toBeGreaterThan(0);
    early.forEach(({ pose }, i) => {
      const [other, third] = [mirrored.instants[i]?.pose as Pose, turned.instants[i]?.pose as Pose];
      expect(distance(other, { x: pose.x, y: -pose.y })).toBeLessThan(1e-4);
      expect(wrapAngle(other.heading + pose.heading)).toBeCloseTo(0, 3);
      expect(distance(third, { x: -pose.y, y: pose.x })).toBeLessThan(1e-4);
      expect(wrapAngle(third.heading - Math.PI / 2 - pose.heading)).toBeCloseTo(0, 3);
    });
  });

  it('stops on STOP in the middle of a look, and after arming looks on and arrives', async () => {
    const commands$ = new Subject<Command>();
    const orders: Readonly<Record<number, Command>> = { 20: { kind: 'stop' }, 120: { kind: 'arm' } };
    const instants: Instant[] = [];
    const { robots } = await simulate(
      sceneOf({ robot: scout, mission: mission(), sensing: 'odometry', duration: 60 }),
      {
        commands$,
        onTick: (_, pose, tick) => {
          const order = orders[instants.length];
          instants.push({ pose, tick });
          if (order) commands$.next(order);
        },
      },
    );
    expect(robots[0]?.outcome).toBe('arrived');
    const stood = instants.slice(70, 120).map(({ pose }) => pose.heading);
    expect(Math.max(...stood) - Math.min(...stood)).toBeLessThan(1e-6);
    const after = instants
      .slice(121)
      .filter(looks)
      .map(({ pose }) => pose.heading);
    expect(Math.min(...after)).toBeLessThan(Math.atan2(GOAL.y, GOAL.x) + LATE_TURN - SWEEP);
  });

  it.each<[string, FaultSpec]>([
    ['its eye falls silent', { fault: 'rangeSilent', at: 0.5 }],
    ['a motor dies', { fault: 'motorDead', side: 'left', at: 0.3 }],
    ['an encoder falls silent', { fault: 'encoderSilent', side: 'left', at: 0.3 }],
  ])('stands a second after %s in the middle of a look', async (_, fault) => {
    const { instants } = await run(scout, {
      mission: mission(GOAL, [{ avoidObstacles: {} }]),
      faults: [fault],
      duration: 4,
    });
    const rest = instants.slice(80);
    expect(rest.length).toBeGreaterThan(50);
    for (const { tick } of rest) expect(tick.duties).toEqual({ left: 0, right: 0 });
  });

  it.each([0.2, 0.27, 0.28, 0.5])('arrives at a goal %d m away', async (x) => {
    const { robot, instants } = await run(scout, { mission: mission({ x, y: 0 }), duration: 20 });
    expect(robot.outcome).toBe('arrived');
    expect(looksOf(instants).length).toBe(x > SPACING ? 1 : 0);
    const seek = missionOf({
      prioritize: [{ lookAround: {} }, { seek: { target: [x, 0], within: 0.1 } }],
    });
    expect((await run(scout, { mission: seek, duration: 20 })).robot.outcome).toBe('arrived');
  });

  it('wanders on', async () => {
    const wandering = missionOf({ prioritize: [{ lookAround: {} }, { wander: {} }] });
    const { robot } = await run(scout, { mission: wandering, duration: 30 });
    expect(robot.distanceTravelled).toBeGreaterThan(0.5);
    expect(robot.faults).toEqual([]);
  });
});
