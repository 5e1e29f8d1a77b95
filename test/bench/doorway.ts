/** Thirty robots and a door: how each queue mode gets them through, beside what its article says of it. */

import { simulate } from '../../sim/engine/run.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { distance, type Pose, type Vec2 } from '../../src/math/geometry.js';
import { tuned } from '../exchange/exchanges.js';
import { measuredScene } from '../support/scenes.js';
import type { Figures } from './figures/figures.js';

const STAGES = [
  ['none', 'climb over each other'],
  ['hardStop', 'works, robotic, leaves gaps'],
  ['brake', 'fills gaps, bodies overlap'],
  ['brakeAndHardStop', 'fewer overlaps'],
  ['brakeHardStopAndSeparate', 'robots stop, keep apart, and keep their order'],
] as const;
const SEEDS = [1, 2];

const stage = (mode: string, seed = 1): Scenario => {
  const scene = measuredScene('doorway-separate', { seed });
  const robots = scene.robots.map((spec) => ({ ...spec, mission: tuned('queue', { mode })(spec.mission) }));
  return { ...scene, name: `doorway, ${mode}`, robots };
};

/** Simulated [s]; flow is counted once the crowd stands at the door. */
const DURATION = 60;
const CROWD = 15;
/** The door's middle, in the plane where it begins, and what counts as before it [m]. */
const DOOR: Vec2 = { x: 0, y: 0 };
const BEFORE = 1.2;
/** Who was before whom is asked so long before a crossing [s]. */
const EARLIER = 3;
/** A move between two ticks that is longer than this was a respawn [m]. */
const JUMP = 0.2;
/** Slower than this it stands [m/s]. */
const STANDS = 0.01;

interface Seen {
  readonly pose: Pose;
  readonly speed: number;
}

/** What is counted while a run goes on. */
class Watch {
  readonly crossings: { readonly id: string; readonly at: number }[] = [];
  readonly gaps: number[] = [];
  kept = 0;
  pairs = 0;
  standing = 0;
  seen = 0;
  ofPlacing = 0;
  readonly #radius: number;
  readonly #putBack = new Map<string, number>();
  readonly #touching = new Set<string>();
  #tick = 0;
  /** All robots at each full tenth of a second. */
  readonly #frames: ReadonlyMap<string, Seen>[] = [];
  #now = new Map<string, Seen>();
  #at = 0;

  constructor(radius: number) {
    this.#radius = radius;
  }

