/** The things of a world as they are arranged now, and how far they are from a point. */
import { distance, type Pose, type Vec2 } from '../../src/math/geometry.js';
import type { Meters, Seconds } from '../../src/math/units.js';
import type { Obstacle } from '../../src/signals/signals.js';
import type { WorldSpec } from '../scenario/scenario.js';
import { FixedClearance, gapToBox } from './clearance.js';
import { moverAt } from './mover.js';
import { ObstacleMap } from './obstacleMap.js';
import { aloneWith, type Moved, type ThingPlace } from './things.js';

/** Where the things that may move by themselves are, by their places in their lists. */
export interface Movement {
  readonly boxAt: (index: number) => Pose;
  readonly moverAt: (index: number) => Vec2;
}

const NOWHERE = { x: 0, y: 0, heading: 0 };

/** As the world is written, at a time: boxes that nothing has pushed. */
const asWritten = ({ boxes, movers }: WorldSpec, now: Seconds): Movement => ({
  boxAt: (index) => {
    const box = boxes[index];
    return box ? { ...box.at, heading: box.heading } : NOWHERE;
  },
  moverAt: (index) => {
    const mover = movers[index];
    return mover ? moverAt(mover, now).position : NOWHERE;
  },
});

export class Arrangement {
  #spec: WorldSpec;
  #fixed: FixedClearance;
  #map: ObstacleMap;

  constructor(spec: WorldSpec) {
    this.#spec = spec;
    this.#fixed = new FixedClearance(spec);
    this.#map = new ObstacleMap(spec);
  }

  /** Boxes that were pushed are elsewhere. */
  get spec(): WorldSpec {
    return this.#spec;
  }

  change({ spec }: Moved): void {
    this.#spec = spec;
    this.#fixed = new FixedClearance(spec);
    this.#map = new ObstacleMap(spec);
  }

  /** From a point to the nearest solid thing; negative inside a round one, Infinity without any. */
  gapAt(p: Vec2, movement: Movement): Meters {
    let gap = this.#fixed.gapAt(p.x, p.y);
    this.#spec.boxes.forEach(({ size }, i) => {
      const box = movement.boxAt(i);
      gap = Math.min(gap, gapToBox(p, box, box.heading, size));
    });
    this.#spec.movers.forEach(({ solid, radius }, i) => {
      if (solid) gap = Math.min(gap, distance(p, movement.moverAt(i)) - radius);
    });
    return gap;
  }

  /** Everything solid; the same list each time where nothing moves. */
  obstacles(at: Seconds, boxAt: Movement['boxAt']): readonly Obstacle[] {
    return this.#map.at(at, boxAt);
  }
}

/** Whether a round thing has room in a world as it is written, before anything moves. */
export function roomIn(spec: WorldSpec): (p: Vec2, radius: Meters) => boolean {
  const things = new Arrangement(spec);
  const places = asWritten(spec, 0);
  return (p, radius) => things.gapAt(p, places) > radius;
}

/** From a point to one thing where a world says that it is; Infinity where it is not solid. */
export function gapToThing(spec: WorldSpec, place: ThingPlace, p: Vec2, now: Seconds): Meters {
  const alone = aloneWith(spec, place);
  return new Arrangement(alone).gapAt(p, asWritten(alone, now));
}
