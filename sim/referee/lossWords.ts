/** What was lost, in plain words: `a touched a post at 2.1 s`. */
import type { CriterionSpec } from '../scenario/scenario.js';
import { BEATS, type CriterionResult, formatMetric } from './result.js';

const NOUNS: Readonly<Record<string, string>> = {
  walls: 'a wall',
  circles: 'a round obstacle',
  posts: 'a post',
  boxes: 'a box',
};

/** `posts.3` is a post; a robot and a thing with a name of its own keep it. */
export function nounOf(thing: string | undefined, robots: readonly string[] = []): string {
  if (thing === undefined) return 'something';
  if (robots.includes(thing)) return thing;
  return NOUNS[thing.split('.')[0] ?? ''] ?? `the ${thing}`;
}

/** What the robot did, or failed to do; goes on after its name. */
function deed(row: CriterionResult, robots: readonly string[]): string {
  const { criterion, measured, limit, lost, of = '', why } = row;
  const format = formatMetric(criterion);
  const figure = measured === null ? 'nothing' : format(measured);
  const wanted = limit === null ? '' : format(limit).replace(/\.0 mm$/, ' mm');
  const [, target = of] = of.split(' to ');
  switch (criterion) {
    case 'contacts':
      return `touched ${nounOf(lost?.thing, robots)}`;
    case 'clearance':
      return `came nearer than ${wanted} to ${nounOf(lost?.thing, robots)}`;
    case 'overshoot':
      return `went beyond its target by more than ${wanted}`;
    case 'crossTrack.max':
      return `left its path by more than ${wanted}`;
    case 'crossTrack.rms':
      return `was ${figure} RMS off its path, at most ${wanted} were wanted,`;
    case 'crossTrack.missed':
      return `missed a point of its path by ${figure}`;
    case 'arrived':
      return 'had not arrived';
    case 'distance.reaches':
      return `had not come to ${target}`;
    case 'distance.atLeast':
      return `came nearer than ${wanted} to ${target}`;
    case 'distance.atMost':
      return `was farther than ${wanted} from ${target}`;
    case 'inside':
      return 'left its area';
    case 'moved.atLeast':
      return `had driven only ${figure}`;
    case 'moved.atMost':
      return `drove more than ${wanted}`;
    case 'excursion.atLeast':
      return `had gone only ${figure} away`;
    case 'excursion.atMost':
      return `went farther away than ${wanted}`;
    case 'coverage':
      return `had covered only ${percent(measured)} of the area`;
    case 'hidden':
      return `was hidden only for ${percent(measured)} of the time`;
    case 'order':
      return `had passed only ${figure} of ${wanted} places in their order`;
    case 'order.apart':
      return measured === null ? 'had not arrived in the wanted order' : 'arrived in another order';
    case 'noticed':
      return `had not noticed the fault ${why ?? ''}`.trimEnd();
    case 'stopped.within':
      return measured === null ? 'had not stopped' : `took ${figure} to stop`;
    case 'stopped.travelled':
      return measured === null ? 'had not come to a stand' : `rolled on for ${figure}`;
    case 'stopped.why':
      return `stopped for another reason than ${why ?? 'the wanted one'}`;
    case 'crossings':
      return `had made only ${figure} crossings`;
    case 'flow':
      return `flowed at only ${figure}`;
    case 'polarization':
      return `faced one way only to ${figure}`;
    default:
      return criterion.startsWith(BEATS) ? `did not do better than “${of}”` : `missed ${criterion}`;
  }
}

const percent = (share: number | null): string => `${Math.round((share ?? 0) * 100)} %`;

/** Criteria of all robots together. */
const OF_ALL: readonly CriterionSpec['criterion'][] = ['crossings', 'flow', 'polarization'];

/** `touched a post at 2.1 s`; with the name of the robot if there are several. */
export function lossWords(row: CriterionResult, robots: readonly string[]): string {
  const { lost, of, criterion } = row;
  const who = lost?.robot ?? (robots.length > 1 && of !== undefined && robots.includes(of) ? of : undefined);
  const all = who === undefined && (robots.length > 1 || OF_ALL.some((one) => one === criterion));
  const subject = all ? 'the robots ' : robots.length > 1 ? `${who} ` : '';
  const at = lost === undefined ? '' : ` at ${lost.at.toFixed(1)} s`;
  return `${subject}${deed(row, robots)}${at}`;
}

/** A figure's name in plain English; the other rows' names are plain already. */
const FIGURES: Readonly<Record<string, string>> = {
  'crossTrack.max': 'farthest off its path',
  'crossTrack.rms': 'RMS off its path',
  'crossTrack.missed': 'farthest point of its path missed',
  'distance.reaches': 'reached',
  'distance.atLeast': 'distance',
  'distance.atMost': 'distance',
  inside: 'outside its area',
  'moved.atLeast': 'driven',
  'moved.atMost': 'driven',
  'excursion.atLeast': 'farthest away',
  'excursion.atMost': 'farthest away',
  order: 'places in order',
  'order.apart': 'time between arrivals',
  noticed: 'noticed after',
  'stopped.within': 'stopped after',
  'stopped.travelled': 'rolled on',
  'stopped.why': 'stopped for the reason',
};

const figureName = (criterion: string): string =>
  criterion.startsWith(BEATS)
    ? `better, ${figureName(criterion.slice(BEATS.length))}`
    : (FIGURES[criterion] ?? criterion);

/** The figure behind the words: `contacts: 1, at most 0`. */
export function figureWords({ criterion, limit, measured, bound, of, why }: CriterionResult): string {
  const figure = formatMetric(criterion);
  const found = measured === null ? 'never' : figure(measured);
  const wanted = limit === null ? '' : `, ${bound === 'atLeast' ? 'at least' : 'at most'} ${figure(limit)}`;
  return `${[figureName(criterion), of, why].filter(Boolean).join(', ')}: ${found}${wanted}`;
}
