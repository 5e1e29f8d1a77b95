/** Runs to draw: a scenario and traces, made by hand so that a test knows every number in them. */

import type { RobotSpec, Scenario, WorldSpec } from '../../sim/scenario/scenario.js';
import type { Pose, Vec2 } from '../../src/math/geometry.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { RobotTrace } from '../../src/scene/plot/trace.js';
import type { Contribution, Tick } from '../../src/signals/signals.js';
import type { MissionSpec } from '../../src/steering/mission.js';

export const robot: RobotDefinition = {
  name: 'scout',
  chassis: { mass: 0.45, radius: 0.09, track: 0.141 },
  wheels: { diameter: 0.07 },
  motors: { noLoadSpeed: 0.6, deadband: 0, lag: 0, breakaway: 0 },
  sensors: [],
  limits: { speed: 0.5, acceleration: 1, turnRate: 6, force: 0.45, reverse: false },
  control: { rate: 50, responseTime: 0.1, steeringGain: 4.5, latency: 0, deadMan: 0.2, steering: 'force' },
};

export const emptyWorld: WorldSpec = {
  walls: [],
  circles: [],
  boxes: [],
  posts: { radius: 0.05, at: [] },
  movers: [],
};

export const leaf = (behavior: string, parameters: Record<string, unknown>): MissionSpec => ({
  behavior,
  parameters,
});

export const robotSpec = (id: string, mission: MissionSpec): RobotSpec => ({
  id,
  robot,
  at: { x: 0, y: 0, heading: 0, speed: 0 },
  mission,
});

export const scenarioOf = (robots: readonly RobotSpec[], more: Partial<Scenario> = {}): Scenario => ({
  name: 'sample',
  duration: 60,
  seed: 1,
  world: emptyWorld,
  plant: {
    wheelSpeedError: { left: 0, right: 0 },
    wheelDiameterError: { left: 0, right: 0 },
    trackError: 0,
  },
  sensing: 'truth',
  communication: { range: Number.POSITIVE_INFINITY, delay: 0, loss: 0 },
  robots,
  criteria: [],
  ...more,
});

/** A tick that drives ahead at a speed while behaviors speak. */
export const tickAt = (
  at: number,
  pose: Pose,
  speed: number,
  contributions: readonly Contribution[] = [],
): Tick => ({
  at,
  lostPeriods: 0,
  estimate: {
    pose,
    predicted: pose,
    wheels: { left: speed, right: speed },
    velocity: { x: speed, y: 0 },
    turnRate: 0,
    source: 'pose',
    covariance: { xx: 0, xy: 0, xh: 0, yy: 0, yh: 0, hh: 0 },
    ages: { sensors: {} },
  },
  contributions,
  steered: {
    force: { x: 0, y: 0 },
    reference: { x: 0, y: 0 },
    desiredVelocity: { x: 0, y: 0 },
    mean: { x: 0, y: 0 },
  },
  wanted: { linear: speed, angular: 0 },
  granted: { left: speed, right: speed },
  duties: { left: 0, right: 0 },
  arrived: false,
  mode: 'auto',
  safety: 'driving',
  cause: null,
  hold: null,
  faults: [],
});

/** Drives straight from the first point to the second in 2 s, with a tick at either end. */
export function straightTrace(
  id: string,
  from: Vec2,
  to: Vec2,
  contributions: readonly Contribution[] = [],
): RobotTrace {
  const heading = Math.atan2(to.y - from.y, to.x - from.x);
  const [start, end] = [
    { ...from, heading },
    { ...to, heading },
  ];
  const speed = Math.hypot(to.x - from.x, to.y - from.y) / 2;
  const moments = [
    { pose: start, tick: tickAt(0, start, speed, contributions) },
    { pose: end, tick: tickAt(2, end, speed, contributions) },
  ];
  return { id, radius: robot.chassis.radius, line: [from, to], moments, finalPose: end };
}

export const seekForce: Contribution = {
  behavior: 'seek',
  force: { x: 0, y: 0.2 },
  marks: [
    { kind: 'circle', at: { x: 2, y: 1 }, radius: 0.1, label: 'slowing radius' },
    { kind: 'segment', from: { x: 0, y: 0 }, to: { x: 1, y: 0 }, label: 'sight' },
    { kind: 'point', at: { x: 1, y: 0 }, label: 'predicted' },
  ],
};

export const seekMission = leaf('seek', { target: [2, 1], within: 0.1 });
export const seekScenario = scenarioOf([robotSpec('a', seekMission)]);

/** One metre along +y at half a metre a second. */
export const upward = straightTrace('a', { x: 0, y: 0 }, { x: 0, y: 1 }, [seekForce]);
