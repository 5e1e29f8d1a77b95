/** Guards before goals: each pair drives to the end of a way on which something stands, in many situations and fields. */
import { COMPANY, driveInCompany } from '../support/companyAmongThings.js';
import { driveAmong, fieldOf, SITUATIONS, type Situation } from '../support/pathsAmongThings.js';
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

export function benchGuardsAndGoals(_: readonly string[], figures: Figures): void {
  benchCompany(figures);
  for (const [eyes, guards] of SIGHTS) {
    let [runs, arrived, contacts] = [0, 0, 0];
    for (const guard of guards)
      for (const goal of Object.keys(GOALS)) {
        const failed: string[] = [];
        for (const [name, situation] of PLACES) {
          const driven = drivePair({ eyes, guard, goal }, situation);
          runs += 1;
          contacts += driven.contacts;
          if (driven.arrived) arrived += 1;
          else failed.push(name);
        }
        console.log(`${eyes}, ${guard}, ${goal}: ${failed.join(', ') || 'all'}`);
      }
    figures.exact(`guardsAndGoals.${eyes.replaceAll(' ', '')}.arrived`, (100 * arrived) / runs, '%');
    figures.exact(`guardsAndGoals.${eyes.replaceAll(' ', '')}.contacts`, contacts, '');
    figures.exact(`guardsAndGoals.${eyes.replaceAll(' ', '')}.runs`, runs, '');
  }
}

function benchCompany(figures: Figures): void {
  for (const [eyes, guards] of SIGHTS) {
    let [runs, done, contacts] = [0, 0, 0];
    for (const guard of guards)
      for (const goal of Object.keys(COMPANY)) {
        const failed: string[] = [];
        for (const [name, situation] of PLACES) {
          const driven = driveCompany({ eyes, guard, goal }, situation);
          runs += 1;
          contacts += driven.contacts;
          if (driven.done) done += 1;
          else failed.push(name);
        }
        console.log(`${eyes}, ${guard}, ${goal}: ${failed.join(', ') || 'all'}`);
      }
    const id = `guardsAndGoals.company.${eyes.replaceAll(' ', '')}`;
    figures.exact(`${id}.done`, (100 * done) / runs, '%');
    figures.exact(`${id}.contacts`, contacts, '');
    figures.exact(`${id}.runs`, runs, '');
  }
}

/** How long some pairs take. */
export function probeGuardsAndGoals(figures: Figures): void {
  let seconds = 0;
  for (const goal of Object.keys(GOALS))
    seconds += drivePair({ eyes: 'truth', guard: 'avoidObstacles', goal }, fieldOf(2)).seconds;
  figures.probe('guardsAndGoals.probe.seconds', seconds);
}
