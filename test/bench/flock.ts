/** The cost of a flock: the neighbors and the three forces of all robots, beside Yuka with the same places. */
import * as YUKA from 'yuka';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import type { Neighbor } from '../../src/signals/signals.js';
import { alignment } from '../../src/steering/behaviors/align.js';
import { cohesion } from '../../src/steering/behaviors/cohere.js';
import { separation } from '../../src/steering/behaviors/separate.js';
import { NearbyColumns, NeighborGrid } from '../../src/steering/neighbors.js';
import { compare, median, type Round, ratiosOf, row } from './clock.js';
import { BODY, Crowd, DT, MAX_SPEED, NEIGHBORS, RADIUS, type Robot } from './crowd.js';
import type { Figures } from './figures/figures.js';

const GAIN = 4.5;

/** One step of Steerbot: the grid, and for each robot the neighbors and the sum of the three forces [N]. */
function ourStep(robots: readonly Robot[], said: readonly Neighbor[]): number {
  const grid = new NeighborGrid(said, RADIUS);
  let sum = 0;
  for (let i = 0; i < robots.length; i++) {
    const [robot, self] = [robots[i] as Robot, said[i] as Neighbor];
    const near = grid.near(robot.pose, RADIUS, self);
    const apart = separation(robot, near, RADIUS);
    const along = alignment(near);
    const together = cohesion(robot.pose, near);
    const x = along.x - self.velocity.x + MAX_SPEED * (apart.x + together.x / RADIUS);
    const y = along.y - self.velocity.y + MAX_SPEED * (apart.y + together.y / RADIUS);
    sum += GAIN * (x + y);
  }
  return sum;
}

interface Yukas {
  place(robots: readonly Robot[]): void;
  step(): number;
}

/** @param cell side of a cell of Yuka's partitioning; no robot is in its first cell, where it would count twice */
function yukas({ robots, side }: Crowd, cell: number): Yukas {
  const manager = new YUKA.EntityManager();
  const cells = Math.ceil(side / cell) + 2;
  const index = new YUKA.CellSpacePartitioning(cells * cell, 1, cells * cell, cells, 1, cells);
  manager.spatialIndex = index;
  const force = new YUKA.Vector3();
  const vehicles = robots.map(() => yukaVehicle(manager));
  const places: number[] = vehicles.map(() => -1);
  const place = (now: readonly Robot[]) => {
    now.forEach(({ pose: { x, y, heading } }, i) => {
      vehicles[i].position.set(x - side / 2, 0, y - side / 2);
      vehicles[i].velocity.set(MAX_SPEED * Math.cos(heading), 0, MAX_SPEED * Math.sin(heading));
      vehicles[i].rotation.fromEuler(0, Math.PI / 2 - heading, 0);
    });
  };
  place(robots);
  vehicles.forEach((vehicle, i) => {
    places[i] = index.updateEntity(vehicle, -1);
  });
  const step = () => {
    let sum = 0;
    for (let i = 0; i < vehicles.length; i++) {
      const vehicle = vehicles[i];
      places[i] = index.updateEntity(vehicle, places[i]);
      manager.updateNeighborhood(vehicle);
      vehicle.steering.calculate(DT, force);
      sum += force.x + force.z;
    }
    return sum;
  };
  return { place, step };
}

function yukaVehicle(manager: { add(vehicle: unknown): void }) {
  const vehicle = new YUKA.Vehicle();
  // A budget that nothing exhausts, or it would leave out the behaviors at the end.
  Object.assign(vehicle, { maxSpeed: MAX_SPEED, maxForce: 1e6, boundingRadius: BODY.radius });
  Object.assign(vehicle, { updateNeighborhood: true, neighborhoodRadius: RADIUS });
  vehicle.steering.add(new YUKA.SeparationBehavior());
  vehicle.steering.add(new YUKA.AlignmentBehavior());
  vehicle.steering.add(new YUKA.CohesionBehavior());
  manager.add(vehicle);
  return vehicle;
}

