/** Where round bodies are, side by side: to look at all of them for each of them costs less so. */
import { distance, type Pose, type Vec2 } from '../../src/math/geometry.js';
import type { Meters } from '../../src/math/units.js';
import type { Ray } from './rays.js';

/** A body that moves; its place is read when it says so. */
interface Round {
  readonly pose: Pose;
  readonly radius: Meters;
}

/** What may be rounded away of a distance before it is compared. */
const ROUNDING: Meters = 1e-9;

export class Places<Body extends Round> {
  readonly bodies: Body[] = [];
  #xs = new Float64Array(8);
  #ys = new Float64Array(8);
  #radii = new Float64Array(8);

  add(body: Body): void {
    const i = this.bodies.push(body) - 1;
    if (i === this.#xs.length) {
      [this.#xs, this.#ys, this.#radii] = [doubled(this.#xs), doubled(this.#ys), doubled(this.#radii)];
    }
    this.#note(i, body);
  }

  /** Every body may be elsewhere now. */
  moved(): void {
    for (let i = 0; i < this.bodies.length; i++) this.#note(i, this.bodies[i] as Body);
  }

  /** From a point to the nearest body's rim, one body aside, where that is nearer than `atMost`. */
  gapAt(p: Vec2, atMost: Meters, except: Body | undefined): Meters {
    const { x, y } = p;
    const [xs, ys, radii, bodies] = [this.#xs, this.#ys, this.#radii, this.bodies];
    let gap = atMost;
    for (let i = 0; i < bodies.length; i++) {
      const dx = (xs[i] as number) - x;
      const dy = (ys[i] as number) - y;
      const reach = gap + (radii[i] as number) + ROUNDING;
      // The root is taken only of what is nearer than all before.
      if (dx * dx + dy * dy >= reach * reach) continue;
      const body = bodies[i] as Body;
      if (body !== except) gap = Math.min(gap, distance(p, body.pose) - body.radius);
    }
    return gap;
  }

  /** Way along a ray to the nearest body, one aside; Infinity past all of them. A ray from inside of one leaves it. */
  wayTo({ from, direction }: Ray, except: Body | undefined): Meters {
    const [xs, ys, radii, bodies] = [this.#xs, this.#ys, this.#radii, this.bodies];
    let nearest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < bodies.length; i++) {
      const dx = (xs[i] as number) - from.x;
      const dy = (ys[i] as number) - from.y;
      const radius = radii[i] as number;
      const aside = direction.x * dy - direction.y * dx;
      if (aside > radius || aside < -radius) continue;
      const way = direction.x * dx + direction.y * dy - Math.sqrt(radius * radius - aside * aside);
      if (way >= 0 && way < nearest && bodies[i] !== except) nearest = way;
    }
    return nearest;
  }

  #note(i: number, { pose, radius }: Body): void {
    this.#xs[i] = pose.x;
    this.#ys[i] = pose.y;
    this.#radii[i] = radius;
  }
}

function doubled(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(2 * values.length);
  longer.set(values);
  return longer;
}
