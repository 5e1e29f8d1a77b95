/** `--set KEY=VALUES`: the values that a key of the scenario takes, one after the other. */
import { parse } from 'yaml';
import type { KeySweep } from '../../study/variant.js';
import { messageOf, UsageError } from '../../validation/errors.js';

const WANTED =
  'robots.a.at.x=0.1, robots.a.at.x=0.1,0.2 or robots.a.at.x=0.1..0.5:0.1 (from..to:step) is wanted';

/** More values of one key than a table could show. */
const MAX_VALUES = 200;

/** @throws UsageError */
export const parseSweeps = (texts: readonly string[]): readonly KeySweep[] =>
  texts.reduce<readonly KeySweep[]>((before, text) => parseSweep(text, before), []);

/** Adds one to those before it. @throws UsageError */
export function parseSweep(text: string, before: readonly KeySweep[] = []): readonly KeySweep[] {
  const at = text.indexOf('=');
  const key = text.slice(0, Math.max(0, at)).trim();
  if (key === '') throw new UsageError(`--set '${text}' sets nothing; ${WANTED}`);
  if (before.some((sweep) => sweep.key === key)) throw new UsageError(`--set: ${key} is set twice`);
  const values = partsOf(text.slice(at + 1)).flatMap(valuesOf);
  if (values.length > MAX_VALUES) {
    throw new UsageError(`${key} takes ${values.length} values; at most ${MAX_VALUES} are compared`);
  }
  refuseTwice(key, values);
  return [...before, { key, values }];
}

/** @throws UsageError: the same runs would stand in the table twice, under the same name */
function refuseTwice(key: string, values: readonly unknown[]): void {
  const texts = values.map((value) => JSON.stringify(value));
  const twice = texts.find((text, i) => texts.indexOf(text) < i);
  if (twice !== undefined) throw new UsageError(`--set: ${key} takes ${twice} twice; leave one of them out`);
}

/** Split at the commas that are in no brackets and in no quotation marks. */
function partsOf(text: string): string[] {
  const parts = [''];
  let depth = 0;
  let quoted = false;
  for (const letter of text) {
    if (letter === '"') quoted = !quoted;
    if (!quoted && '[{('.includes(letter)) depth += 1;
    if (!quoted && ']})'.includes(letter)) depth -= 1;
    if (letter === ',' && depth === 0 && !quoted) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}

const NUMBER = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`;
const RANGE = new RegExp(String.raw`^(${NUMBER})\.\.(${NUMBER}):(${NUMBER})\s*(\D*)$`, 'i');

/** A range's values, or the one value as a file would write it. @throws UsageError */
function valuesOf(text: string): unknown[] {
  const range = RANGE.exec(text);
  if (range) return rangeValues(range);
  if (text === '' || text.includes('..')) throw new UsageError(`--set: '${text}' is no value; ${WANTED}`);
  try {
    return [parse(text)];
  } catch (error) {
    const [why] = messageOf(error).split('\n');
    throw new UsageError(`--set: '${text}' is no value (${why}); ${WANTED}`);
  }
}

function rangeValues([text, from = '', to = '', by = '', unit = '']: RegExpExecArray): unknown[] {
  const [low, high, step] = [Number(from), Number(to), Number(by)];
  const count = Math.floor((high - low) / step + 1e-9) + 1;
  if (!(step !== 0 && count >= 1 && count <= MAX_VALUES)) {
    throw new UsageError(`--set: ${text} holds no value, or more than ${MAX_VALUES}; ${WANTED}`);
  }
  // 0.1 + 2 × 0.1 has the digits that the user wrote, not those of floating-point sums.
  const digits = Math.max(...[from, by].map(decimals));
  const values = Array.from({ length: count }, (_, i) => Number((low + i * step).toFixed(digits)));
  return unit === '' ? values : values.map((value) => `${value} ${unit.trim()}`);
}

function decimals(text: string): number {
  const [, fraction = '', exponent = '0'] = /^[-+]?\d*\.?(\d*)(?:e([-+]?\d+))?$/i.exec(text) ?? [];
  return Math.min(15, Math.max(0, fraction.length - Number(exponent)));
}
