/** How far and how wide a group behavior looks: its two parameters, and their marks. */
import { fromPolar, type Pose } from '../../math/geometry.js';
import type { Meters, Radians } from '../../math/units.js';
import type { Contribution, Mark, Neighbor } from '../../signals/signals.js';
import { quantity } from '../../validation/quantity.js';
import type { Percept } from '../behavior.js';
import { neighborsWithin } from '../neighbors.js';

/** @param radius default, from middle to middle */
export const neighborhoodParameters = (radius: Meters) => ({
  radius: quantity('m', { above: 0 })
    .default(radius)
    .describe('Robots farther away than this do not count, from middle to middle.'),
  fieldOfView: quantity('rad', { above: 0 })
    .default(2 * Math.PI)
    .describe('The full angle in which it sees neighbors.'),
});

interface Neighborhood {
  readonly radius: Meters;
  readonly fieldOfView: Radians;
}

/** The neighbors in it now. */
export const neighborsIn = (percept: Percept, { radius, fieldOfView }: Neighborhood): readonly Neighbor[] =>
  neighborsWithin(percept, radius, fieldOfView);

const EDGE_LABEL = 'field of view';

/** A circle, and the two edges of a field of view of less than 360°. */
export function neighborhoodMarks(pose: Pose, { radius, fieldOfView }: Neighborhood, label: string): Mark[] {
  const circle: Mark = { kind: 'circle', at: pose, radius, label };
  if (fieldOfView >= 2 * Math.PI) return [circle];
  const edges = [fieldOfView / 2, -fieldOfView / 2].map((angle): Mark => {
    const to = fromPolar(radius, pose.heading + angle);
    return {
      kind: 'segment',
      from: pose,
      to: { x: pose.x + to.x, y: pose.y + to.y },
      label: EDGE_LABEL,
    };
  });
  return [circle, ...edges];
}

/** Of several neighborhoods only the widest is drawn. */
export function widestShown(contributions: readonly Contribution[]): readonly Contribution[] {
  const radiusOf = ({ marks }: Contribution): Meters =>
    Math.max(0, ...marks.map((mark) => (mark.kind === 'circle' ? mark.radius : 0)));
  const radii = contributions.map(radiusOf);
  const widest = radii.indexOf(Math.max(...radii));
  const inside = (mark: Mark): boolean => mark.kind !== 'circle' && mark.label !== EDGE_LABEL;
  return contributions.map((contribution, i) =>
    i === widest ? contribution : { ...contribution, marks: contribution.marks.filter(inside) },
  );
}
