/** What stays of an open scene while it runs, as it is shown. */
import { beamOf } from '../../src/sensors/beam.js';
import type { Setup } from '../../src/signals/signals.js';
import type { Operation, RobotView, SceneView, SensorView } from '../../src/signals/view.js';
import type { RobotRun } from '../engine/robotRun.js';
import type { SessionHost } from './host.js';
import type { Stage } from './stage.js';
import { thingViews } from './thingViews.js';
import { tunables } from './tuning.js';

export function sceneView(stage: Stage, { gallery, save, keep }: SessionHost): SceneView {
  const { scene, run, setups, robots } = stage;
  const { missions = [], behaviors } = scene.scenario;
  const ids = robots.map(({ id }) => id);
  const sliders = tunables(ids, setups, behaviors);
  const mission = missionOn(stage);
  const can: Operation['kind'][] = [
    ...(['pointer', 'goTo', 'follow', 'open', 'restart', 'pause', 'step', 'speed', 'move'] as const),
    ...(missions.length > 0 ? (['choose'] as const) : []),
    ...(sliders.length > 0 ? (['tune'] as const) : []),
    ...(save ? (['save'] as const) : []),
    ...(keep ? (['keep'] as const) : []),
  ];
  return {
    kind: 'scene',
    name: scene.name,
    about: scene.about,
    source: 'simulation',
    robots: robots.map(robotView),
    things: thingViews(run.world),
    missions: missions.map(({ name }) => name),
    ...(mission !== undefined && { mission }),
    tunables: sliders,
    gallery,
    can,
  };
}

/** The one that the first robot drives which is no ghost: chosen, or the same as its own. */
function missionOn({ setups, robots, scene }: Stage): number | undefined {
  const first = robots.find(({ spec }) => !spec.ghost)?.id ?? '';
  const source = setups.sourceOf(first);
  if (source !== 'own') return source === 'given' ? undefined : source;
  const own = JSON.stringify(setups.loaded(first).mission);
  const place = scene.scenario.missions?.findIndex(({ mission }) => JSON.stringify(mission) === own) ?? -1;
  return place < 0 ? undefined : place;
}

const robotView = ({ id, spec, loop }: RobotRun): RobotView =>
  viewOfRobot(id, loop.setup, spec.ghost ?? false);

/** A robot, simulated or real. */
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

/** Nothing where a sensor measures no distance. */
function sensorView(sensor: RobotRun['spec']['robot']['sensors'][number]): SensorView[] {
  const beam = beamOf(sensor);
  if (!beam) return [];
  const [x, y] = sensor.at;
  const { id, facing } = sensor;
  const fieldOfView = (beam.rays.at(-1) ?? 0) - (beam.rays[0] ?? 0);
  return [
    { id, at: { x, y }, facing, range: beam.farthest, fieldOfView, rays: beam.each ? beam.rays.length : 1 },
  ];
}
