/**
 * JSON that restores every number. JSON cannot express −0, NaN and ±∞: they are noted in an extra field, and 0 or null
 * stand in their places, so that other programs still read plain JSON.
 */
import { fieldOf, isRecord } from '../../validation/values.js';

type RareNumber = '-0' | 'NaN' | 'Infinity' | '-Infinity';

/** The path to such a number, then its name. */
type Note = readonly [...(string | number)[], RareNumber];

/** No recorded value has a field of this name. */
const NOTES_FIELD = 'exactly';

/** @param value a map of plain data */
export function encodeExactly(value: object): string {
  const notes: Note[] = [];
  note(value, [], notes);
  const text = JSON.stringify(value);
  return notes.length === 0 ? text : `${text.slice(0, -1)},"${NOTES_FIELD}":${JSON.stringify(notes)}}`;
}

/** @throws SyntaxError */
export function decodeExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!isRecord(value) || !Object.hasOwn(value, NOTES_FIELD)) return value;
  const { [NOTES_FIELD]: notes, ...plain } = value;
  if (Array.isArray(notes)) for (const each of notes) restore(plain, each);
  return plain;
}

/** x − x is 0 for every number except NaN and ±∞. */
const isRare = (x: number): boolean => (x === 0 ? Object.is(x, -0) : x - x !== 0);

const nameOf = (x: number): RareNumber => (x === 0 ? '-0' : (String(x) as RareNumber));

function note(value: object, way: (string | number)[], notes: Note[]): void {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) noteOne(value[i], i, way, notes);
  } else {
    for (const key in value) noteOne(value[key as never], key, way, notes);
  }
}

function noteOne(item: unknown, key: string | number, way: (string | number)[], notes: Note[]): void {
  if (typeof item === 'number') {
    if (isRare(item)) notes.push([...way, key, nameOf(item)]);
  } else if (typeof item === 'object' && item !== null) {
    way.push(key);
    note(item, way, notes);
    way.pop();
  }
}

/** A note that points nowhere, as in a file of another program, is ignored. */
function restore(root: object, given: unknown): void {
  if (!Array.isArray(given)) return;
  const way = given.slice(0, -2);
  const [key, word] = given.slice(-2);
  const place = way.reduce(fieldOf, root);
  if (typeof place === 'object' && place !== null && Object.hasOwn(place, key)) {
    Reflect.set(place, key, Number(word));
  }
}
