/** Round bodies that can touch nothing: moved to the same bytes as by the physics engine, and without it. */
import type { Body, Fixture, World as PlanckWorld } from 'planck';
import type { Vec2 } from '../../src/math/geometry.js';
import type { Meters, Radians, Seconds } from '../../src/math/units.js';

/** What planck 1.4 keeps of a body, and does not give otherwise: to set an angle to the last bit, it must be written here. */
interface Internals {
  readonly m_sweep: { a: Radians };
}

/** A box along the axes. */
interface Box {
  readonly lowerBound: Vec2;
  readonly upperBound: Vec2;
}

interface Disc {
  readonly body: Body;
  readonly radius: Meters;
  readonly sweep: Internals['m_sweep'];
  /** The engine's own: it changes in place. */
  readonly box: Box;
}

/** Faster than this the engine turns no body, so that it must decide itself. */
const MOST_TURN: Radians = 1;

/**
 * All bodies of a world that move, each a disc about its middle and without joints.
 *
 * Round each body the engine keeps a box with some room to spare. A contact exists as long as two boxes overlap, and
 * it looks for new ones only when a body leaves its box. Without a contact, and with every body in its box, all that
 * a step of the engine does is p ← p + h·v and θ ← θ + h·ω; to find that out takes it ten times as long as to do it.
 */
export class FreeDiscs {
  readonly #world: PlanckWorld;
  readonly #discs: Disc[] = [];

  constructor(world: PlanckWorld) {
    this.#world = world;
  }

  add(body: Body): void {
    const fixture = body.getFixtureList();
    if (!fixture) return;
    const { m_sweep: sweep } = body as unknown as Internals;
    this.#discs.push({
      body,
      radius: fixture.getShape().getRadius(),
      sweep,
      box: boxOf(this.#world, fixture),
    });
  }

  /** One step; false, and nothing has moved, where the engine must make it. */
  advance(h: Seconds): boolean {
    if (this.#world.getContactCount() > 0 || this.#world.getJointCount() > 0) return false;
    for (const disc of this.#discs) if (!staysInBox(disc, h)) return false;
    for (const disc of this.#discs) glide(disc, h);
    return true;
  }
}

function boxOf(world: PlanckWorld, fixture: Fixture): Box {
  const { m_broadPhase } = world as unknown as { m_broadPhase: { getFatAABB(proxy: number): Box } };
  const { m_proxies } = fixture as unknown as { m_proxies: readonly { readonly proxyId: number }[] };
  return m_broadPhase.getFatAABB(m_proxies[0]?.proxyId ?? 0);
}

/** In the arithmetic of the engine, so that both agree to the last bit. */
function staysInBox({ body, radius, box }: Disc, h: Seconds): boolean {
  const { x, y } = body.getWorldCenter();
  const v = body.getLinearVelocity();
  const [toX, toY] = [x + h * v.x, y + h * v.y];
  const { lowerBound, upperBound } = box;
  return (
    lowerBound.x <= toX - radius &&
    lowerBound.y <= toY - radius &&
    toX + radius <= upperBound.x &&
    toY + radius <= upperBound.y &&
    Math.abs(h * body.getAngularVelocity()) < MOST_TURN
  );
}

/** The rotation that the engine keeps beside the angle stays as it was: a disc about its middle is the same. */
function glide({ body, sweep }: Disc, h: Seconds): void {
  const center = body.getWorldCenter();
  const v = body.getLinearVelocity();
  center.x += h * v.x;
  center.y += h * v.y;
  const position = body.getPosition();
  position.x = center.x;
  position.y = center.y;
  sweep.a += h * body.getAngularVelocity();
}
