/** Where everybody has been: kept as a picture, with what came since drawn over it. */
import type { RobotView } from '../../../../signals/view.js';
import { CachedLayer } from '../drawing/cachedLayer.js';
import { inPlane, type Pen } from '../drawing/pen.js';
import type { Picture } from '../drawing/picture.js';
import type { Trail, Trails } from '../view/trails.js';

/** Points that may be gone from a trail and still be seen. */
const MAX_STALE_POINTS = 60;
/** Points that may have come since: a change to the picture costs as much as they do. */
const MAX_PENDING_POINTS = 600;
/** Of a whole trail, points nearer than this are not told apart [pixels]. */
const FINE_SPACING = 1.5;
const TRAIL_ALPHA = 0.55;

export class TrailLayer {
  readonly #layer = new CachedLayer();
  /** Up to where the picture has each trail, and where it began then. */
  readonly #drawn = new Map<string, { end: number; start: number }>();

  draw(pen: Pen, { scene, focus }: Picture, trails: Trails): void {
    const key = [trails.generation, focus];
    let kept = this.#isStale(trails) ? undefined : this.#layer.current(pen, key);
    const isNew = kept === undefined;
    if (isNew) this.#drawn.clear();
    kept ??= this.#layer.renew(pen, key);
    if (kept && (isNew || this.#pending(trails) > MAX_PENDING_POINTS)) {
      this.#each(kept, scene.robots, trails, focus, isNew ? FINE_SPACING : 0);
      for (const { id } of scene.robots) this.#note(id, trails.of(id));
    }
    this.#layer.show(pen, TRAIL_ALPHA);
    pen.context.globalAlpha = TRAIL_ALPHA;
    this.#each(pen, scene.robots, trails, focus, 0);
    pen.context.globalAlpha = 1;
  }

  #isStale(trails: Trails): boolean {
    for (const [id, { start }] of this.#drawn)
      if ((trails.of(id)?.start ?? 0) - start > MAX_STALE_POINTS) return true;
    return false;
  }

  #pending(trails: Trails): number {
    let points = 0;
    for (const [id, { end }] of this.#drawn) points += (trails.of(id)?.end ?? end) - end;
    return points;
  }

  #note(id: string, trail: Trail | undefined): void {
    if (trail) this.#drawn.set(id, { end: trail.end, start: this.#drawn.get(id)?.start ?? trail.start });
  }

  /** What the picture does not have yet. @param apart points nearer than this are one [pixels] */
  #each(
    pen: Pen,
    robots: readonly RobotView[],
    trails: Trails,
    focus: string | undefined,
    apart: number,
  ): void {
    const { context, px, palette } = pen;
    inPlane(pen);
    context.lineJoin = 'round';
    context.lineCap = 'round';
    for (const { id, ghost } of robots) {
      const trail = trails.of(id);
      const from = Math.max(trail?.start ?? 0, (this.#drawn.get(id)?.end ?? 1) - 1);
      if (!trail || trail.end - from < 2) continue;
      context.beginPath();
      tracePoints(context, trail, from, apart * px);
      context.strokeStyle = ghost ? palette.color.ghost : palette.color.trail;
      context.lineWidth = (id === focus ? 2 : 1.5) * px;
      context.stroke();
    }
    context.lineCap = 'butt';
  }
}

function tracePoints(context: CanvasRenderingContext2D, trail: Trail, from: number, apart: number): void {
  let pen: { x: number; y: number } | undefined;
  for (let i = from; i < trail.end; i++) {
    const x = trail.x(i);
    const y = trail.y(i);
    if (Number.isNaN(x)) pen = undefined;
    else if (!pen) {
      context.moveTo(x, y);
      pen = { x, y };
    } else if (Math.abs(x - pen.x) + Math.abs(y - pen.y) >= apart || i === trail.end - 1) {
      context.lineTo(x, y);
      pen.x = x;
      pen.y = y;
    }
  }
}
