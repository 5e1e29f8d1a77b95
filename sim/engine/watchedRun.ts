/** What the judges of a run see of it. */
import type { Seconds } from '../../src/math/units.js';
import type { FiguresSoFar, WatchedRun } from '../referee/losses.js';
import type { StopObservation } from '../referee/observers.js';
import { whyLost } from '../referee/whyLost.js';
import type { Scenario } from '../scenario/scenario.js';
import type { SimulatedWorld } from '../world/simulatedWorld.js';
import type { RobotRun } from './robotRun.js';
import type { TargetTruth } from './targetTruth.js';

/** @param robots those that are judged: without ghosts */
export function watchedRun(
  { sensing }: Pick<Scenario, 'sensing'>,
  world: SimulatedWorld,
  targetTruth: TargetTruth,
  robots: readonly RobotRun[],
): WatchedRun {
  const byId = new Map(robots.map((robot) => [robot.id, robot]));
  const ids = [...byId.keys()];
  const named = (id: string) => byId.get(id) as RobotRun;
  const figures = new Map(robots.map((robot) => [robot.id, soFar(robot)]));
  return {
    robots: ids,
    poseOf: (id) => world.poseOf(id),
    radiusOf: (id) => named(id).radius,
    positionOf: (target, at) => targetTruth.positionOf(target, at),
    obstacles: () => world.obstacles(),
    touchesOf: (id) => world.touchesOf(id),
    crossingsOf: (id) => named(id).crossedAt,
    passingTimeOf: (id) => passingTime(named(id)),
    stopOf: (id) => stopSight(named(id), world),
    figuresOf: (id) => figures.get(id) as FiguresSoFar,
    nearestTo: (point, exceptId) => world.nearestTo(point, exceptId),
    whyOf: (id, row, loss, touch) => {
      const { loop, spec, ticked, body, faults, referees, clearance } = named(id);
      return whyLost(row, loss, {
        ...{ robot: spec.robot, mission: loop.setup.mission, truth: body.pose, touch, ticked, sensing },
        ...{ clearance, robots: ids },
        injected: faults.begunBy(loss.at),
        distanceToGoal: referees.scenarioReferee.distanceToGoal,
      });
    },
  };
}

/** Each figure is measured when it is asked for: in most ticks, one or none is. */
const soFar = (robot: RobotRun): FiguresSoFar => ({
  get overshoot() {
    return robot.referees.scenarioReferee.overshoot;
  },
  get offPath() {
    return robot.referees.scenarioReferee.offPath;
  },
  get clearance() {
    return robot.clearance;
  },
  get travelled() {
    return robot.referees.scenarioReferee.travelled;
  },
  get isUnderWay() {
    return robot.referees.scenarioReferee.isUnderWay;
  },
});

/** 2r / v_max. */
const passingTime = ({ radius, spec }: RobotRun): Seconds => (2 * radius) / spec.robot.limits.speed;

function stopSight({ id, drivetrain, faults, ticked }: RobotRun, world: SimulatedWorld): StopObservation {
  return {
    motorsOff: drivetrain.motorsOff,
    wheelSpeeds: world.wheelSpeedsOf(id),
    firstStrike: faults.first ?? null,
    faults: ticked?.tick.faults ?? [],
  };
}