  note(id: string, at: number, pose: Pose, speed: number): void {
    if (at !== this.#tick) this.#touches(this.#tick);
    this.#tick = at;
    if (at - this.#at > 0.099) this.#frame(at);
    const before = this.#now.get(id);
    if (before && distance(before.pose, pose) > JUMP) this.#putBack.set(id, at);
    this.#now.set(id, { pose, speed });
    if (before && before.pose.y < DOOR.y && pose.y >= DOOR.y) this.#crossed(id, at);
  }

  /** Pairs that begin to touch just after one of them was put down before the other. */
  #touches(at: number): void {
    const fresh = [...this.#putBack].filter(([, since]) => at - since < 1);
    for (const [one] of fresh) {
      const own = this.#now.get(one);
      for (const [other, { pose }] of this.#now) {
        const key = [one, other].sort().join();
        const touches = other !== one && own && distance(own.pose, pose) < 2 * this.#radius + 0.0005;
        if (touches && !this.#touching.has(key)) this.ofPlacing += 1;
        if (touches) this.#touching.add(key);
        else this.#touching.delete(key);
      }
    }
  }

  #frame(at: number): void {
    this.#at = at;
    this.#frames.push(new Map(this.#now));
    const waiting = [...this.#now.values()].filter(({ pose }) => isBefore(pose));
    this.seen += waiting.length;
    this.standing += waiting.filter(({ speed }) => speed < STANDS).length;
    for (const { pose } of waiting) {
      const others = waiting.filter((other) => other.pose !== pose);
      if (others.length === 0) continue;
      const nearest = Math.min(...others.map((other) => distance(other.pose, pose)));
      this.gaps.push(nearest - 2 * this.#radius);
    }
  }

  /** A robot was overtaken if it was a body's length nearer to the door and has not crossed since. */
  #crossed(id: string, at: number): void {
    this.crossings.push({ id, at });
    const then = this.#frames.at(-EARLIER * 10);
    const own = then?.get(id);
    if (!then || !own || !isBefore(own.pose)) return;
    const since = new Set(this.crossings.filter((c) => c.at > at - EARLIER).map((c) => c.id));
    for (const [other, { pose }] of then) {
      if (other === id || !isBefore(pose)) continue;
      const ahead = distance(pose, DOOR) < distance(own.pose, DOOR) - 2 * this.#radius;
      this.pairs += 1;
      if (!ahead || since.has(other)) this.kept += 1;
    }
  }
}

const isBefore = (pose: Vec2): boolean => pose.y < DOOR.y && distance(pose, DOOR) < BEFORE;

interface Watched {
  readonly watch: Watch;
  readonly contacts: number;
  readonly clearance: number;
  readonly wall: number;
}

async function run(scenario: Scenario): Promise<Watched> {
  const radius = scenario.robots[0]?.robot.chassis.radius ?? 0;
  const watch = new Watch(radius);
  const result = await simulate(scenario, {
    onTick: (id, pose, { at, granted }) =>
      watch.note(id, at, pose, Math.abs(granted.left + granted.right) / 2),
  });
  return {
    watch,
    contacts: result.robots.reduce((sum, { contacts }) => sum + contacts, 0),
    clearance: Math.min(...result.robots.map(({ minClearance }) => minClearance ?? Number.POSITIVE_INFINITY)),
    wall: result.wallSeconds,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** All seeds together. Flow is J·D/v, as people's is given: 0.54 to 0.76 at doors of 1.6 to 2.7 bodies. */
function flowOf(runs: readonly Watched[], scenario: Scenario) {
  const robot = scenario.robots[0]?.robot;
  const [diameter, speed] = [2 * (robot?.chassis.radius ?? 0), robot?.limits.speed ?? 1];
  const late = sum(runs.map(({ watch }) => watch.crossings.filter(({ at }) => at > CROWD).length));
  const crossings = late / (runs.length * (DURATION - CROWD));
  const kept = sum(runs.map(({ watch }) => watch.kept)) / sum(runs.map(({ watch }) => watch.pairs));
  return { perMinute: 60 * crossings, flow: (crossings * diameter) / speed, order: 100 * kept };
}

function takeDown(figures: Figures, mode: string, runs: readonly Watched[], scenario: Scenario): void {
  const { perMinute, flow, order } = flowOf(runs, scenario);
  figures.exact(`doorway.${mode}.perMinute`, perMinute, '/min');
  figures.exact(`doorway.${mode}.flow`, flow, 'J·D/v');
  figures.exact(`doorway.${mode}.order`, order, '%');
  for (const [i, { contacts }] of runs.entries())
    figures.exact(`doorway.${mode}.contacts.seed${SEEDS[i]}`, contacts, '');
}

function row(mode: string, said: string, runs: readonly Watched[], scenario: Scenario): string {
  const { perMinute, flow, order } = flowOf(runs, scenario);
  const lulls = Math.max(...runs.map(({ watch }) => longestLull(watch.crossings.map(({ at }) => at))));
  const gap = sum(runs.flatMap(({ watch }) => watch.gaps)) / sum(runs.map(({ watch }) => watch.gaps.length));
  const stands = sum(runs.map(({ watch }) => watch.standing)) / sum(runs.map(({ watch }) => watch.seen));
  const cells = [
    mode.padEnd(24),
    perMinute.toFixed(1).padStart(6),
    flow.toFixed(2).padStart(6),
    runs
      .map(({ contacts }) => contacts)
      .join('/')
      .padStart(15),
    (1000 * Math.min(...runs.map(({ clearance }) => clearance))).toFixed(1).padStart(7),
    (1000 * gap).toFixed(0).padStart(6),
    `${order.toFixed(0)} %`.padStart(6),
    `${(100 * stands).toFixed(0)} %`.padStart(6),
    lulls.toFixed(0).padStart(5),
    (sum(runs.map(({ wall }) => wall)) / runs.length).toFixed(1).padStart(5),
  ];
  return `${cells.join('  ')}  ${said}`;
}

/** The longest time without a crossing. */
function longestLull(times: readonly number[]): number {
  const marks = [0, ...times, DURATION];
  return Math.max(...marks.slice(1).map((at, i) => at - (marks[i] ?? 0)));
}

/** The begin of a run that queues, and of one that collides. */
export async function probeDoorway(figures: Figures): Promise<void> {
  for (const mode of ['brakeHardStopAndSeparate', 'none']) {
    const { clearance, contacts, watch } = await run({ ...stage(mode, 1), duration: 2 });
    const id = mode === 'none' ? 'none' : 'separate';
    figures.probe(`doorway.probe.${id}`, clearance + contacts + sum(watch.gaps));
  }
}

export async function benchDoorway(_: readonly string[], figures: Figures): Promise<void> {
  console.log(
    '30 robots of 18 cm, a door of 36 cm; in each mission avoidObstacles goes before arrive, both before',
  );
  console.log(
    `the queue. Seeds ${SEEDS.join(', ')}, ${DURATION} simulated seconds each; flow from ${CROWD} s on.`,
  );
  console.log(
    'mode                      a min   JD/v       contacts   placed  near mm  gap mm   order  stand  lull   wall  as the article says',
  );
  for (const [mode, said] of STAGES) {
    const runs: Watched[] = [];
    for (const seed of SEEDS) runs.push(await run({ ...stage(mode, seed), duration: DURATION }));
    console.log(row(mode, said, runs, stage(mode)));
    takeDown(figures, mode, runs, stage(mode));
  }
  console.log(
    'near: smallest clearance. gap: mean to the nearest neighbor before the door. order: pairs of which the',
  );
  console.log(
    'one behind did not cross first. stand: share of the waiting that stand. lull: longest wait at the door [s].',
  );
  console.log('people: JD/v 0.59 at a door of two bodies; RVO2 0.54 with overlaps of 5 to 11 mm.');
}
