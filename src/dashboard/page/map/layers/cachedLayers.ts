/** Layers that are kept as a picture from frame to frame; and the layer of the robots' trails. */
import type { RobotView } from '../../../../signals/view.js';
import { inPlane, type Pen, penFor, traceCircle } from '../drawing/pen.js';
import type { Picture } from '../drawing/picture.js';
import type { Camera } from '../view/camera.js';
import type { Trail, Trails } from '../view/trails.js';

/** The margin on every side [CSS pixels]. */
const LAYER_MARGIN = 96;

/** A layer that is kept from frame to frame, larger than the map on all sides: it serves until a pan leaves it. */
export class CachedLayer {
  readonly #canvas = document.createElement('canvas');
  readonly #context = this.#canvas.getContext('2d');
  #pen: Pen | undefined;
  #key: unknown[] = [];

  /** The pen to continue with; undefined if the kept picture cannot be used, or does not cover the map. */
  current(pen: Pen, key: readonly unknown[]): Pen | undefined {
    const kept = this.#pen;
    const isSame =
      kept &&
      kept.camera.scale === pen.camera.scale &&
      kept.ratio === pen.ratio &&
      kept.palette === pen.palette &&
      kept.camera.width === pen.camera.width + 2 * LAYER_MARGIN &&
      kept.camera.height === pen.camera.height + 2 * LAYER_MARGIN &&
      key.every((part, i) => part === this.#key[i]);
    if (!isSame) return undefined;
    const { dx, dy } = cameraOffset(kept.camera, pen.camera);
    return Math.abs(dx) <= LAYER_MARGIN && Math.abs(dy) <= LAYER_MARGIN ? kept : undefined;
  }

  /** Clears the layer. @returns the pen to draw it with */
  renew(pen: Pen, key: readonly unknown[]): Pen | undefined {
    if (!this.#context) return undefined;
    const width = pen.camera.width + 2 * LAYER_MARGIN;
    const height = pen.camera.height + 2 * LAYER_MARGIN;
    const [wide, high] = [Math.ceil(width * pen.ratio), Math.ceil(height * pen.ratio)];
    if (this.#canvas.width !== wide) this.#canvas.width = wide;
    if (this.#canvas.height !== high) this.#canvas.height = high;
    this.#context.setTransform(1, 0, 0, 1, 0, 0);
    this.#context.clearRect(0, 0, wide, high);
    this.#key = [...key];
    this.#pen = penFor(this.#context, { ...pen.camera, width, height }, pen.ratio, pen.palette);
    return this.#pen;
  }

  /** Draws the layer with the pen, on whole device pixels. */
  show({ context, camera, ratio }: Pen, alpha = 1): void {
    if (!this.#pen) return;
    const { dx, dy } = cameraOffset(this.#pen.camera, camera);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = alpha;
    context.drawImage(
      this.#canvas,
      Math.round((dx - LAYER_MARGIN) * ratio),
      Math.round((dy - LAYER_MARGIN) * ratio),
    );
    context.globalAlpha = 1;
  }
}

/** The offset of a picture made with one camera under another [CSS pixels]. */
const cameraOffset = (made: Camera, now: Camera): { readonly dx: number; readonly dy: number } => ({
  dx: (made.x - now.x) * now.scale,
  dy: (now.y - made.y) * now.scale,
});

/** Points that may have left a trail and still be in the picture. */
const MAX_STALE_POINTS = 60;
/** Points that may wait to be added: changing the picture costs as much as drawing them. */
const MAX_PENDING_POINTS = 600;
/** In a whole trail, points nearer than this look the same [pixels]. */
const FINE_SPACING = 1.5;
const TRAIL_ALPHA = 0.55;

/** The trails of all robots: kept as a picture, with newer points drawn over it. */
export class TrailLayer {
  readonly #layer = new CachedLayer();
  /** How far the picture has each trail, and where the trail began then. */
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

  /** Draws what the picture lacks. @param apart points nearer than this count as one [pixels] */
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
    const isWanted = (robot: RobotView, look: TrailLook) =>
      robot.ghost === look.ghost && (robot.id === focus) === look.focused;
    for (const look of LOOKS) {
      const lines = robots.flatMap((robot): readonly NewPoints[] => {
        const trail = isWanted(robot, look) ? trails.of(robot.id) : undefined;
        const from = Math.max(trail?.start ?? 0, (this.#drawn.get(robot.id)?.end ?? 1) - 1);
        return trail && trail.end - from >= 2 ? [{ trail, from }] : [];
      });
      if (lines.length === 0) continue;
      context.beginPath();
      for (const { trail, from } of lines) tracePoints(context, trail, from, apart * px);
      context.strokeStyle = palette.color(look.ghost ? 'ghost' : 'trail');
      context.lineWidth = (look.focused ? 2 : 1.5) * px;
      context.stroke();
      context.beginPath();
      for (const { trail, from } of lines) traceBeats(context, trail, from, BEAT_RADIUS * px);
      context.fillStyle = context.strokeStyle;
      context.fill();
    }
    context.lineCap = 'butt';
  }
}

interface TrailLook {
  readonly ghost: boolean;
  readonly focused: boolean;
}

/** What is drawn alike is one path: fifty of them would cost more than all that is in them. */
const LOOKS: readonly TrailLook[] = [true, false].flatMap((ghost) =>
  [false, true].map((focused) => ({ ghost, focused })),
);

/** The points of a trail that a picture lacks. */
interface NewPoints {
  readonly trail: Trail;
  readonly from: number;
}

/** Of a trail's dot [pixels]. */
const BEAT_RADIUS = 2.5;

function traceBeats(context: CanvasRenderingContext2D, trail: Trail, from: number, radius: number): void {
  for (let i = from; i < trail.end; i++)
    if (trail.isBeat(i)) traceCircle(context, trail.x(i), trail.y(i), radius);
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
