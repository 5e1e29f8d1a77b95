/** The map in words, for who does not see it. */
import { angleOf, length } from '../../../math/geometry.js';
import type { FrameView, SceneView } from '../../../signals/view.js';
import { type BodyNow, bodiesNow, nearestGoal, speedOf } from './view/bodies.js';

/** Slower than this nobody sees it move [m/s]. */
const STILL = 0.005;

const inWords = (value: number, digits: number): string =>
  (Number(value.toFixed(digits)) + 0).toFixed(digits).replace('-', '−');

const meters = (value: number): string => `${inWords(value, value !== 0 && Math.abs(value) < 0.1 ? 2 : 1)} m`;

const degrees = (angle: number): string => `${inWords((angle * 180) / Math.PI, 0)}°`;

function stateOf({ tick }: BodyNow): string[] {
  if (!tick) return [];
  if (tick.safety === 'faulted') return ['stopped by a fault'];
  if (tick.safety === 'stopped') return ['stopped'];
  return [...(tick.mode === 'manual' ? ['driven by hand'] : []), ...(tick.arrived ? ['arrived'] : [])];
}

/** Less of its limit is no push. */
const LITTLE = 0.01;

/** Who pushes most, while the mission has the wheels and something comes of it. */
function forceOf({ tick, view }: BodyNow): string[] {
  if (tick?.safety !== 'driving' || tick.mode !== 'auto') return [];
  const loudest = tick.contributions.toSorted((a, b) => length(b.force) - length(a.force))[0];
  const least = LITTLE * view.limits.force;
  if (!loudest || length(loudest.force) < least || length(tick.steered.force) < least) return [];
  return [`${loudest.behavior} pushes it to ${degrees(angleOf(loudest.force))}`];
}

function one(body: BodyNow, scene: SceneView, frame: FrameView): string {
  const { view, pose, tick } = body;
  const away = nearestGoal(body, scene, frame);
  const off = body.frame.crossTrack;
  const words = [
    `${view.id} at ${meters(pose.x)}, ${meters(pose.y)}`,
    `heading ${degrees(pose.heading)}`,
    ...(tick ? [`${inWords(speedOf(tick), 2)} m/s`] : []),
    ...(away === undefined ? [] : [`${meters(away)} from its target`]),
    ...(off === undefined ? [] : [`${meters(Math.abs(off))} ${off < 0 ? 'right' : 'left'} of its path`]),
    ...stateOf(body),
    ...forceOf(body),
  ];
  return `${words.join(', ')}.`;
}

function others(bodies: readonly BodyNow[]): string[] {
  if (bodies.length === 0) return [];
  const moving = bodies.filter(({ tick }) => tick && Math.abs(speedOf(tick)) > STILL).length;
  const stopped = bodies.filter(({ tick }) => tick && tick.safety !== 'driving').length;
  const who = bodies.length === 1 ? '1 other robot' : `${bodies.length} other robots`;
  return [`${who}, ${moving} moving${stopped > 0 ? `, ${stopped} stopped` : ''}.`];
}

/** One or two sentences: the robot meant, and how many others there are. @param id missing: the first */
export function describe(scene: SceneView | null, frame: FrameView | null, id?: string): string {
  const bodies = scene && frame ? bodiesNow(scene, frame) : [];
  const solid = bodies.filter(({ view }) => !view.ghost);
  const told = bodies.find(({ view }) => view.id === id) ?? solid[0] ?? bodies[0];
  if (!scene || !frame || !told) return scene ? `${scene.name}: no robot is known yet.` : 'Nothing runs yet.';
  return [one(told, scene, frame), ...others(solid.filter((body) => body !== told))].join(' ');
}
