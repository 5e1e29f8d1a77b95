/** What would have made a failed run succeed: the alternatives that did, the likeliest cause first. */
import type { Meters } from '../../src/math/units.js';
import { figureWords } from '../referee/lossWords.js';
import type { CriterionResult, Result } from '../referee/result.js';
import type { Scenario } from '../scenario/scenario.js';
import { gapToThing } from '../world/solidThings.js';
import { thingNamed } from '../world/things.js';
import type { Alternative, AlternativeKind } from './alternative.js';
import { alternativesOf } from './alternatives.js';

export interface Helping extends Pick<Alternative, 'words' | 'kind' | 'about' | 'scenario'> {
  /** Every criterion is met with it. */
  readonly passed: boolean;
  /** How many that the run lost are met with it, less those that are lost besides; 0: none is, but it comes nearest. */
  readonly gained: number;
  /** What came of those that the run lost: `arrived: 3.85 s, at most 8.00 s`. */
  readonly outcome: string;
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

type Ranked = Helping & { readonly likelihood: number };

/** What takes less than this share of what was missing is not worth telling. */
const LEAST_SHARE = 0.2;

/**
 * Runs every alternative, the likeliest cause first, and ranks those that helped: those with which all is met first, of these the
 * likeliest first. Of alternatives about the same thing the best is told. Where none helped, the one that comes nearest is.
 *
 * @param run gives the result of an alternative scenario; undefined where it cannot be run
 * @param soFar called with those that are known to help, whenever there is another one
 */
export async function whatHelps(
  scenario: Scenario,
  result: Result,
  run: (scenario: Scenario) => Promise<Result | undefined>,
  soFar: (helping: readonly Helping[]) => void = () => {},
): Promise<readonly Helping[]> {
  const found: Ranked[] = [];
  let [nearest, share] = [undefined as Ranked | undefined, LEAST_SHARE];
  for (const { alternative, likelihood } of likeliestFirst(scenario, result)) {
    const other = await run(alternative.scenario);
    const gained = other ? lostIn(result) - lostIn(other) : 0;
    if (!other || gained < 0) continue;
    const { words, kind, about, scenario: with_ } = alternative;
    const { passed } = other;
    const outcome = outcomeOf(result, other);
    const one = { words, kind, about, scenario: with_, passed, gained, outcome, likelihood };
    if (gained > 0) {
      found.push(one);
      soFar(ranked(found));
    } else if (shareOf(result, other) > share) [nearest, share] = [one, shareOf(result, other)];
  }
  return ranked(found.length === 0 && nearest ? [nearest] : found);
}

function likeliestFirst(scenario: Scenario, result: Result) {
  const nearness = nearnessIn(scenario, result);
  return alternativesOf(scenario)
    .map((alternative) => {
      const { kind, about } = alternative;
      const [base, odd] = LIKELIHOOD[kind];
      const oddity = kind === 'thing' ? nearness(about) : alternative.oddity;
      return { alternative, likelihood: base + odd * oddity };
    })
    .sort((a, b) => b.likelihood - a.likelihood);
}

function ranked(found: readonly Ranked[]): readonly Helping[] {
  const order = found.toSorted(
    (a, b) => Number(b.passed) - Number(a.passed) || b.gained - a.gained || b.likelihood - a.likelihood,
  );
  const told = new Set<string>();
  return order.flatMap(({ likelihood: _, ...one }) => {
    if (told.has(one.about)) return [];
    told.add(one.about);
    return [one];
  });
}

/** Of what the lost criteria miss, the share that the other run makes good: the mean, each from 0 (it is no better) to 1 (met). */
function shareOf(was: Result, is: Result): number {
  const shares = was.criteria.flatMap((row, i) => {
    const other = is.criteria[i];
    if (row.passed || !other) return [];
    const [before, now] = [missOf(row), missOf(other)];
    return [Number.isFinite(before) ? Math.max(0, 1 - now / before) : Number(Number.isFinite(now)) / 2];
  });
  return shares.reduce((sum, one) => sum + one, 0) / Math.max(1, shares.length);
}

/** By how much a criterion is missed, as a share of its limit, if that is not 0; infinite where it has no value. */
function missOf({ limit, measured, passed, bound }: CriterionResult): number {
  if (passed) return 0;
  if (measured === null || limit === null) return Number.POSITIVE_INFINITY;
  return (bound ? limit - measured : measured - limit) / (Math.abs(limit) || 1);
}

/** Each criterion that was lost, as it is in the other run. */
const outcomeOf = (was: Result, is: Result): string =>
  is.criteria.flatMap((row, i) => (was.criteria[i]?.passed === false ? [figureWords(row)] : [])).join('; ');

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
