/** A percept whose obstacles, which few behaviors look at, are made only where they are asked for. */
import type { Percept } from './behavior.js';

/** (A class, since a getter of its own would make each percept a dictionary, ten times as slow to make and to read.) */
export class LazyPercept implements Percept {
  readonly id: Percept['id'];
  readonly at: Percept['at'];
  readonly dt: Percept['dt'];
  readonly pose: Percept['pose'];
  readonly velocity: Percept['velocity'];
  readonly forwardSpeed: Percept['forwardSpeed'];
  readonly turnRate: Percept['turnRate'];
  readonly body: Percept['body'];
  readonly targets: Percept['targets'];
  readonly neighbors: Percept['neighbors'];
  readonly mapped: Percept['mapped'];
  readonly hits: Percept['hits'];
  readonly sightAge: Percept['sightAge'];
  readonly ranges: Percept['ranges'];
  readonly rangers: Percept['rangers'];
  readonly levels: Percept['levels'];
  readonly bearings: Percept['bearings'];
  readonly mounts: Percept['mounts'];
  readonly random: Percept['random'];
  readonly mission: Percept['mission'];
  readonly wish: Percept['wish'];
  readonly #obstacles: () => Percept['obstacles'];

  constructor(
    known: Omit<Percept, 'obstacles' | 'wish'>,
    wish: Percept['wish'],
    obstacles: () => Percept['obstacles'],
  ) {
    this.id = known.id;
    this.at = known.at;
    this.dt = known.dt;
    this.pose = known.pose;
    this.velocity = known.velocity;
    this.forwardSpeed = known.forwardSpeed;
    this.turnRate = known.turnRate;
    this.body = known.body;
    this.targets = known.targets;
    this.neighbors = known.neighbors;
    this.mapped = known.mapped;
    this.hits = known.hits;
    this.sightAge = known.sightAge;
    this.ranges = known.ranges;
    this.rangers = known.rangers;
    this.levels = known.levels;
    this.bearings = known.bearings;
    this.mounts = known.mounts;
    this.random = known.random;
    this.mission = known.mission;
    this.wish = wish;
    this.#obstacles = obstacles;
  }

  get obstacles(): Percept['obstacles'] {
    return this.#obstacles();
  }
}
