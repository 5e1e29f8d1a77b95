/** Where everybody has been: only what is new is drawn, until the view changes or a tail is to be taken away. */
import { CachedLayer } from '../cachedLayer.js';
import { inPlane, type Pen } from '../pen.js';
import type { Picture } from '../picture.js';
import type { Trail } from '../trail.js';
import type { Trails } from '../trails.js';

/** Points that may be gone from a trail and still be seen. */
const STALE = 60;
/** Of a whole trail, points nearer than this are not told apart [pixels]. */
const FINE = 1.5;
const FAINT = 0.55;

export class TrailLayer {
  readonly #layer = new CachedLayer();
  /** Up to where each trail is drawn, and where it began then. */
  readonly #drawn = new Map<string, { end: number; start: number }>();

  draw(pen: Pen, { scene, focus }: Picture, trails: Trails): void {
    const key = [trails.generation, focus];
    const kept = this.#isStale(trails) ? undefined : this.#layer.current(pen, key);
    const layer = kept ?? this.#layer.renew(pen, key);
    if (!layer) return;
    if (!kept) this.#drawn.clear();
    inPlane(layer);
    layer.context.lineJoin = 'round';
    layer.context.lineCap = 'round';
    for (const { id, ghost } of scene.robots) {
      const trail = trails.of(id);
      const { color } = layer.palette;
      if (trail) this.#extend(layer, id, trail, ghost ? color.ghost : color.trail, id === focus ? 2 : 1.5);
    }
    this.#layer.show(pen, FAINT);
  }

  #isStale(trails: Trails): boolean {
    for (const [id, { start }] of this.#drawn) if ((trails.of(id)?.start ?? 0) - start > STALE) return true;
    return false;
  }

  #extend({ context, px }: Pen, id: string, trail: Trail, color: string, width: number): void {
    const before = this.#drawn.get(id);
    const from = Math.max(trail.start, before ? before.end - 1 : 0);
    if (trail.end - from < 2) return;
    context.beginPath();
    tracePoints(context, trail, from, before ? 0 : FINE * px);
    context.strokeStyle = color;
    context.lineWidth = width * px;
    context.stroke();
    this.#drawn.set(id, { end: trail.end, start: before?.start ?? trail.start });
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
