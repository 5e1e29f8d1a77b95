/** Small scenes and frames for tests of the page. */
import type { Tick } from '../../../src/signals/signals.js';
import type { FrameView, SceneView } from '../../../src/signals/view.js';

/** Robots with these names; one named `ghost` is one. */
export const sceneOf = (...ids: string[]): SceneView => ({
  kind: 'scene',
  name: 'test',
  about: '',
  source: 'simulation',
  robots: ids.map((id) => ({
    id,
    radius: 0.1,
    track: 0.14,
    mass: 0.45,
    ghost: id === 'ghost',
    rate: 50,
    limits: { speed: 0.5, force: 0.45 },
    mission: { behavior: 'wander', parameters: {} },
    sensors: [],
  })),
  things: [],
  missions: [],
  tunables: [],
  gallery: [],
  can: [],
});

const POSE = { x: 0, y: 0, heading: 0 };
const NONE = { x: 0, y: 0 };

export const tickOf = (told: Partial<Tick>): Tick => ({
  at: 1,
  lostPeriods: 0,
  estimate: {
    pose: POSE,
    predicted: POSE,
    wheels: { left: 0.2, right: 0.4 },
    velocity: { x: 0.3, y: 0 },
    turnRate: 1,
    source: 'encoders',
    covariance: { xx: 0, xy: 0, xh: 0, yy: 0, yh: 0, hh: 0 },
    ages: { sensors: {} },
  },
  contributions: [],
  steered: { force: NONE, reference: NONE, mean: NONE, desiredVelocity: NONE },
  wanted: { linear: 0, angular: 0 },
  granted: { left: 0.1, right: 0.3 },
  duties: { left: 0.25, right: 0.5 },
  arrived: false,
  mode: 'auto',
  safety: 'driving',
  cause: null,
  hold: null,
  faults: [],
  ...told,
});

export const frameOf = (ticks: Readonly<Record<string, Tick>>, told: Partial<FrameView> = {}): FrameView => ({
  kind: 'frame',
  at: 1,
  robots: Object.entries(ticks).map(([id, tick]) => ({ id, ranges: {}, tick })),
  moved: [],
  pace: { paused: false, speed: 1, lateness: 0, lostPeriods: 0 },
  link: { state: 'simulated', words: '' },
  verdict: [],
  news: [],
  ...told,
});
