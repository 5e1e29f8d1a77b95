/** Views of a robot for a page. */

import type { TickedState } from '../control/loop.js';
import { unseenOf } from '../control/sensorModel.js';
import { norm } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import type { RobotDefinition } from '../robot/robot.js';
import { beamOf, fieldOfView, rangersOf } from '../sensors/beam.js';
import type { Setup } from '../signals/signals.js';
import type { RobotFrame, RobotView, SensorView } from '../signals/view.js';
import { missionWords } from '../steering/mission.js';
import { plannedSteps } from './missionSteps.js';

/** The parts of a robot that stay the same while it drives, simulated or real. */
export function viewOfRobot(id: string, { robot, mission }: Setup, ghost = false): RobotView {
  const { chassis, control, limits, sensors, safety } = robot;
  const steps = plannedSteps(mission);
  return {
    id,
    radius: chassis.radius,
    track: chassis.track,
    ...(chassis.footprint && { footprint: chassis.footprint }),
    mass: chassis.mass,
    ghost,
    rate: control.rate,
    limits: { speed: limits.speed, force: limits.force },
    mission,
    ...(steps.length > 0 && { steps }),
    words: missionWords(mission),
    sensors: sensors.flatMap(sensorView),
    ...(safety?.collisionMonitor === 'off' && { collisionMonitor: 'off' as const }),
    ...unseenView(robot),
  };
}

/** Hits farther from the robot are not shown: they do not turn it yet. */
const SHOWN_REACH: Meters = 2;
/** Centimetres. */
const PER_METER = 100;

/** What the robot remembers of its range sensors' echoes, near it. */
export function rememberedView(ticked: TickedState | undefined): Pick<RobotFrame, 'remembered'> {
  if (!ticked) return {};
  const { hits } = ticked.state.around.seen;
  const { x, y } = ticked.tick.estimate.pose;
  const remembered: Meters[] = [];
  for (let i = 0; i < hits.x.length; i++) {
    const [hitX, hitY] = [hits.x[i] as Meters, hits.y[i] as Meters];
    if (norm(hitX - x, hitY - y) > SHOWN_REACH) continue;
    remembered.push(Math.round(hitX * PER_METER) / PER_METER, Math.round(hitY * PER_METER) / PER_METER);
  }
  return remembered.length > 0 ? { remembered } : {};
}

/** Only where that is less than its top speed. */
function unseenView(robot: RobotDefinition): Pick<RobotView, 'unseenSpeed'> {
  const { forwards, backwards } = unseenOf(robot, rangersOf(robot.sensors));
  const least = Math.min(forwards, backwards);
  return least < robot.limits.speed ? { unseenSpeed: least } : {};
}

/** Empty for a sensor that measures no distance. */
function sensorView(sensor: RobotDefinition['sensors'][number]): SensorView[] {
  const beam = beamOf(sensor);
  if (!beam) return [];
  const [x, y] = sensor.at;
  const { id, facing } = sensor;
  return [
    {
      id,
      at: { x, y },
      facing,
      range: beam.farthest,
      fieldOfView: fieldOfView(beam),
      rays: beam.each ? beam.rays.length : 1,
    },
  ];
}
