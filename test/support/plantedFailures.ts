/** Runs that fail for a known reason: what the page and the command line have to say of each. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Vec2 } from '../../src/math/geometry.js';

export interface PlantedFailure {
  readonly name: string;
  readonly scenario: string;
  /** What was lost first. */
  readonly lost: RegExp;
  /** Earliest and latest. */
  readonly at: readonly [number, number];
  readonly thing?: string;
  readonly place?: Vec2;
  readonly why: RegExp;
}

const scout = readFileSync(join(import.meta.dirname, '../../robots/scout.yaml'), 'utf8');
const FRONT = /sensors:\n.*\n/;

/** The scout without its range sensor, and with it looking elsewhere; fast where they do not look. */
export const PLANTED_ROBOTS: Readonly<Record<string, string>> = {
  'blind.yaml': scout.replace(FRONT, '').replace(/^limits:/m, 'safety: { unseenSpeed: 0.5 m/s }\nlimits:'),
  'reckless.yaml': scout.replace(/^limits:/m, 'safety: { collisionMonitor: off }\nlimits:'),
  'aside.yaml': scout
    .replace('facing: 0 deg', 'facing: 90 deg')
    .replace(/^limits:/m, 'safety: { unseenSpeed: 0.5 m/s }\nlimits:'),
  'backwards.yaml': scout
    .replace('at: [80 mm, 0], facing: 0 deg', 'at: [-80 mm, 0], facing: 180 deg')
    .replace(/^limits:/m, 'safety: { unseenSpeed: 0.5 m/s }\nlimits:'),
};

interface Written {
  readonly robot?: string;
  readonly mission: string;
  readonly criteria: string;
  readonly world?: string;
  readonly others?: string;
  readonly rest?: string;
  readonly duration?: number;
  readonly sensing?: 'truth' | 'odometry';
}

const written = ({
  robot = 'blind.yaml',
  mission,
  criteria,
  world = '{}',
  others = '',
  rest = '',
  duration = 8,
  sensing = 'odometry',
}: Written): string => `
duration: ${duration} s
sensing: ${sensing}
world: ${world}
robots:
  - { id: a, robot: ${robot}, at: { x: 0, y: 0 }, mission: ${mission} }
${others}
criteria:
  - ${criteria}
${rest}
`;

const NO_TOUCH = 'contacts: { atMost: 0 }';
const ARRIVE = '{ arrive: { target: [2, 0] } }';
const AVOIDING = '{ prioritize: [{ avoidObstacles: {} }, { arrive: { target: [2, 0] } }] }';
const BALL = (more = '') =>
  `{ movers: [{ id: ball, waypoints: [[1, 0.5], [3, 0.5]], speed: 0.1, radius: 50 mm${more} }] }`;
const fault = (what: string): string => `faults: [{ robot: a, at: 1 s, ${what} }]`;

/** Driven at 0.5 m/s after 0.25 m in 0.5 s, the rim of a body of 90 mm touches something `away` after so long. */
const touched = (away: number): readonly [number, number] => {
  const at = (away - 0.09 - 0.125) / 0.5 + 0.5;
  return [at - 0.1, at + 0.5];
};

