/** Quoted figures: a number of a page, and directly behind it a comment with the figure's id. */
import type { FigureTable } from './figures.js';
import { quotedValue } from './figures.js';

/** `1 354`, `0.3`, `−4`: thousands stand apart. */
const NUMBER = String.raw`[-−]?(?:\d{1,3}(?: \d{3})+|\d+)(?:\.\d+)?`;
const QUOTE = new RegExp(String.raw`(?:(?<![\w.])(${NUMBER}))?<!--([\w.]+)-->`, 'g');

export interface Quote {
  /** Undefined: no number stands before the comment. */
  readonly text: string | undefined;
  readonly id: string;
}

export const quotesIn = (page: string): Quote[] =>
  [...page.matchAll(QUOTE)].map(([, text, id = '']) => ({ text, id }));

/** The page with something else in the place of its quotes. */
export const withoutQuotes = (page: string, instead = ''): string => page.replace(QUOTE, instead);

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

/** A number as the docs write it: a true minus, and thousands apart. */
export function numberText(value: number, decimals: number): string {
  const [whole = '', part] = Math.abs(value).toFixed(decimals).split('.');
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ' ');
  const digits = part === undefined ? apart : `${apart}.${part}`;
  return value < 0 && /[1-9]/.test(digits) ? `−${digits}` : digits;
}

/** What a quote must say: the figure's value, with as many decimals as it has now. */
export function wantedText({ text, id }: Quote, figures: FigureTable): string | undefined {
  const value = quotedValue(figures, id);
  return value === undefined ? undefined : numberText(value, decimalsOf(text ?? ''));
}

/** The page with every quoted number as the figures have it; one that they do not have stays as it is. */
export const requoted = (page: string, figures: FigureTable): string =>
  page.replace(QUOTE, (all, text: string | undefined, id: string) => {
    const wanted = text === undefined ? undefined : wantedText({ text, id }, figures);
    return wanted === undefined ? all : `${wanted}<!--${id}-->`;
  });
