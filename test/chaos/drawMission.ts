/** Draws a mission: every behavior and every combinator appears, alone and together. */
import { knownLeaves, leafNamed } from '../../src/steering/mission.js';
import { exampleOf } from '../support/sceneExample.js';
import type { Chance } from './chance.js';
import type { Written } from './written.js';

/** What a mission may name, and how far its robot may go. */
export interface Ground {
  readonly movers: readonly string[];
  /** The other robots. */
  readonly others: readonly string[];
  readonly half: number;
  /** It has range sensors or a map. */
  readonly sees: boolean;
}

type Leaf = (chance: Chance, ground: Ground) => Written;

const round = (value: number): number => Math.round(100 * value) / 100;

const pointIn = (chance: Chance, { half }: Ground): [number, number] => [
  round(chance.between(-half, half)),
  round(chance.between(-half, half)),
];

const movingTarget = (chance: Chance, ground: Ground): Written =>
  chance.oneOf<Written>([
    ...ground.movers.map((mover) => ({ mover })),
    ...ground.others.map((robot) => ({ robot })),
    { pointer: pointIn(chance, ground) },
  ]);

const anyTarget = (chance: Chance, ground: Ground): unknown =>
  chance.happens(0.5) ? pointIn(chance, ground) : movingTarget(chance, ground);

function path(chance: Chance, ground: Ground): Written {
  const points = Array.from({ length: 3 + Math.floor(5 * chance.uniform()) }, () => pointIn(chance, ground));
  const loop = chance.happens(0.6);
  return { path: loop ? [...points, points[0]] : points, ...(loop && { loop }) };
}

function field(chance: Chance, { half }: Ground): Written {
  const speed = () => round(chance.between(-0.4, 0.4));
  const row = () => Array.from({ length: 4 }, () => [speed(), speed()]);
  return { from: [-half, -half], cell: (2 * half) / 3, velocities: Array.from({ length: 4 }, row) };
}

/** Each behavior by its name, with drawn parameters. */
const LISTED: Readonly<Record<string, Leaf>> = {
  seek: (chance, ground) => ({ seek: { target: anyTarget(chance, ground) } }),
  arrive: (chance, ground) => ({ arrive: { target: anyTarget(chance, ground) } }),
  flee: (chance, ground) => ({ flee: { target: anyTarget(chance, ground), panicDistance: 1 } }),
  pursue: (chance, ground) => ({ pursue: { target: movingTarget(chance, ground) } }),
  evade: (chance, ground) => ({ evade: { target: movingTarget(chance, ground), panicDistance: 1 } }),
  offsetPursue: (chance, ground) => ({
    offsetPursue: { target: movingTarget(chance, ground), offset: [-0.5, 0.2] },
  }),
  interpose: (chance, ground) => ({
    interpose: { between: [movingTarget(chance, ground), pointIn(chance, ground)] },
  }),
  hide: (chance, ground) => ({ hide: { from: movingTarget(chance, ground) } }),
  wander: (chance) => ({ wander: { jitter: round(chance.between(0.05, 0.5)) } }),
  followPath: (chance, ground) => ({ followPath: path(chance, ground) }),
  followWall: (chance) => ({ followWall: { side: chance.oneOf(['left', 'right', 'nearest']) } }),
  contain: (_, { half }) => ({
    contain: {
      inside: [
        [-half, -half],
        [half, half],
      ],
    },
  }),
  avoidObstacles: () => ({ avoidObstacles: {} }),
  lookAround: (chance) => ({ lookAround: { sweep: round(chance.between(0.2, 1.5)) } }),
  avoidNeighbors: () => ({ avoidNeighbors: {} }),
  separate: () => ({ separate: {} }),
  align: () => ({ align: {} }),
  cohere: () => ({ cohere: {} }),
  flock: () => ({ flock: {} }),
  followMe: (chance, ground) => ({ followMe: { target: movingTarget(chance, ground) } }),
  followLeader: (chance, ground) => ({ followLeader: { leader: movingTarget(chance, ground) } }),
  followFlowField: (chance, ground) => ({ followFlowField: { field: field(chance, ground) } }),
};

