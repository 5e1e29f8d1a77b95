/** What would have made a failed run succeed: the alternatives that did, the likeliest cause first. */
import type { Meters } from '../../src/math/units.js';
import type { Result } from '../referee/result.js';
import type { Scenario } from '../scenario/scenario.js';
import { gapToThing } from '../world/solidThings.js';
import { thingNamed } from '../world/things.js';
import type { Alternative, AlternativeKind } from './alternative.js';
import { alternativesOf } from './alternatives.js';

export interface Helping extends Pick<Alternative, 'words' | 'kind' | 'about' | 'scenario'> {
  /** Every criterion is met with it. */
  readonly passed: boolean;
  /** How many that the run lost are met with it, less those that are lost besides. */
  readonly gained: number;
}

/**
 * How likely a cause of each kind is, before anything is known, and what its oddity adds: what is out of order comes first, then
 * what was chosen unusually, then what stands in the way; that another choice would have helped as well says least.
 */
const LIKELIHOOD: Readonly<Record<AlternativeKind, readonly [base: number, odd: number]>> = {
  fault: [4, 0],
  body: [2, 1],
  'usual number': [1.6, 1.4],
  sensor: [1.5, 1],
  order: [1.3, 0.8],
  thing: [1.2, 0.6],
  number: [0.9, 0.2],
  'left out': [0.8, 0],
  latency: [0.7, 0],
  place: [0.6, 0],
};

/**
 * Runs every alternative, and ranks those that helped: those with which all is met first, of these the likeliest first. Of
 * alternatives about the same thing the best is told.
 *
 * @param run gives the result of an alternative scenario; undefined where it cannot be run
 */
export async function whatHelps(
  scenario: Scenario,
  result: Result,
  run: (scenario: Scenario) => Promise<Result | undefined>,
): Promise<readonly Helping[]> {
  const nearness = nearnessIn(scenario, result);
  const found: (Helping & { readonly likelihood: number })[] = [];
  for (const one of alternativesOf(scenario)) {
    const other = await run(one.scenario);
    if (!other) continue;
    const gained = lostIn(result) - lostIn(other);
    if (gained <= 0) continue;
    const oddity = one.kind === 'thing' ? nearness(one.about) : one.oddity;
    const [base, odd] = LIKELIHOOD[one.kind];
    const { words, kind, about, scenario: with_ } = one;
    found.push({
      words,
      kind,
      about,
      scenario: with_,
      passed: other.passed,
      gained,
      likelihood: base + odd * oddity,
    });
  }
  const ranked = found.sort(
    (a, b) => Number(b.passed) - Number(a.passed) || b.gained - a.gained || b.likelihood - a.likelihood,
  );
  const told = new Set<string>();
  return ranked.flatMap(({ likelihood: _, ...one }) => {
    if (told.has(one.about)) return [];
    told.add(one.about);
    return [one];
  });
}

/** A robot that is stopped for safety, or fails, loses the run as a criterion does. */
const lostIn = ({ criteria, robots, passed }: Result): number =>
  criteria.filter((row) => !row.passed).length +
  robots.filter(({ outcome }) => outcome === 'failed' || outcome === 'faulted').length +
  (passed ? 0 : 1);

/** Within this distance of a thing a robot is at it. */
const AT: Meters = 0.1;

/** How near a thing is to what was lost: 1 where a robot touched it, less the farther it is from where one stood. */
function nearnessIn({ world }: Scenario, { criteria, robots }: Result): (thing: string) => number {
  const touched = new Set(criteria.flatMap(({ lost }) => lost?.thing ?? []));
  const places = [
    ...criteria.flatMap(({ lost }) => lost?.place ?? []),
    ...robots.flatMap(({ standing }) => standing?.at ?? []),
  ];
  return (thing) => {
    const place = thingNamed(world, thing);
    if (touched.has(thing)) return 1;
    if (!place) return 0;
    const gap = Math.min(...places.map((at) => Math.max(0, gapToThing(world, place, at, 0))));
    return Number.isFinite(gap) ? AT / (AT + gap) : 0;
  };
}
