/** The things of a world by their names, and the same world with one thing moved. */
import { add, distance, sub, type Vec2 } from '../../src/math/geometry.js';
import type { Meters, Radians, Seconds } from '../../src/math/units.js';
import type { WorldSpec } from '../scenario/scenario.js';
import { moverAt } from './mover.js';

/** A thing's index in its list: the third circle is `circles.2`; a mover has its own id. */
export interface ThingPlace {
  readonly list: 'walls' | 'circles' | 'boxes' | 'posts' | 'movers';
  readonly index: number;
}

export const thingName = ({ list, index }: ThingPlace, { movers }: WorldSpec): string =>
  (list === 'movers' && movers[index]?.id) || `${list}.${index}`;

/** The place of every thing, in the order of the lists. */
export function thingPlaces(spec: WorldSpec): readonly ThingPlace[] {
  const all = (list: ThingPlace['list'], { length }: { readonly length: number }) =>
    Array.from({ length }, (_, index): ThingPlace => ({ list, index }));
  return [
    ...all('walls', spec.walls),
    ...all('circles', spec.circles),
    ...all('boxes', spec.boxes),
    ...all('posts', spec.posts.at),
    ...all('movers', spec.movers),
  ];
}

export const thingNamed = (spec: WorldSpec, name: string): ThingPlace | undefined =>
  thingPlaces(spec).find((place) => thingName(place, spec) === name);

/** Where a thing is moved to. */
export interface Put {
  readonly to: Vec2;
  readonly heading: Radians;
}

export interface Moved {
  readonly spec: WorldSpec;
  /** The farthest that any point of it moved. */
  readonly by: Meters;
}

/**
 * A world with one thing moved. A wall is placed by its first point and keeps its direction; a mover's whole way moves
 * with it.
 *
 * @param boxes where the boxes truly are: a movable box may have been pushed
 */
export function putThing(
  spec: WorldSpec,
  { list, index }: ThingPlace,
  { to, heading }: Put,
  now: Seconds,
  boxes: readonly { readonly at: Vec2; readonly heading: Radians }[],
): Moved {
  switch (list) {
    case 'circles':
      return {
        spec: { ...spec, circles: at(spec.circles, index, { at: to }) },
        by: way(spec.circles[index]?.at, to),
      };
    case 'posts': {
      const places = spec.posts.at.map((place, i) => (i === index ? to : place));
      return { spec: { ...spec, posts: { ...spec.posts, at: places } }, by: way(spec.posts.at[index], to) };
    }
    case 'boxes': {
      const { size = [0, 0] as const } = spec.boxes[index] ?? {};
      const before = boxes[index] ?? { at: to, heading };
      const turned = (Math.abs(heading - before.heading) * Math.hypot(...size)) / 2;
      return {
        spec: { ...spec, boxes: at(spec.boxes, index, { at: to, heading }) },
        by: way(before.at, to) + turned,
      };
    }
    case 'walls': {
      const by = sub(to, spec.walls[index]?.[0] ?? to);
      const walls = spec.walls.map((wall, i) => (i === index ? wall.map((point) => add(point, by)) : wall));
      return { spec: { ...spec, walls }, by: Math.hypot(by.x, by.y) };
    }
    case 'movers': {
      const mover = spec.movers[index];
      if (!mover) return { spec, by: 0 };
      const by = sub(to, moverAt(mover, now).position);
      const waypoints = mover.waypoints.map((point) => add(point, by));
      return { spec: { ...spec, movers: at(spec.movers, index, { waypoints }) }, by: Math.hypot(by.x, by.y) };
    }
  }
}

const at = <T>(list: readonly T[], index: number, change: Partial<T>): readonly T[] =>
  list.map((item, i) => (i === index ? { ...item, ...change } : item));

const way = (from: Vec2 | undefined, to: Vec2): Meters => (from ? distance(from, to) : 0);

/** A world with one thing only. */
export const aloneWith = (spec: WorldSpec, { list, index }: ThingPlace): WorldSpec => {
  const one = <T>(name: ThingPlace['list'], items: readonly T[]) =>
    items.filter((_, i) => name === list && i === index);
  return {
    walls: one('walls', spec.walls),
    circles: one('circles', spec.circles),
    boxes: one('boxes', spec.boxes),
    posts: { ...spec.posts, at: one('posts', spec.posts.at) },
    movers: one('movers', spec.movers),
  };
};
