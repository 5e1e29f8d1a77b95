/** Views of a world's things for the page. */
import type { Vec2 } from '../../src/math/geometry.js';
import type { Radians } from '../../src/math/units.js';
import type { FloorView, ThingView } from '../../src/signals/view.js';
import { POINTER } from '../engine/targetTruth.js';
import type { WorldSpec } from '../scenario/scenario.js';
import type { SimulatedWorld, WorldSnapshot } from '../world/simulatedWorld.js';
import { type ThingPlace, thingName, thingPlaces } from '../world/things.js';

/** Where a thing is; for a wall, its first point. */
export interface Placement {
  readonly at: Vec2;
  readonly heading: Radians;
}

/** All things; on the page the mover that moves the pointer is shown as a pointer. */
export const thingViews = (spec: WorldSpec, now: WorldSnapshot): readonly ThingView[] =>
  thingPlaces(spec).flatMap((place) => viewOf(spec, place, now) ?? []);

export const withoutPointer = (things: readonly ThingView[]): readonly ThingView[] =>
  things.filter(({ id }) => id !== POINTER);

/** What of the world only sensors meet; undefined where there is nothing. */
export function floorView({ lines = [], lights = [], beacons = [] }: WorldSpec): FloorView | undefined {
  if (lines.length + lights.length + beacons.length === 0) return undefined;
  return { lines, lamps: lights.map(({ at }) => at), beacons: beacons.map(({ at }) => at) };
}

function viewOf(spec: WorldSpec, place: ThingPlace, now: WorldSnapshot): ThingView | undefined {
  const { list, index } = place;
  const id = thingName(place, spec);
  const { at, heading } = placement(spec, place, now);
  switch (list) {
    case 'walls':
      return { kind: 'wall', id, points: spec.walls[index] ?? [] };
    case 'circles':
      return { kind: 'circle', id, at, radius: spec.circles[index]?.radius ?? 0 };
    case 'posts':
      return { kind: 'circle', id, at, radius: spec.posts.radius };
    case 'boxes':
      return { kind: 'box', id, at, heading, size: spec.boxes[index]?.size ?? [0, 0] };
    case 'movers': {
      const mover = spec.movers[index];
      if (!mover) return undefined;
      return { kind: 'mover', id, at, radius: mover.radius, solid: mover.solid, track: mover.waypoints };
    }
  }
}

/** Where a thing is now. */
export function placement(spec: WorldSpec, { list, index }: ThingPlace, now: WorldSnapshot): Placement {
  const nowhere = { x: 0, y: 0 };
  switch (list) {
    case 'walls':
      return { at: spec.walls[index]?.[0] ?? nowhere, heading: 0 };
    case 'circles':
      return { at: spec.circles[index]?.at ?? nowhere, heading: 0 };
    case 'posts':
      return { at: spec.posts.at[index] ?? nowhere, heading: 0 };
    case 'boxes': {
      const { at = nowhere, heading = 0 } = now.boxes[index] ?? {};
      return { at, heading };
    }
    case 'movers':
      return { at: now.movers[index]?.at ?? nowhere, heading: 0 };
  }
}

/** The last shown places of things, to find out which have moved. */
export class ShownThings {
  readonly #world: SimulatedWorld;
  /** Things that may have moved: movers, movable boxes, and things that an operator moves. */
  readonly #loose = new Map<string, { readonly place: ThingPlace; readonly shown: Placement }>();

  constructor(world: SimulatedWorld) {
    this.#world = world;
    for (const place of thingPlaces(world.spec)) {
      const { list, index } = place;
      const box = list === 'boxes' && world.spec.boxes[index]?.movable;
      const mover = list === 'movers' && world.spec.movers[index]?.id !== POINTER;
      if (box || mover) this.loosen(place);
    }
  }

  /** Call it before an operator moves a thing. */
  loosen(place: ThingPlace): void {
    const name = thingName(place, this.#world.spec);
    if (!this.#loose.has(name)) this.#loose.set(name, { place, shown: this.#now(place) });
  }

  moved(): readonly (Placement & { readonly id: string })[] {
    const snapshot = this.#world.snapshot();
    return [...this.#loose].flatMap(([id, { place, shown }]) => {
      const now = placement(this.#world.spec, place, snapshot);
      const same = now.at.x === shown.at.x && now.at.y === shown.at.y && now.heading === shown.heading;
      return same ? [] : [{ id, ...now }];
    });
  }

  #now(place: ThingPlace): Placement {
    return placement(this.#world.spec, place, this.#world.snapshot());
  }
}
