/** A body on an empty floor for baselines, driven by other code than Steerbot's loop. */
import { Drivetrain } from '../../sim/plant/drivetrain.js';
import { Referee } from '../../sim/referee/referee.js';
import type { RobotResult } from '../../sim/referee/result.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { World } from '../../sim/world/world.js';
import { toDuties } from '../../src/locomotion/motor.js';
import type { Pose } from '../../src/math/geometry.js';
import type { WheelSpeeds } from '../../src/signals/signals.js';
import { goalsOf } from '../../src/steering/mission.js';

/** Wheel speeds for a pose; nothing to stop the run. */
export type Law = (pose: Pose) => WheelSpeeds | undefined;

/** Drives a scenario's one robot by a bare law in place of its mission, in the same world, plant and referee. */
export function driveBy(
  scenario: Scenario,
  law: Law,
): { readonly result: RobotResult; readonly seconds: number } {
  const [spec] = scenario.robots;
  if (!spec) throw new RangeError('a baseline needs a robot');
  const world = new World(scenario.world);
  const drivetrain = new Drivetrain(spec.robot, scenario.plant, spec.at.speed);
  world.addRobot(spec.id, spec.robot, spec.at, drivetrain);
  const referee = new Referee(spec.id, goalsOf(spec.mission), scenario.criteria);
  const dt = 1 / spec.robot.control.rate;
  const steps = Math.ceil(dt / 0.005 - 1e-9);
  let tick = 0;
  for (; tick * dt < scenario.duration; tick++) {
    const wanted = law(world.poseOf(spec.id));
    if (!wanted) break;
    drivetrain.command(tick * dt, toDuties(wanted, spec.robot.motors));
    for (let i = 1; i <= steps; i++) {
      const at = tick * dt + (i * dt) / steps;
      world.advance(at - dt / steps, at);
      referee.observe(at, world.poseOf(spec.id), world.wheelSpeedsOf(spec.id), () => undefined);
    }
  }
  const figures = {
    contacts: 0,
    minClearance: null,
    maxSpeed: 0,
    maxForce: 0,
    faults: [],
    safety: 'driving' as const,
  };
  return { result: referee.result(figures), seconds: tick * dt };
}
