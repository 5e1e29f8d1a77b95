/** Guards before goals: each pair drives to the end of a way on which something stands, in many situations and fields. */
import type { Seconds } from '../../src/math/units.js';
import { COMPANY, driveInCompany } from '../support/companyAmongThings.js';
import { driveAmong, fieldOf, SITUATIONS, type Situation } from '../support/pathsAmongThings.js';
import { driveBySight, SENSED, type SensedWay } from '../support/sensedWaysAmongThings.js';
import type { Figures } from './figures/figures.js';

const FIELDS = 24;
/** A goal other than the path takes a way of its own: these situations are about the path alone. */
const ALONG_ONLY = /square|lanes|figure|corner/;

const AVOID = { avoidObstacles: {} };
/** Before the goal; what looks about is for eyes that see little. */
export const GUARDS: Readonly<Record<string, readonly object[]>> = {
  avoidObstacles: [AVOID],
  'avoidNeighbors, avoidObstacles': [{ avoidNeighbors: {} }, AVOID],
  'lookAround, avoidObstacles': [{ lookAround: {} }, AVOID],
};

const endOf = ({ path }: Situation) => [...(path.at(-1) ?? [0, 0])];
/** To the same end. */
export const GOALS: Readonly<Record<string, (situation: Situation) => object>> = {
  seek: (situation) => ({ seek: { target: endOf(situation) } }),
  arrive: (situation) => ({ arrive: { target: endOf(situation) } }),
  followPath: ({ path }) => ({ followPath: { path } }),
  'followPath in a band': ({ path }) => ({ followPath: { path, radius: 0.1 } }),
  'followPath as in the article': ({ path }) => ({ followPath: { path, predict: 0.25 } }),
};

export const PLACES: readonly (readonly [name: string, Situation])[] = [
  ...Object.entries(SITUATIONS).filter(([name]) => !ALONG_ONLY.test(name)),
  ...Array.from({ length: FIELDS }, (_, i) => [`field ${i + 1}`, fieldOf(i + 1)] as const),
];

/** The eyes, and the guards that are tried with them. */
export const SIGHTS = [
  ['truth', Object.keys(GUARDS)],
  ['lidar', Object.keys(GUARDS).slice(0, 2)],
  ['16 sonars', Object.keys(GUARDS).slice(0, 2)],
  ['one eye', Object.keys(GUARDS).slice(2)],
] as const;

export interface Pair {
  readonly eyes: string;
  readonly guard: string;
  readonly goal: string;
}

/** Drives a pair at a place. */
export const drivePair = ({ eyes, guard, goal }: Pair, situation: Situation) =>
  driveAmong({
    situation,
    eyes,
    guards: GUARDS[guard] ?? [],
    goal: (GOALS[goal] ?? GOALS.arrive)?.(situation) ?? {},
  });

/** The same for a goal that has no end of its own. */
export const driveCompany = ({ eyes, guard, goal }: Pair, situation: Situation) =>
  driveInCompany({ situation, eyes, guards: GUARDS[guard] ?? [], goal });

/** The same for a wall or a line that it follows by what it sees. */
export const driveSensed = (
  { eyes, guard, goal }: Pair & { readonly goal: keyof typeof SENSED },
  place: SensedWay,
) => driveBySight({ place, eyes, guards: GUARDS[guard] ?? [], goal });

export function benchGuardsAndGoals(_: readonly string[], figures: Figures): void {
  for (const [eyes, guards] of SIGHTS) {
    const company = new Tally(`company.${eyes}`, 'done');
    const sensed = new Tally(`sensed.${eyes}`, 'done');
    const goals = new Tally(eyes, 'arrived');
    const ratios: number[] = [];
    for (const guard of guards) {
      for (const goal of Object.keys(COMPANY)) company.add({ eyes, guard, goal }, PLACES, driveCompany);
      for (const goal of ['followWall', 'followLine'] as const)
        sensed.add({ eyes, guard, goal }, SENSED[goal], driveSensed);
      const times = Object.keys(GOALS).map((goal) =>
        goals.add({ eyes, guard, goal }, PLACES, (pair, place) => {
          const { arrived, ...driven } = drivePair(pair, place);
          return { ...driven, done: arrived };
        }),
      );
      ratios.push(...ratiosTo(times, Object.keys(GOALS).indexOf('arrive')));
    }
    figures.exact(`guardsAndGoals.${eyes.replaceAll(' ', '')}.time`, median(ratios), '×');
    const soon = ratios.filter((ratio) => ratio <= SOON).length;
    figures.exact(`guardsAndGoals.${eyes.replaceAll(' ', '')}.soon`, (100 * soon) / ratios.length, '%');
    for (const tally of [company, sensed, goals]) tally.write(figures);
  }
}

interface Outcome {
  readonly done: boolean;
  readonly contacts: number;
  readonly seconds: Seconds;
}

/** Of the time of `arrive` to the same end. */
const SOON = 1.3;

/** The times of the other goals at each place, as shares of those of one of them, where both got there. */
const ratiosTo = (times: readonly (readonly Seconds[])[], base: number): number[] =>
  times.flatMap((goal, i) =>
    i === base
      ? []
      : goal.map((time, place) => time / (times[base]?.[place] ?? Number.NaN)).filter(Number.isFinite),
  );

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Counts what was reached, and what was touched. */
class Tally {
  #runs = 0;
  #done = 0;
  #contacts = 0;
  readonly #id: string;
  readonly #word: string;

  constructor(name: string, done: string) {
    this.#id = `guardsAndGoals.${name.replaceAll(' ', '')}`;
    this.#word = done;
  }

  add<P extends Pair, S>(
    pair: P,
    places: readonly (readonly [string, S])[],
    drive: (pair: P, place: S) => Outcome,
  ) {
    const failed: string[] = [];
    const times: Seconds[] = [];
    for (const [name, place] of places) {
      const { done, contacts, seconds } = drive(pair, place);
      times.push(done ? seconds : Number.NaN);
      this.#runs += 1;
      this.#contacts += contacts;
      if (done) this.#done += 1;
      else failed.push(name);
    }
    console.log(`${pair.eyes}, ${pair.guard}, ${pair.goal}: ${failed.join(', ') || 'all'}`);
    return times;
  }

  write(figures: Figures): void {
    figures.exact(`${this.#id}.${this.#word}`, (100 * this.#done) / this.#runs, '%');
    figures.exact(`${this.#id}.contacts`, this.#contacts, '');
    figures.exact(`${this.#id}.runs`, this.#runs, '');
  }
}

/** How long some pairs take. */
export function probeGuardsAndGoals(figures: Figures): void {
  let seconds = 0;
  for (const goal of Object.keys(GOALS))
    seconds += drivePair({ eyes: 'truth', guard: 'avoidObstacles', goal }, fieldOf(2)).seconds;
  figures.probe('guardsAndGoals.probe.seconds', seconds);
}
