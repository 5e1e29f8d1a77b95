/** Scenes, frames and ticks for the map's tests: what a test does not say is plain. */
import type { Pose, Vec2 } from '../../src/math/geometry.js';
import type { Tick } from '../../src/signals/signals.js';
import type { FrameView, RobotFrame, RobotView, SceneView } from '../../src/signals/view.js';

export const robot = (id: string, more: Partial<RobotView> = {}): RobotView => ({
  id,
  radius: 0.1,
  track: 0.14,
  mass: 0.45,
  ghost: false,
  rate: 50,
  limits: { speed: 0.5, force: 0.45 },
  mission: { behavior: 'seek', parameters: { target: [1, 0], within: 0.01 } },
  sensors: [],
  ...more,
});

export const scene = (more: Partial<SceneView> = {}): SceneView => ({
  kind: 'scene',
  name: 'test',
  about: 'a test',
  source: 'simulation',
  robots: [robot('a')],
  things: [],
  missions: [],
  tunables: [],
  gallery: [],
  can: [],
  ...more,
});

export const tick = (pose: Pose, more: Partial<Tick> = {}): Tick => ({
  at: 0,
  lostPeriods: 0,
  estimate: {
    pose,
    predicted: pose,
    wheels: { left: 0, right: 0 },
    velocity: { x: 0, y: 0 },
    turnRate: 0,
    source: 'encoders',
    covariance: { xx: 0, xy: 0, xh: 0, yy: 0, yh: 0, hh: 0 },
    ages: { sensors: {} },
  },
  contributions: [],
  steered: {
    force: { x: 0, y: 0 },
    reference: { x: 0, y: 0 },
    mean: { x: 0, y: 0 },
    desiredVelocity: { x: 0, y: 0 },
  },
  wanted: { linear: 0, angular: 0 },
  granted: { left: 0, right: 0 },
  duties: { left: 0, right: 0 },
  arrived: false,
  mode: 'auto',
  safety: 'driving',
  cause: null,
  hold: null,
  faults: [],
  ...more,
});

/** The same, with wheels that turn. */
export const rolling = (pose: Pose, left: number, right = left, more: Partial<Tick> = {}): Tick => {
  const still = tick(pose, more);
  return { ...still, estimate: { ...still.estimate, wheels: { left, right } } };
};

export const at = (x: number, y: number, heading = 0): Pose => ({ x, y, heading });

export const placed = (id: string, truth: Pose, more: Partial<RobotFrame> = {}): RobotFrame => {
  return { id, truth, ranges: {}, ...more };
};

export const frame = (robots: readonly RobotFrame[], more: Partial<FrameView> = {}): FrameView => ({
  kind: 'frame',
  at: 0,
  robots,
  moved: [],
  pace: { paused: false, speed: 1, lateness: 0, lostPeriods: 0 },
  link: { state: 'simulated', words: '' },
  verdict: [],
  news: [],
  ...more,
});

export const points = (...pairs: readonly (readonly [number, number])[]): Vec2[] =>
  pairs.map(([x, y]) => ({ x, y }));