export const PLANTED_FAILURES: readonly PlantedFailure[] = [
  // What its mission lacks.
  {
    name: 'post-unasked',
    scenario: written({
      mission: ARRIVE,
      criteria: NO_TOUCH,
      world: '{ posts: { radius: 0.1, at: [[1, 0]] } }',
    }),
    lost: /^touched a post/,
    at: touched(0.9),
    thing: 'posts.0',
    place: { x: 0.9, y: 0 },
    why: /^Its mission has no avoidObstacles, and no sensor that sees the post: arrive drove it there\.$/,
  },
  {
    name: 'wall-unasked',
    scenario: written({ mission: ARRIVE, criteria: NO_TOUCH, world: '{ walls: [[[1, -1], [1, 1]]] }' }),
    lost: /^touched a wall/,
    at: touched(1),
    thing: 'walls.0',
    place: { x: 1, y: 0 },
    why: /no avoidObstacles, and no sensor that sees the wall/,
  },
  {
    name: 'box-on-the-path',
    scenario: written({
      mission: '{ followPath: { path: [[0, 0], [2, 0]] } }',
      criteria: NO_TOUCH,
      world: '{ boxes: [{ at: [1.2, 0], size: [0.4, 0.4] }] }',
    }),
    lost: /^touched a box/,
    at: touched(1),
    thing: 'boxes.0',
    place: { x: 1, y: 0 },
    why: /no avoidObstacles.*: followPath drove it there/,
  },
  {
    name: 'head-on',
    scenario: written({
      mission: ARRIVE,
      criteria: NO_TOUCH,
      others:
        '  - { id: b, robot: blind.yaml, at: { x: 2, y: 0, heading: 180 deg }, mission: { arrive: { target: [0, 0] } } }',
    }),
    lost: /^a touched b/,
    at: touched(1),
    thing: 'b',
    place: { x: 1, y: 0 },
    why: /^Its mission has no avoidNeighbors: arrive drove it there\.$/,
  },
  {
    name: 'without-monitor',
    scenario: written({
      robot: 'reckless.yaml',
      mission: ARRIVE,
      criteria: NO_TOUCH,
      world: '{ circles: [{ at: [1, 0], radius: 0.1 }] }',
    }),
    lost: /^touched a round obstacle/,
    at: touched(0.9),
    thing: 'circles.0',
    place: { x: 0.9, y: 0 },
    why: /^Its mission has no avoidObstacles: arrive drove it there\.$/,
  },
  // What no sensor sees.
  {
    name: 'beside-its-beam',
    scenario: written({
      robot: 'scout',
      mission: AVOIDING,
      criteria: NO_TOUCH,
      world: '{ posts: { radius: 0.1, at: [[1, 0.17]] } }',
    }),
    lost: /^touched a post/,
    at: [1.8, 2.6],
    thing: 'posts.0',
    why: /^Its range sensor \(front\) had not seen the post, which was to its left\.$/,
  },
  {
    name: 'beside-its-beam-mirrored',
    scenario: written({
      robot: 'scout',
      mission: AVOIDING,
      criteria: NO_TOUCH,
      world: '{ posts: { radius: 0.1, at: [[1, -0.17]] } }',
    }),
    lost: /^touched a post/,
    at: [1.8, 2.6],
    thing: 'posts.0',
    why: /^Its range sensor \(front\) had not seen the post, which was to its right\.$/,
  },
  {
    name: 'keeps-off-things-only',
    scenario: written({
      robot: 'backwards.yaml',
      mission: AVOIDING,
      criteria: NO_TOUCH,
      others:
        '  - { id: b, robot: blind.yaml, at: { x: 2, y: 0, heading: 180 deg }, mission: { arrive: { target: [0, 0] } } }',
      rest: 'communication: { range: 0.05 m }',
    }),
    lost: /^[ab] touched [ab]/,
    at: touched(1),
    thing: 'b',
    place: { x: 1, y: 0 },
    why: /^Its mission has no avoidNeighbors: avoidObstacles and arrive drove it there\.$/,
  },
  {
    name: 'looks-aside',
    scenario: written({
      robot: 'aside.yaml',
      mission: AVOIDING,
      criteria: NO_TOUCH,
      world: '{ posts: { radius: 0.1, at: [[1, 0]] } }',
    }),
    lost: /^touched a post/,
    at: touched(0.9),
    thing: 'posts.0',
    place: { x: 0.9, y: 0 },
    why: /^Its range sensor \(front\) had not seen the post, which was ahead of it\.$/,
  },
  {
    name: 'looks-back',
    scenario: written({
      robot: 'backwards.yaml',
      mission: AVOIDING,
      criteria: NO_TOUCH,
      world: '{ walls: [[[1, -1], [1, 1]]] }',
    }),
    lost: /^touched a wall/,
    at: touched(1),
    thing: 'walls.0',
    place: { x: 1, y: 0 },
    why: /\(front\) had not seen the wall, which was ahead of it/,
  },
  {
    name: 'ball-from-behind',
    scenario: written({
      robot: 'scout',
      mission: '{ wait: 60 s }',
      criteria: NO_TOUCH,
      world:
        '{ movers: [{ id: ball, waypoints: [[-1, 0], [1, 0]], speed: 0.3, radius: 100 mm, solid: true }] }',
    }),
    lost: /^touched the ball/,
    at: [2.5, 2.9],
    thing: 'ball',
    place: { x: -0.09, y: 0 },
    why: /^It did not drive there: the ball came to it\.$/,
  },
  // Faults.
  {
    name: 'encoder-stuck',
    scenario: written({
      mission: ARRIVE,
      criteria: 'arrived: { within: 30 mm }',
      rest: fault('fault: encoderStuck, side: left'),
    }),
    lost: /^had not arrived/,
    at: [7.9, 8.1],
    why: /^The fault “[a-z ()]+” was injected at 1\.0 s/,
  },
  {
    name: 'motor-dead',
    scenario: written({
      mission: ARRIVE,
      criteria: 'arrived: { before: 5 s }',
      rest: fault('fault: motorDead, side: right'),
    }),
    lost: /^had not arrived/,
    at: [5, 5],
    why: /^The fault “[a-z ()]+” was injected at 1\.0 s/,
  },
  {
    name: 'wheels-blocked',
    scenario: written({
      mission: ARRIVE,
      criteria: 'moved: { atLeast: 1.5 }',
      rest: fault('fault: wheelsBlocked'),
    }),
    lost: /^had driven only 0?\.?\d/,
    at: [7.9, 8.1],
    why: /^The fault “[a-z ()]+” was injected at 1\.0 s/,
  },
  {
    name: 'unnoticed',
    scenario: written({ mission: ARRIVE, criteria: 'noticed: { kind: encoderStuck }' }),
    lost: /^had not noticed the fault encoderStuck/,
    at: [3, 8.1],
    why: /^It had arrived, and does no more\.$/,
  },
  {
    name: 'did-not-stop',
    scenario: written({
      mission: '{ followPath: { path: [[0, 0], [9, 0]] } }',
      criteria: 'stopped: { within: 0.5 s }',
    }),
    lost: /^had not stopped/,
    at: [7.9, 8.1],
    why: /^It was still driving at 0\.50 m\/s, steered by followPath/,
  },
  // Lost targets.
  {
    name: 'target-lost-arrive',
    scenario: written({
      mission: '{ arrive: { target: { mover: ball } } }',
      criteria: 'distance: { from: a, to: { mover: ball }, reaches: 50 mm }',
      world: BALL(),
      rest: fault('fault: targetLost, target: ball'),
    }),
    lost: /^had not come to ball/,
    at: [7.9, 8.1],
    why: /^The fault “target lost \(ball\)” was injected at 1\.0 s/,
  },
  {
    name: 'target-unheard',
    scenario: written({
      mission: '{ pursue: { target: { robot: b } } }',
      criteria: 'distance: { from: a, to: { robot: b }, reaches: 250 mm }',
      others: '  - { id: b, robot: blind.yaml, at: { x: 2, y: 0 }, mission: { wait: 60 s } }',
      rest: 'communication: { range: 0.5 m }',
    }),
    lost: /^a had not come to b/,
    at: [7.9, 8.1],
    why: /^It has not heard of b\.$/,
  },
  // Criteria.
  {
    name: 'seek-overshoots',
    scenario: written({
      mission: '{ seek: { target: [1, 0] } }',
      criteria: 'overshoot: { atMost: 20 mm }',
      others: '  - { id: b, robot: blind.yaml, at: { x: 0, y: 2 }, mission: { arrive: { target: [3, 2] } } }',
    }),
    lost: /^a went beyond its target by more than 20 mm/,
    at: [2, 3],
    place: { x: 1.02, y: 0 },
    why: /^seek does not brake/,
  },
  {
    name: 'believes-elsewhere',
    scenario: written({
      mission: '{ followPath: { path: [[0, 0], [1.5, 0], [1.5, 1.5]] } }',
      criteria: 'crossTrack: { max: 60 mm }',
      rest: 'plant: { wheelDiameterError: { left: 0.03, right: 0 } }',
    }),
    lost: /^left its path by more than 60 mm/,
    at: [0.5, 5],
    why: /^It believed itself at \(.*\), .* from where it was\.$/,
  },
  {
    name: 'too-little-time',
    scenario: written({ mission: ARRIVE, criteria: 'arrived: { before: 2 s }' }),
    lost: /^had not arrived/,
    at: [2, 2],
    place: { x: 0.83, y: 0 },
    why: /^It was still driving at 0\.50 m\/s, steered by arrive, 1\.1\d m from its goal\.$/,
  },
  {
    name: 'too-near',
    scenario: written({
      mission: ARRIVE,
      criteria: 'clearance: { atLeast: 60 mm }',
      world: '{ circles: [{ at: [1, 0.22], radius: 0.1 }] }',
    }),
    lost: /^came nearer than 60 mm to a round obstacle/,
    at: [2, 2.6],
    thing: 'circles.0',
    why: /^Its mission has no avoidObstacles, and no sensor that sees the round obstacle/,
  },
  {
    name: 'comes-too-near-a-robot',
    scenario: written({
      mission: '{ arrive: { target: [1.5, 0] } }',
      criteria: 'distance: { from: a, to: { robot: b }, atLeast: 0.6 }',
      others: '  - { id: b, robot: blind.yaml, at: { x: 2, y: 0 }, mission: { wait: 60 s } }',
    }),
    lost: /^a came nearer than 600 mm to b/,
    at: [3, 4],
    why: /by arrive/,
  },
  {
    name: 'strays-from-a-robot',
    scenario: written({
      mission: ARRIVE,
      criteria: 'distance: { from: a, to: [0, 0], atMost: 1 }',
    }),
    lost: /^was farther than 1\.00 m from \[0, 0\]/,
    at: [2.1, 2.4],
    place: { x: 1, y: 0 },
    why: /^It was still driving at 0\.50 m\/s, steered by arrive/,
  },
  {
    name: 'behind-a-wall',
    scenario: written({
      robot: 'scout',
      mission: AVOIDING,
      criteria: 'distance: { from: a, to: [2, 0], reaches: 50 mm }',
      world: '{ walls: [[[1.5, -0.5], [2.5, -0.5], [2.5, 0.5], [1.5, 0.5], [1.5, -0.5]]] }',
      duration: 20,
      sensing: 'truth',
    }),
    lost: /^had not come to \[2, 0\]/,
    at: [19.9, 20.1],
    why: /^It (stands at|drove on|was held)/,
  },
  {
    name: 'leaves-the-area',
    scenario: written({ mission: ARRIVE, criteria: 'inside: { corners: [[-1, -1], [1, 1]] }' }),
    lost: /^left its area/,
    at: [2.1, 2.4],
    place: { x: 1, y: 0 },
    why: /by arrive/,
  },
  {
    name: 'stays',
    scenario: written({ mission: '{ arrive: { target: [0, 0] } }', criteria: 'moved: { atLeast: 1 }' }),
    lost: /^had driven only 0\.0 mm/,
    at: [0, 8.1],
    place: { x: 0, y: 0 },
    why: /^It had arrived, and does no more\.$/,
  },
  {
    name: 'goes-too-far',
    scenario: written({ mission: ARRIVE, criteria: 'excursion: { robot: a, atMost: 0.5 }' }),
    lost: /^went farther away than 500 mm/,
    at: [1.1, 1.4],
    place: { x: 0.5, y: 0 },
    why: /by arrive/,
  },
  {
    name: 'skips-a-place',
    scenario: written({
      mission: ARRIVE,
      criteria: 'order: { robot: a, visits: [[1, 0], [1, 1]], within: 100 mm }',
    }),
    lost: /^had passed only 1 of 2 places in their order/,
    at: [4, 8.1],
    why: /^It had arrived, and does no more\.$/,
  },
  {
    name: 'covers-little',
    scenario: written({ mission: ARRIVE, criteria: 'coverage: { inside: [[0, -1], [2, 1]], atLeast: 0.9 }' }),
    lost: /^had covered only \d+ % of the area/,
    at: [4, 8.1],
    why: /^It had arrived, and does no more\.$/,
  },
  {
    name: 'held-back',
    scenario: written({
      robot: 'scout',
      mission: ARRIVE,
      criteria: 'arrived: { before: 12 s }',
      world: '{ walls: [[[1, -1], [1, 1]]] }',
      duration: 15,
    }),
    lost: /^had not arrived/,
    at: [12, 12],
    why: /^It (stands|was held)/,
  },
  {
    name: 'mission-fails',
    scenario: written({
      mission: `{ sequence: [{ timeout: { after: 1 s, do: ${ARRIVE} } }] }`,
      criteria: 'arrived: { within: 30 mm }',
    }),
    lost: /^had not arrived/,
    at: [0.9, 8.1],
    why: /^Its mission has failed: in /,
  },
];
