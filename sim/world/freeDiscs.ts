/** Moves bodies that touch nothing without the physics engine, which would check them again in each step. */
import type { Body, Contact, Fixture, World as PlanckWorld } from 'planck';
import type { Vec2 } from '../../src/math/geometry.js';
import type { Meters, MetersPerSecond, Radians, Seconds } from '../../src/math/units.js';

/** Fields of a planck 1.4 body without public access: an angle is exact to the last bit only if written here. */
interface BodyInternals {
  readonly m_sweep: { a: Radians; a0: Radians; readonly c0: { x: Meters; y: Meters } };
  m_awakeFlag: boolean;
}

interface FixtureInternals {
  readonly m_proxies: readonly { readonly proxyId: number }[];
}

/** A box parallel to the axes. */
interface Box {
  readonly lowerBound: Vec2;
  readonly upperBound: Vec2;
}

interface BroadPhase {
  getFatAABB(proxy: number): Box;
  testOverlap(a: number, b: number): boolean;
}

interface Disc {
  readonly body: Body;
  readonly internals: BodyInternals;
  readonly radius: Meters;
  /** The engine's own object, which changes in place. */
  readonly box: Box;
  /** Gap from its rim to the nearest thing that it may touch. */
  readonly gap: () => Meters;
  /** It touches nothing until the world's `roamed` reaches this. */
  safeUntil: Meters;
}

const VELOCITY_ITERATIONS = 12;
const POSITION_ITERATIONS = 6;
/** The engine limits the turn of a body in a step, so a body that turns more than this is left to it. */
const MOST_TURN: Radians = 1;
/** Twice the slop within which the engine counts things as touching, and some for rounding. */
const TOUCH_GAP: Meters = 0.001;
/** A pushed body moves at most this many times as far in a step as the fastest body alone, since nothing bounces. */
const MOST_PUSH = 4;

/**
 * All moving bodies of a world, each a disc about its middle.
 *
 * The engine keeps a box with some spare room round each body. A contact exists as long as two boxes overlap, and the
 * engine looks for new contacts only when a body leaves its box. For a body that stays in its box and touches nothing,
 * a step only computes p ← p + h·v and θ ← θ + h·ω; finding that out takes the engine ten times as long. So such a body
 * sleeps during the engine's step and is moved here, to the same bytes. Nothing comes nearer to it than its gap less
 * twice the distance that the world has roamed since the gap was measured.
 */
export class FreeDiscs {
  readonly #world: PlanckWorld;
  readonly #broadPhase: BroadPhase;
  readonly #discs: Disc[] = [];
  /** Something was added or moved by hand since the engine last looked for contacts. */
  #changed = true;

  constructor(world: PlanckWorld) {
    this.#world = world;
    this.#broadPhase = (world as unknown as { m_broadPhase: BroadPhase }).m_broadPhase;
  }

  /** @param gap measures from its rim to the nearest thing that it may touch */
  add(body: Body, gap: () => Meters): void {
    const fixture = body.getFixtureList();
    if (!fixture) return;
    const internals = body as unknown as BodyInternals;
    const box = this.#broadPhase.getFatAABB(proxyOf(fixture, 0));
    const radius = fixture.getShape().getRadius();
    this.#discs.push({ body, internals, radius, box, gap, safeUntil: 0 });
    this.#changed = true;
  }

  /** Something was moved by hand: the engine looks at everything in the next step. */
  wake(): void {
    this.#changed = true;
  }

  /**
   * One step of all bodies.
   *
   * @param roamed distance that the world has roamed until now
   */
  advance(h: Seconds, roamed: Meters): void {
    const resting = this.#changed ? [] : this.resting(h, roamed);
    if (resting.length < this.#discs.length || this.#changed || this.#world.getJointCount() > 0) {
      for (const disc of resting) fallAsleep(disc);
      this.#world.step(h, VELOCITY_ITERATIONS, POSITION_ITERATIONS);
      for (const { internals } of resting) internals.m_awakeFlag = true;
    }
    for (const disc of resting) glide(disc, h);
    if (this.#changed) for (const disc of this.#discs) disc.safeUntil = 0;
    this.#changed = false;
  }

  /** The bodies that need no engine in this step; empty if the world has joints, since boxes may slide. */
  resting(h: Seconds, roamed: Meters): readonly Disc[] {
    if (this.#world.getJointCount() > 0) return [];
    let fastest: MetersPerSecond = 0;
    for (const { body } of this.#discs) {
      const { x, y } = body.getLinearVelocity();
      fastest = Math.max(fastest, Math.sqrt(x * x + y * y));
    }
    const reach = roamed + MOST_PUSH * h * fastest;
    const resting: Disc[] = [];
    for (const disc of this.#discs)
      if (isSafe(disc, roamed, reach) && staysInBox(disc, h) && hasQuietContacts(disc, this.#broadPhase))
        resting.push(disc);
    return resting;
  }
}

const proxyOf = (fixture: Fixture, child: number): number =>
  (fixture as unknown as FixtureInternals).m_proxies[child]?.proxyId ?? 0;

/** Whether it touches nothing until the world has roamed this far. */
function isSafe(disc: Disc, roamed: Meters, reach: Meters): boolean {
  if (!(reach < disc.safeUntil)) disc.safeUntil = roamed + (disc.gap() - TOUCH_GAP) / 2;
  return reach < disc.safeUntil;
}

/** Computes as the engine does, so that both agree to the last bit. */
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

/** Whether no contact of the body touches, and none is about to be dropped because the boxes are apart. */
function hasQuietContacts({ body }: Disc, broadPhase: BroadPhase): boolean {
  for (let edge = body.getContactList(); edge; edge = edge.next ?? null)
    if (edge.contact.isTouching() || !overlaps(edge.contact, broadPhase)) return false;
  return true;
}

function overlaps(contact: Contact, broadPhase: BroadPhase): boolean {
  const a = proxyOf(contact.getFixtureA(), contact.getChildIndexA());
  const b = proxyOf(contact.getFixtureB(), contact.getChildIndexB());
  return broadPhase.testOverlap(a, b);
}

/** The engine skips it in the step; the engine's sweep sees it at rest. */
function fallAsleep({ body, internals }: Disc): void {
  const { m_sweep: sweep } = internals;
  const { x, y } = body.getWorldCenter();
  sweep.c0.x = x;
  sweep.c0.y = y;
  sweep.a0 = sweep.a;
  internals.m_awakeFlag = false;
}

/** The engine's rotation matrix is not updated: a disc about its middle looks the same. */
function glide({ body, internals }: Disc, h: Seconds): void {
  const center = body.getWorldCenter();
  const v = body.getLinearVelocity();
  center.x += h * v.x;
  center.y += h * v.y;
  const position = body.getPosition();
  position.x = center.x;
  position.y = center.y;
  internals.m_sweep.a += h * body.getAngularVelocity();
}
