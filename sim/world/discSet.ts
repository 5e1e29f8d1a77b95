/** The round bodies of a world, kept so that the nearest of very many is found quickly. */
import { distance, type Pose, type Vec2 } from '../../src/math/geometry.js';
import type { Meters } from '../../src/math/units.js';
import { type FirstOnRay, NOTHING_ON_RAY, type Ray } from './rays.js';

/** A moving body; its place is read after `moved`. */
interface Round {
  readonly pose: Pose;
  readonly radius: Meters;
}

/** Rounding error allowed when distances are compared. */
const DISTANCE_TOLERANCE: Meters = 1e-9;

export class DiscSet<Body extends Round> {
  readonly bodies: Body[] = [];
  #xs = new Float64Array(8);
  #ys = new Float64Array(8);
  #radii = new Float64Array(8);

  add(body: Body): void {
    const i = this.bodies.push(body) - 1;
    if (i === this.#xs.length) {
      [this.#xs, this.#ys, this.#radii] = [doubled(this.#xs), doubled(this.#ys), doubled(this.#radii)];
    }
    this.#radii[i] = body.radius;
    this.moved();
  }

  /** All bodies may have moved. */
  moved(): void {
    for (let i = 0; i < this.bodies.length; i++) {
      const { pose } = this.bodies[i] as Body;
      this.#xs[i] = pose.x;
      this.#ys[i] = pose.y;
    }
  }

  /** From a point to the nearest body's rim, except one body; `atMost` if no rim is nearer. */
  gapAt(p: Vec2, atMost: Meters, except: Body | undefined): Meters {
    const { x, y } = p;
    const [xs, ys, radii, bodies] = [this.#xs, this.#ys, this.#radii, this.bodies];
    let gap = atMost;
    for (let i = 0; i < bodies.length; i++) {
      const dx = (xs[i] as number) - x;
      const dy = (ys[i] as number) - y;
      const reach = gap + (radii[i] as number) + DISTANCE_TOLERANCE;
      // The root is taken only if the body is nearer than all before.
      if (dx * dx + dy * dy >= reach * reach) continue;
      const body = bodies[i] as Body;
      if (body !== except) gap = Math.min(gap, distance(p, body.pose) - body.radius);
    }
    return gap;
  }

  /** The nearest body on a ray, except one. A ray from inside a body leaves it. */
  first({ from, direction }: Ray, except: Body | undefined): FirstOnRay {
    const [xs, ys, radii, bodies] = [this.#xs, this.#ys, this.#radii, this.bodies];
    let way = Number.POSITIVE_INFINITY;
    let nearest: Body | undefined;
    for (let i = 0; i < bodies.length; i++) {
      const dx = (xs[i] as number) - from.x;
      const dy = (ys[i] as number) - from.y;
      const radius = radii[i] as number;
      const aside = direction.x * dy - direction.y * dx;
      if (aside > radius || aside < -radius) continue;
      const its = direction.x * dx + direction.y * dy - Math.sqrt(radius * radius - aside * aside);
      if (!(its >= 0 && its < way) || bodies[i] === except) continue;
      way = its;
      nearest = bodies[i];
    }
    if (!nearest) return NOTHING_ON_RAY;
    const { pose, radius } = nearest;
    return { way, thing: { from: pose, to: pose, radius } };
  }
}

function doubled(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(2 * values.length);
  longer.set(values);
  return longer;
}
