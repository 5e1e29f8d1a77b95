/** Worlds of posts for BARN-2D: from a file, or made fresh by the rule of the benchmark's own generator. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import type { Meters, Seconds } from '../../src/math/units.js';

type Place = readonly [x: Meters, y: Meters];

export interface BarnWorld {
  readonly id: number;
  readonly posts: readonly Place[];
  /** The reference path at 2 m/s. */
  readonly optimum: Seconds;
}

export const POST_RADIUS: Meters = 0.075;

const place = z.tuple([z.number(), z.number()]);
const FILE = z.object({
  walls: z.array(place),
  worlds: z.array(z.object({ id: z.number(), obs: z.array(place), OT: z.number() })),
});

/** A file of the format `barn-2d/1`. */
export function worldsFrom(file: string): readonly BarnWorld[] {
  const { walls, worlds } = FILE.parse(JSON.parse(readFileSync(file, 'utf8')));
  return worlds.map(({ id, obs, OT }) => ({ id, posts: [...walls, ...obs], optimum: OT }));
}

/** Cells of 15 cm; the robot goes up a corridor of 30 × 30 of them. */
const CELL: Meters = 0.15;
const CELLS = 30;
const LEFT: Meters = -4.425;
const BOTTOM: Meters = 5.075;
/** A body of 5 × 5 cells must find a way. */
const BODY_CELLS = 5;
const FILLS = [0.15, 0.2, 0.25, 0.3];
const PASSES = [2, 3, 4];

/**
 * Fresh worlds: cells are filled at random, then smoothed: one fills at 5 or more filled neighbors of 8 and clears at 1 or
 * none, with rows outside counted as filled. Worlds without a way for the body are left out. Source: Perille et al. 2020.
 */
export function freshWorlds(count: number, seed = 1): readonly BarnWorld[] {
  const chance = resumeRandom(seedRandom(seed));
  const worlds: BarnWorld[] = [];
  while (worlds.length < count) {
    const kind = worlds.length % (FILLS.length * PASSES.length);
    const fill = FILLS[kind % FILLS.length] as number;
    let filled = Array.from({ length: CELLS * CELLS }, () => chance.uniform() < fill);
    for (let pass = PASSES[Math.floor(kind / FILLS.length)] as number; pass > 0; pass--)
      filled = smoothed(filled);
    const steps = shortest(filled);
    if (steps === undefined) continue;
    const posts = filled.flatMap((full, k): Place[] =>
      full ? [[LEFT + CELL * (k % CELLS), BOTTOM + CELL * Math.floor(k / CELLS)]] : [],
    );
    worlds.push({
      id: worlds.length,
      posts: [...WALLS, ...posts],
      optimum: (steps * CELL + FREE_WAY) / 2,
    });
  }
  return worlds;
}

/** The way before and behind the field. */
const FREE_WAY: Meters = 10 - CELL * CELLS;

/** Posts at the sides and at the back, common to all worlds. */
const WALLS: readonly Place[] = [
  ...Array.from({ length: 64 }, (_, i): Place => [LEFT - CELL, 0.075 + CELL * i]),
  ...Array.from({ length: 64 }, (_, i): Place => [LEFT + CELL * CELLS, 0.075 + CELL * i]),
  ...Array.from({ length: CELLS }, (_, i): Place => [LEFT + CELL * i, 0.075]),
];

const at = (filled: readonly boolean[], i: number, j: number): boolean =>
  i < 0 || i >= CELLS ? true : (filled[j * CELLS + i] ?? false);

function smoothed(filled: readonly boolean[]): boolean[] {
  return filled.map((full, k) => {
    const [i, j] = [k % CELLS, Math.floor(k / CELLS)];
    let around = 0;
    for (const dj of [-1, 0, 1])
      for (const di of [-1, 0, 1]) if ((di !== 0 || dj !== 0) && at(filled, i + di, j + dj)) around++;
    return around >= 5 || (full && around > 1);
  });
}

/** Fewest steps of the body from the bottom to the top; undefined without a way. */
function shortest(filled: readonly boolean[]): number | undefined {
  const half = (BODY_CELLS - 1) / 2;
  const fits = (i: number, j: number): boolean => {
    for (let dj = -half; dj <= half; dj++)
      for (let di = -half; di <= half; di++)
        if (j + dj >= 0 && j + dj < CELLS && at(filled, i + di, j + dj)) return false;
    return true;
  };
  const steps = new Map<number, number>();
  let front = [...Array(CELLS).keys()].filter((i) => fits(i, 0));
  for (const k of front) steps.set(k, 1);
  while (front.length > 0) {
    const next: number[] = [];
    for (const k of front) {
      const [i, j] = [k % CELLS, Math.floor(k / CELLS)];
      if (j === CELLS - 1) return steps.get(k);
      for (const [x, y] of [
        [i + 1, j],
        [i - 1, j],
        [i, j + 1],
        [i, j - 1],
      ] as const) {
        const to = y * CELLS + x;
        if (x < 0 || x >= CELLS || y < 0 || steps.has(to) || !fits(x, y)) continue;
        steps.set(to, (steps.get(k) ?? 0) + 1);
        next.push(to);
      }
    }
    front = next;
  }
  return undefined;
}
