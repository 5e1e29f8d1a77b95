/** Every figure that a page quotes is the one that a bench has stored; and no page of measurements has others. */
import { describe, expect, it } from 'vitest';
import { readRuns, tableOf } from '../bench/figures/figureFile.js';
import { Figures, type FigureTable } from '../bench/figures/figures.js';
import { pageText, QUOTING_PAGES } from '../bench/figures/pages.js';
import { numberText, quotesIn, requoted } from '../bench/figures/quotes.js';
import { quoteTroubles, tableTroubles, troublesIn, writtenTroubles } from '../bench/figures/troubles.js';
import { MEASURED_CONDITIONS, MEASURED_PARTS } from './figureConditions.js';

const runs = readRuns();
const figures = tableOf(runs);

it.each(QUOTING_PAGES)('%s quotes what the benches have measured', (page) => {
  expect(quoteTroubles(pageText(page), figures)).toEqual([]);
});

it('docs/measured.md has no number that is neither quoted nor a condition', () => {
  expect(writtenTroubles(pageText('docs/measured.md'), MEASURED_CONDITIONS)).toEqual([]);
});

it.each(MEASURED_PARTS)(
  '$page has no other number where it tells of $from',
  ({ page, from, to, conditions }) => {
    const text = pageText(page).replace(/\s+/g, ' ');
    const [begin, end] = [text.indexOf(from), text.indexOf(to, text.indexOf(from))];
    expect([begin, end]).not.toContain(-1);
    expect(writtenTroubles(text.slice(begin, end + to.length), conditions)).toEqual([]);
  },
);

describe('docs/figures.json', () => {
  it('has no figure without a spread, a peer or a reader', () => {
    const quoted = new Set(QUOTING_PAGES.flatMap((page) => quotesIn(pageText(page)).map(({ id }) => id)));
    expect(tableTroubles(figures, quoted)).toEqual([]);
  });

  it.each(Object.entries(runs))('says where the figures of %s are from', (bench, run) => {
    expect(run.command).toMatch(new RegExp(`^npm run bench ${bench}\\b`));
    expect(run.commit).toMatch(/^[0-9a-f]{40}$/);
    expect(run.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(run.machine).toMatchObject({ cpu: expect.any(String), cores: expect.any(Number) });
    for (const id of Object.keys(run.figures)) expect(id.startsWith(`${bench}.`)).toBe(true);
  });
});

const TABLE: FigureTable = {
  'a.rms': { kind: 'exact', value: 0.2749, unit: 'mm' },
  'a.contacts': { kind: 'exact', value: 1354, unit: '' },
  'a.cost': { kind: 'ratio', value: 1.26, unit: '×', rounds: 5, spread: [1.1, 1.3], against: 'a peer' },
};
const PAGE =
  'At 50 Hz: 0.3<!--a.rms--> mm, 1 354<!--a.contacts--> times, 1.1<!--a.cost.least-->–1.3<!--a.cost.most-->.';
const troubles = (page: string) => troublesIn(page, TABLE, ['At 50 Hz']);

describe('of a page', () => {
  it('passes what is quoted, to the decimals of the text', () => expect(troubles(PAGE)).toEqual([]));

  it.each([
    ['a wrong number', PAGE.replace('0.3<', '0.4<'), '0.4 should be 0.3: a.rms'],
    ['a wrong decimal', PAGE.replace('0.3<', '0.28<'), '0.28 should be 0.27: a.rms'],
    ['thousands that do not stand apart', PAGE.replace('1 354', '1354'), '1354 should be 1 354: a.contacts'],
    ['an unknown id', PAGE.replace('a.rms', 'a.rsm'), '0.3: no bench has measured a.rsm'],
    ['the end of a spread that there is not', PAGE.replace('a.rms', 'a.rms.least'), 'a.rms.least'],
    ['a comment without its number', PAGE.replace('0.3<', '<'), 'no number stands before <!--a.rms-->'],
    ['a number that is part of a name', PAGE.replace('0.3<', 'x3<'), 'no number stands before <!--a.rms-->'],
    ['a number typed by hand', `${PAGE} In 12 of them.`, 'a number is typed by hand'],
    ['one typed in a table', `${PAGE}\n| 12 | b |`, 'a number is typed by hand'],
    ['a condition that it does not name', PAGE.replace('At 50 Hz', 'Then'), 'no page says: At 50 Hz'],
  ])('%s is found', (_, page, found) => expect(troubles(page).join()).toContain(found));

  it('leaves code, addresses and names alone', () =>
    expect(troubles(`${PAGE} \`x --draws 3\` [ATmega328P](a4.md)\n\`\`\`\n7\n\`\`\``)).toEqual([]));

  it('is written anew with the same decimals', () => {
    expect(requoted('0.9<!--a.rms--> of 99<!--a.contacts-->, 3<!--b.c-->', TABLE)).toBe(
      '0.3<!--a.rms--> of 1 354<!--a.contacts-->, 3<!--b.c-->',
    );
  });

  it('writes a minus and no negative zero', () =>
    expect([numberText(-1354.06, 1), numberText(-0.04, 1), numberText(12345678, 0)]).toEqual([
      '−1 354.1',
      '0.0',
      '12 345 678',
    ]));
});

describe('of the table', () => {
  const quoted = new Set(['a.rms', 'a.contacts', 'a.cost.least']);
  const ratio = TABLE['a.cost'];
  const found = (change: object) => tableTroubles({ 'a.cost': { ...ratio, ...change } as never }, quoted);

  it('passes figures that pages quote', () => expect(tableTroubles(TABLE, quoted)).toEqual([]));
  it('finds a figure that no page quotes', () =>
    expect(tableTroubles(TABLE, new Set(['a.rms', 'a.cost']))).toEqual(['a.contacts: no page quotes it']));
  it('lets a probe be', () =>
    expect(tableTroubles({ 'a.probe.b': { kind: 'probe', value: 1, unit: '' } }, quoted)).toEqual([]));

  it.each([
    ['no spread', { spread: undefined }, 'without a spread'],
    ['a spread beside its value', { spread: [2, 3] }, 'without a spread'],
    ['four rounds', { rounds: 4 }, 'at least 5'],
    ['nothing that it is against', { against: '' }, 'against what'],
  ])('finds a ratio with %s', (_, change, words) => expect(found(change).join()).toContain(words));
});

describe('a recorder', () => {
  const recorder = () => new Figures();

  it('keeps the median and the spread of its rounds', () => {
    const figures = recorder();
    figures.ratio('a.cost', [3, 1, 2, 5, 4], 'a peer');
    expect(figures.table['a.cost']).toMatchObject({ value: 3, rounds: 5, spread: [1, 5], against: 'a peer' });
  });

  it.each([
    ['too few rounds', () => recorder().wall('a.late', [1, 2, 3, 4], 'ms')],
    ['a value that is none', () => recorder().exact('a.rms', Number.NaN, 'mm')],
    ['a run that never ended', () => recorder().exact('a.last', Number.POSITIVE_INFINITY, 's')],
    ['an id of one word', () => recorder().exact('rms', 1, 'mm')],
  ])('refuses %s', (_, act) => expect(act).toThrow(RangeError));

  it('refuses an id that it has', () => {
    const figures = recorder();
    figures.probe('a.b', 1);
    expect(() => figures.exact('a.b', 1, '')).toThrow('measured twice');
  });
});