/** Drawn as a part of another mission alone. */
const PARTS = ['queue'];

/** All that go by what every robot knows, each that is not listed as in its scene. */
const LEAVES: Readonly<Record<string, Leaf>> = {
  ...LISTED,
  ...Object.fromEntries(
    knownLeaves({})
      .filter((name) => !(name in LISTED || PARTS.includes(name) || leafNamed(name, {})?.needs))
      .map((name): [string, Leaf] => [
        name,
        (chance, ground) => ({
          [name]: exampleOf(name, () => pointIn(chance, { ...ground, half: ground.half / 4 })),
        }),
      ]),
  ),
};

const needSight = (name: string): boolean => leafNamed(name, {})?.needsSight === true;
/** These only bend what another behavior wants, so one that wants something follows them. */
const BENDING = [
  'avoidObstacles',
  'lookAround',
  'avoidNeighbors',
  'contain',
  'keepIn',
  'keepOut',
  'separate',
  'align',
  'cohere',
];
/** These put a robot on the way by themselves, wherever it is. */
const GOING = ['wander', 'seek', 'arrive', 'pursue', 'followPath', 'followFlowField'];

export function drawMission(chance: Chance, ground: Ground): Written {
  const leaf = drawLeaf(chance, ground, Object.keys(LEAVES));
  const [name = ''] = Object.keys(leaf);
  const goes = BENDING.includes(name)
    ? { prioritize: [leaf, drawLeaf(chance, ground, GOING)] }
    : chance.happens(0.6)
      ? leaf
      : combined(chance, ground, leaf);
  const avoids = ground.sees && chance.happens(0.4);
  return avoids && name !== 'avoidObstacles' ? { prioritize: [{ avoidObstacles: {} }, goes] } : goes;
}

function drawLeaf(chance: Chance, ground: Ground, names: readonly string[]): Written {
  const known = names.filter((name) => ground.sees || !needSight(name));
  return (LEAVES[chance.oneOf(known)] as Leaf)(chance, ground);
}

function combined(chance: Chance, ground: Ground, leaf: Written): Written {
  const other = drawLeaf(chance, ground, GOING);
  switch (
    chance.oneOf(['prioritize', 'blend', 'budget', 'dither', 'queue', 'story', 'story', 'story'] as const)
  ) {
    case 'prioritize':
      return { prioritize: [leaf, other] };
    case 'blend':
      return { blend: [{ ...leaf, weight: round(chance.between(0.2, 2)) }, other] };
    case 'budget':
      return { budget: [leaf, other] };
    case 'dither':
      return { dither: [{ ...leaf, chance: 0.4 }, other] };
    case 'queue':
      return { blend: [leaf, { queue: {} }] };
    case 'story':
      return story(chance, leaf, other);
  }
}

/** Each node that a story is told with: the leaf for a while, then the other, or both in turn. */
function story(chance: Chance, leaf: Written, other: Written): Written {
  const lasting = `${round(chance.between(0.5, 3))} s`;
  const part = { ...leaf, unless: { time: lasting } };
  switch (chance.oneOf(['sequence', 'fallback', 'repeat', 'retry', 'parallel', 'guard'] as const)) {
    case 'sequence':
      return { sequence: [{ set: { begun: true } }, part, { wait: '200 ms' }, other] };
    case 'fallback':
      return { fallback: [{ timeout: { after: lasting, do: leaf } }, other] };
    case 'repeat':
      return { repeat: [part, { ...other, unless: { distance: '50 cm' } }] };
    case 'retry':
      return { retry: { times: 20, do: [{ timeout: { after: lasting, do: leaf } }] } };
    case 'parallel':
      return { parallel: { do: other, watch: [{ sequence: [{ wait: lasting }, { set: { late: true } }] }] } };
    case 'guard':
      return {
        repeat: [
          { ...other, while: { not: { signal: 'never' } }, unless: { any: ['bumped', { time: lasting }] } },
        ],
      };
  }
}
