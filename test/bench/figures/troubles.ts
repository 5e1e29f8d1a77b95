/** What is wrong with the figures of a page, and of their table. */
import { type Figure, type FigureTable, LEAST_ROUNDS } from './figures.js';
import { quotesIn, wantedText, withoutQuotes } from './quotes.js';

/** What a page says that no bench measures: the conditions of a measurement, figures of others, names with numbers. */
export type Conditions = readonly string[];

const QUOTED_AWAY = '◊';

/** A number of its own: not in a name, as in ATmega328P. */
const TYPED = /(?<![\p{L}\d.])\d[\d.]*/gu;

/** Quotes that say something else than the table, or name a figure that it does not have. */
export function quoteTroubles(page: string, figures: FigureTable): string[] {
  return quotesIn(page).flatMap((quote) => {
    const { text, id } = quote;
    if (text === undefined) return [`no number stands before <!--${id}-->`];
    const wanted = wantedText(quote, figures);
    if (wanted === undefined) return [`${text}: no bench has measured ${id}`];
    return wanted === text ? [] : [`${text} should be ${wanted}: ${id}`];
  });
}

/** Numbers that stand in a page without a figure and are no condition. @param page a page, or a part of one */
function typedTroubles(page: string, conditions: Conditions): string[] {
  // Longer ones first: one may be a part of another.
  const known = [...conditions].sort((a, b) => b.length - a.length);
  const bare = known.reduce((text, words) => text.replaceAll(words, ' '), readable(page));
  return [...bare.matchAll(TYPED)].map(({ index }) => {
    const around = bare.slice(Math.max(0, index - 30), index + 30).trim();
    return `a number is typed by hand, and is no condition: … ${around} …`;
  });
}

/** All that is wrong in a page of measurements: every number of it is quoted, or a condition. */
export const troublesIn = (page: string, figures: FigureTable, conditions: Conditions): string[] => [
  ...quoteTroubles(page, figures),
  ...writtenTroubles(page, conditions),
];

/** What is wrong in the words of a page, whatever its quotes say. */
export const writtenTroubles = (page: string, conditions: Conditions): string[] => [
  ...typedTroubles(page, conditions),
  ...unusedConditions(page, conditions),
];

/** A condition that the page no longer names would let a typed figure pass one day. */
const unusedConditions = (page: string, conditions: Conditions): string[] => {
  const text = readable(page);
  return conditions.filter((words) => !text.includes(words)).map((words) => `no page says: ${words}`);
};

/** What a reader reads, on one line: no code, no addresses, and a sign in the place of each quoted figure. */
const readable = (page: string): string =>
  withoutQuotes(page, QUOTED_AWAY)
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/`[^`]*`/g, ' ')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\s+/g, ' ');

/** Figures that must not be published as they are, and figures that no page quotes. @param quoted ids of all pages */
export function tableTroubles(figures: FigureTable, quoted: ReadonlySet<string>): string[] {
  return Object.entries(figures).flatMap(([id, figure]) => [
    ...figureTroubles(figure).map((trouble) => `${id}: ${trouble}`),
    ...(figure.kind === 'probe' || isQuoted(id, quoted) ? [] : [`${id}: no page quotes it`]),
  ]);
}

const isQuoted = (id: string, quoted: ReadonlySet<string>): boolean =>
  [id, `${id}.least`, `${id}.most`].some((name) => quoted.has(name));

function figureTroubles(figure: Figure): string[] {
  if (figure.kind === 'exact' || figure.kind === 'probe') return [];
  const { value, rounds, spread: [least, most] = [] } = figure;
  return [
    ...(rounds >= LEAST_ROUNDS ? [] : [`of ${rounds} rounds: at least ${LEAST_ROUNDS}`]),
    ...(Number(least) <= value && value <= Number(most) ? [] : ['without a spread round its value']),
    ...(figure.kind === 'wall' || figure.against ? [] : ['it does not say against what']),
  ];
}
