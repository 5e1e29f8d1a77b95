/** Views of a robot for a page. */
import { cross, sub, type Vec2 } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import type { RobotDefinition } from '../robot/robot.js';
import { beamOf } from '../sensors/beam.js';
import type { MissionSpec } from '../signals/missionTree.js';
import type { Setup } from '../signals/signals.js';
import type { RobotView, SensorView } from '../signals/view.js';
import { Path } from '../steering/paths/path.js';
import { leavesOf } from './retarget.js';

/** The parts of a robot that stay the same while it drives, simulated or real. */
export function viewOfRobot(id: string, { robot, mission }: Setup, ghost = false): RobotView {
  const { chassis, control, limits, sensors, safety } = robot;
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
    sensors: sensors.flatMap(sensorView),
    ...(safety?.collisionMonitor === 'off' && { collisionMonitor: 'off' as const }),
  };
}

/** Empty for a sensor that measures no distance. */
function sensorView(sensor: RobotDefinition['sensors'][number]): SensorView[] {
  const beam = beamOf(sensor);
  if (!beam) return [];
  const [x, y] = sensor.at;
  const { id, facing } = sensor;
  const fieldOfView = (beam.rays.at(-1) ?? 0) - (beam.rays[0] ?? 0);
  return [
    { id, at: { x, y }, facing, range: beam.farthest, fieldOfView, rays: beam.each ? beam.rays.length : 1 },
  ];
}

/** Created once per mission. */
const paths = new WeakMap<MissionSpec, Path | null>();

function pathOf(mission: MissionSpec): Path | null {
  const known = paths.get(mission);
  if (known !== undefined) return known;
  const { path, loop } = (leavesOf(mission).find(({ behavior }) => behavior === 'followPath')?.parameters ??
    {}) as {
    path?: readonly (readonly [number, number])[];
    loop?: boolean;
  };
  const points = path?.map(([x, y]) => ({ x, y }));
  const made = points ? new Path(points, loop) : null;
  paths.set(mission, made);
  return made;
}

/** Distance to the nearest point of the path, positive to its left; undefined if the mission follows no path. */
export function offPath(mission: MissionSpec, at: Vec2): Meters | undefined {
  const path = pathOf(mission);
  if (!path) return undefined;
  const { progress, point, distance } = path.project(at);
  return cross(path.directionAt(progress), sub(at, point)) < 0 ? -distance : distance;
}
