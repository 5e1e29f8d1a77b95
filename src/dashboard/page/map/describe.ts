/** The map in words, for who does not see it. */
import { angleOf, length } from '../../../math/geometry.js';
import type { FrameView, SceneView } from '../../../signals/view.js';
import { distanceToGoal, type LocatedRobot, locateRobots, speedOf } from './view/bodies.js';

/** Slower than this nobody sees it move [m/s]. */
const MOVING_SPEED = 0.005;

const formatSigned = (value: number, digits: number): string =>
  (Number(value.toFixed(digits)) + 0).toFixed(digits).replace('-', '−');

const formatMeters = (value: number): string =>
  `${formatSigned(value, value !== 0 && Math.abs(value) < 0.1 ? 2 : 1)} m`;

const formatDegrees = (angle: number): string => `${formatSigned((angle * 180) / Math.PI, 0)}°`;

function describeState({ tick }: LocatedRobot): string[] {
  if (!tick) return [];
  if (tick.safety === 'faulted') return ['stopped by a fault'];
  if (tick.safety === 'stopped') return ['stopped'];
  return [...(tick.mode === 'manual' ? ['driven by hand'] : []), ...(tick.arrived ? ['arrived'] : [])];
}

/** Less of its limit is no push. */
const MIN_FORCE_SHARE = 0.01;

/** Who pushes most, while the mission has the wheels and something comes of it. */
function describeForce({ tick, view }: LocatedRobot): string[] {
  if (tick?.safety !== 'driving' || tick.mode !== 'auto') return [];
  const loudest = tick.contributions.toSorted((a, b) => length(b.force) - length(a.force))[0];
  const least = MIN_FORCE_SHARE * view.limits.force;
  if (!loudest || length(loudest.force) < least || length(tick.steered.force) < least) return [];
  return [`${loudest.behavior} pushes it to ${formatDegrees(angleOf(loudest.force))}`];
}

function describeRobot(body: LocatedRobot, scene: SceneView, frame: FrameView): string {
  const { view, pose, tick } = body;
  const away = distanceToGoal(body, scene, frame);
  const off = body.frame.crossTrack;
  const words = [
    `${view.id} at ${formatMeters(pose.x)}, ${formatMeters(pose.y)}`,
    `heading ${formatDegrees(pose.heading)}`,
    ...(tick ? [`${formatSigned(speedOf(tick), 2)} m/s`] : []),
    ...(away === undefined ? [] : [`${formatMeters(away)} from its target`]),
    ...(off === undefined
      ? []
      : [`${formatMeters(Math.abs(off))} ${off < 0 ? 'right' : 'left'} of its path`]),
    ...describeState(body),
    ...describeForce(body),
  ];
  return `${words.join(', ')}.`;
}

function describeOthers(bodies: readonly LocatedRobot[]): string[] {
  if (bodies.length === 0) return [];
  const moving = bodies.filter(({ tick }) => tick && Math.abs(speedOf(tick)) > MOVING_SPEED).length;
  const stopped = bodies.filter(({ tick }) => tick && tick.safety !== 'driving').length;
  const who = bodies.length === 1 ? '1 other robot' : `${bodies.length} other robots`;
  return [`${who}, ${moving} moving${stopped > 0 ? `, ${stopped} stopped` : ''}.`];
}

/** One or two sentences: the robot meant, and how many others there are. @param id missing: the first */
export function describeMap(scene: SceneView | null, frame: FrameView | null, id?: string): string {
  const bodies = scene && frame ? locateRobots(scene, frame) : [];
  const solid = bodies.filter(({ view }) => !view.ghost);
  const told = bodies.find(({ view }) => view.id === id) ?? solid[0] ?? bodies[0];
  if (!scene || !frame || !told) return scene ? `${scene.name}: no robot is known yet.` : 'Nothing runs yet.';
  return [describeRobot(told, scene, frame), ...describeOthers(solid.filter((body) => body !== told))].join(
    ' ',
  );
}
