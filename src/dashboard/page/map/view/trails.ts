/** The trails of all robots of a scene; another run starts new trails. */
import type { Vec2 } from '../../../../math/geometry.js';
import type { Meters, Seconds } from '../../../../math/units.js';
import { locateRobots } from '../../../../scene/located.js';
import type { FrameView, HistoryView, SceneView, View } from '../../../../signals/view.js';

/** Between two dots of a trail. */
const BEAT: Seconds = 0.5;

/** A robot's trail: the last few thousand points, each at least a step from the previous one. */
export class Trail {
  readonly #xs: Float64Array;
  readonly #ys: Float64Array;
  /** 1: the first point of a half second. */
  readonly #beats: Uint8Array;
  readonly #step: Meters;
  #end = 0;
  #beat = 0;

  constructor(capacity: number, step: Meters) {
    this.#xs = new Float64Array(capacity);
    this.#ys = new Float64Array(capacity);
    this.#beats = new Uint8Array(capacity);
    this.#step = step;
  }

  /** Points are numbered from the first on; those with start ≤ i < end are still stored. */
  get start(): number {
    return Math.max(0, this.#end - this.#xs.length);
  }

  get end(): number {
    return this.#end;
  }

  /** NaN where the line breaks. */
  x(i: number): Meters {
    return this.#xs[i % this.#xs.length] ?? Number.NaN;
  }

  y(i: number): Meters {
    return this.#ys[i % this.#ys.length] ?? Number.NaN;
  }

  /** Whether a half second begins there: where these are far apart the robot was fast. */
  isBeat(i: number): boolean {
    return this.#beats[i % this.#beats.length] === 1;
  }

  /** Whether it passes a place that near. */
  passes({ x, y }: Vec2, reach: Meters): boolean {
    for (let i = this.start; i < this.#end; i++)
      if (Math.hypot(this.x(i) - x, this.y(i) - y) <= reach + this.#step / 2) return true;
    return false;
  }

  /** @param reach the robot cannot have driven farther since: then it was placed there, and the line breaks */
  add({ x, y }: Vec2, reach: Meters, at: Seconds): void {
    const last = this.#end - 1;
    const gone = last < 0 ? Number.POSITIVE_INFINITY : Math.hypot(x - this.x(last), y - this.y(last));
    if (gone < this.#step) return;
    if (last >= 0 && gone > Math.max(reach, 2 * this.#step)) this.#push(Number.NaN, Number.NaN);
    const beat = Math.floor(at / BEAT + 1e-6);
    this.#push(x, y, beat !== this.#beat && last >= 0);
    this.#beat = beat;
  }

  /** Adds complete lines; the trail breaks between them. */
  fill(lines: readonly (readonly Vec2[])[]): void {
    for (const line of lines) {
      if (this.#end > 0) this.#push(Number.NaN, Number.NaN);
      for (const { x, y } of line) this.#push(x, y);
    }
  }

  #push(x: Meters, y: Meters, isBeat = false): void {
    const i = this.#end % this.#xs.length;
    this.#xs[i] = x;
    this.#ys[i] = y;
    this.#beats[i] = isBeat ? 1 : 0;
    this.#end += 1;
  }
}

/** For all robots together: a number that draws quickly. */
const TOTAL_POINTS = 9000;
const MAX_POINTS = 3000;
const MIN_POINTS = 200;
const MIN_STEP = 0.01;

/** Identifies a run: another scene, or other robots, are another run. */
const runOf = ({ name, source, robots }: SceneView): string =>
  [name, source, ...robots.map(({ id }) => id)].join('\n');

/** The trails of all robots of a scene; another run starts new ones. */
export class Trails {
  #scene: SceneView | undefined;
  #run = '';
  #at: Seconds = Number.NEGATIVE_INFINITY;
  #byId = new Map<string, Trail>();
  /** Grows whenever all trails are dropped. */
  generation = 0;

  of(id: string): Trail | undefined {
    return this.#byId.get(id);
  }

  pass(at: Vec2, reach: Meters): boolean {
    return [...this.#byId.values()].some((trail) => trail.passes(at, reach));
  }

  update(view: View): void {
    if (view.kind === 'frame') this.#see(view);
    else {
      this.#scene = view;
      if (runOf(view) === this.#run) return;
      if (view.history) this.#fill(view, view.history);
      else this.#drop(view);
    }
  }

  /** A recording's lines are complete: the map draws only lines that were recorded. */
  #fill(scene: SceneView, { trails }: HistoryView): void {
    this.#run = runOf(scene);
    this.generation += 1;
    this.#byId = new Map(
      Object.entries(trails).map(([id, lines]) => {
        const points = lines.reduce((sum, line) => sum + line.length + 1, 1);
        const trail = new Trail(points, MIN_STEP);
        trail.fill(lines);
        return [id, trail];
      }),
    );
  }

  #drop(scene: SceneView): void {
    this.#run = runOf(scene);
    this.#at = Number.NEGATIVE_INFINITY;
    this.generation += 1;
    const capacity = Math.max(
      MIN_POINTS,
      Math.min(MAX_POINTS, Math.floor(TOTAL_POINTS / Math.max(1, scene.robots.length))),
    );
    this.#byId = new Map(scene.robots.map(({ id }) => [id, new Trail(capacity, MIN_STEP)]));
  }

  #see(frame: FrameView): void {
    const scene = this.#scene;
    if (!scene || scene.history) return;
    if (frame.at < this.#at) this.#drop(scene);
    const passed = Number.isFinite(this.#at) ? frame.at - this.#at : 0;
    this.#at = frame.at;
    for (const { view, pose } of locateRobots(scene, frame)) {
      this.#byId.get(view.id)?.add(pose, view.radius + 2 * view.limits.speed * passed, frame.at);
    }
  }
}