let kept = 0;

function timed(work: () => number): number {
  const started = process.hrtime.bigint();
  kept += Number.isFinite(work()) ? 1 : 0;
  return Number(process.hrtime.bigint() - started) / 1e6;
}

/** The rounds once both are warm, in ms; Yuka with the better of two sizes of its cells. */
function flockRounds(count: number, rounds: number): Round[] {
  const crowd = new Crowd(count, resumeRandom(seedRandom(count)));
  const others = [yukas(crowd, RADIUS), yukas(crowd, 3 * RADIUS)] as const;
  const times = Array.from({ length: rounds }, () => {
    crowd.move();
    const { robots } = crowd;
    const said = crowd.said();
    for (const other of others) other.place(robots);
    const ours = timed(() => ourStep(robots, said));
    return { ours, theirs: others.map((other) => timed(other.step)) };
  }).slice(Math.floor(rounds / 3));
  const settled = others.map((_, i) => median(times.map(({ theirs }) => theirs[i] as number)));
  const better = settled.indexOf(Math.min(...settled));
  return times.map(({ ours, theirs }) => ({ ours, theirs: theirs[better] as number }));
}

/** How many there are on average, so that the table shows it measured what it says. */
function meanNeighbors(count: number): number {
  const crowd = new Crowd(count, resumeRandom(seedRandom(count)));
  const said = crowd.said();
  const grid = new NeighborGrid(said, RADIUS);
  const found = said.map((one) => grid.near(one.position, RADIUS, one).count);
  return found.reduce((a, b) => a + b, 0) / count;
}

function separationRounds(): Round[] {
  const ring = Array.from({ length: NEIGHBORS }, (_, i) => ({
    x: (0.3 + 0.05 * i) * Math.cos(i * 0.52),
    y: (0.3 + 0.05 * i) * Math.sin(i * 0.52),
  }));
  const neighbors = ring.map((position, i): Neighbor => {
    return { id: `r${i}`, at: 0, position, velocity: { x: 0, y: 0 }, heading: 0, radius: BODY.radius };
  });
  const near = NearbyColumns.of(neighbors);
  const pose = { x: 0, y: 0, heading: 0 };
  const vehicle = new YUKA.Vehicle();
  for (const { x, y } of ring) {
    const other = new YUKA.Vehicle();
    other.position.set(x, 0, y);
    vehicle.neighbors.push(other);
  }
  const [behavior, force] = [new YUKA.SeparationBehavior(), new YUKA.Vector3()];
  return compare({
    ours: (i) => {
      pose.x = (i % 7) * 0.01;
      return separation({ id: 'me', pose, body: BODY }, near, RADIUS).x;
    },
    theirs: (i) => {
      vehicle.position.x = (i % 7) * 0.01;
      return behavior.calculate(vehicle, force.set(0, 0, 0)).x;
    },
  });
}

export async function benchFlock(_: readonly string[], figures: Figures): Promise<void> {
  const alone = separationRounds();
  console.log(row(`separation of ${NEIGHBORS} neighbors`, alone, 1));
  figures.ratio('flock.separation', ratiosOf(alone), 'Yuka 0.7');
  console.log('  a step of a flock: neighborhoods, separation, alignment, cohesion of all robots');
  for (const [count, rounds] of [
    [100, 600],
    [1_000, 150],
    [10_000, 15],
  ] as const) {
    const times = flockRounds(count, rounds);
    figures.ratio(`flock.of${count}`, ratiosOf(times), 'Yuka 0.7');
    const [ours, theirs] = (['ours', 'theirs'] as const).map((side) => median(times.map((one) => one[side])));
    console.log(
      `  ${String(count).padStart(6)} robots, ${meanNeighbors(count).toFixed(1)} neighbors each: ${ours?.toFixed(3)} ms, Yuka ${theirs?.toFixed(3)} ms`,
    );
  }
  if (kept === 0) throw new Error('nothing was worked out');
}
