/** Walls, obstacles and movers, as Foxglove's 3D panel draws them. */
import type { SceneEntity, Time } from '@foxglove/schemas';
import type { FrameView, SceneView, ThingView } from '../../signals/view.js';
import { block, color, disc, entity, line } from './primitives.js';

const SOLID = color(0x8a93a0);
const TARGET = color(0xe6a100);
const HEIGHT = 0.15;
const LOW = 0.05;

type Moved = FrameView['moved'][number];

/** All that stands where the scene says. */
export const standing = (scene: SceneView, moved: readonly Moved[], time: Time): SceneEntity => {
  const gone = new Set(moved.map(({ id }) => id));
  return drawn(
    'standing',
    time,
    scene.things.filter(({ id }) => !gone.has(id)),
  );
};

/** What is elsewhere now. */
export const movedThings = (scene: SceneView, moved: readonly Moved[], time: Time): SceneEntity => {
  const places = new Map(moved.map((each) => [each.id, each]));
  const things = scene.things.flatMap((thing) => {
    const place = places.get(thing.id);
    // A wall has no place of its own to be moved.
    return place && thing.kind !== 'wall' ? [{ ...thing, at: place.at, heading: place.heading }] : [];
  });
  return drawn('moved', time, things);
};

function drawn(id: string, time: Time, things: readonly ThingView[]): SceneEntity {
  return entity(id, time, {
    lines: things.flatMap((thing) => (thing.kind === 'wall' ? [line(thing.points, LOW, SOLID)] : [])),
    cubes: things.flatMap((thing) =>
      thing.kind === 'box' ? [block({ ...thing.at, heading: thing.heading }, thing.size, HEIGHT, SOLID)] : [],
    ),
    cylinders: things.flatMap((thing) => {
      if (thing.kind === 'circle') return [disc(thing.at, thing.radius, HEIGHT, SOLID)];
      if (thing.kind !== 'mover') return [];
      return [disc(thing.at, thing.radius, LOW, thing.solid ? SOLID : TARGET)];
    }),
  });
}
