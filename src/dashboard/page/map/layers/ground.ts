/** All that stands still: grid, paths with their bands, and what is solid; drawn anew when the view changes. */
import type { SceneView, ThingView } from '../../../../signals/view.js';
import { CachedLayer } from '../drawing/cachedLayer.js';
import { inPlane, type Pen, traceLine } from '../drawing/pen.js';
import type { Picture } from '../drawing/picture.js';
import { distinct, pathsOf } from '../goals.js';
import { drawGrid } from './grid.js';
import { drawThings, movingThings, staticThings } from './things.js';

export class Ground {
  readonly #layer = new CachedLayer();

  draw(pen: Pen, { scene, frame }: Picture): void {
    const moved = movingThings(scene, frame);
    const key = [scene, namesOf(moved)];
    if (!this.#layer.current(pen, key)) {
      const fresh = this.#layer.renew(pen, key);
      if (fresh) {
        drawGrid(fresh);
        drawPaths(fresh, scene);
        drawThings(fresh, staticThings(scene, frame), frame);
      }
    }
    this.#layer.show(pen);
    if (moved.length > 0) drawThings(pen, moved, frame);
  }
}

const namesOf = (things: readonly ThingView[]): string => things.map(({ id }) => id).join('\n');

function drawPaths(pen: Pen, { robots }: SceneView): void {
  const { context, px, palette } = pen;
  inPlane(pen);
  context.lineJoin = 'round';
  for (const { points, radius } of distinct(robots.flatMap(({ mission }) => pathsOf(mission)))) {
    context.beginPath();
    traceLine(context, points);
    if (radius > px) {
      context.lineCap = 'round';
      context.strokeStyle = palette.color.band;
      context.lineWidth = 2 * radius;
      context.stroke();
      context.lineCap = 'butt';
    }
    context.strokeStyle = palette.color.path;
    context.lineWidth = 1.5 * px;
    context.setLineDash([7 * px, 5 * px]);
    context.stroke();
    context.setLineDash([]);
  }
}
