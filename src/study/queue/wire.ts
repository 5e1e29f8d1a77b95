/** What a queue carries, and how what it brings is checked: whoever reaches the server can write to it. */
import { deflateSync, inflateSync } from 'node:zlib';
import { z } from 'zod';
import { decodeExactly, encodeExactly } from '../../recording/format/exactJson.js';
import { fieldOf, isRecord, listOf } from '../../validation/values.js';
import type { RunRow } from '../runRow.js';
import type { SeedRuns } from '../seedRuns.js';
import { countSeeds } from '../seeds.js';
import { MAX_VARIANTS } from '../variant.js';

const text = (most: number) => z.string().max(most);
export const studyId = z.string().regex(/^[0-9a-f]{8}$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** All but tab and line feed: texts that others wrote must not steer this terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

export const withoutControl = (words: string): string => words.replace(CONTROL, '?');

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return withoutControl(value) === value;
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isPlain(key) && isPlain(inner));
}

/** NaN for what is no list of seeds. */
function seedCount(seeds: string): number {
  try {
    return countSeeds(seeds);
  } catch {
    return Number.NaN;
  }
}

/** Each wrong part of a value is noted by its schema: long lists of them are refused before it looks. */
const hasAtMost = (list: unknown, most: number): boolean =>
  typeof list !== 'object' || list === null || Object.keys(list).length <= most;

const NOT_PLAIN = 'a text in it has control characters';

/** Of the quickest scenario they take half a second; more would be much to hold in memory. */
export const MAX_SEEDS_IN_BATCH = 500;
const MAX_FILES = 1000;
const MAX_SETTINGS = 1000;
/** The last millisecond that a Date can be. */
const LAST_DATE = 8.64e15;

/** A file of the study by the SHA-256 of its text. */
const fileSchema = z.strictObject({
  role: z.enum(['scenario', 'robot', 'path', 'mission']),
  name: text(4096),
  from: text(4096),
  file: text(4096),
  hash,
});

const variantSchema = z.strictObject({
  scenario: text(4096),
  mission: text(4096).exactOptional(),
  settings: z.array(z.strictObject({ key: text(1000), value: z.unknown() })).max(MAX_SETTINGS),
});

export const manifestSchema = z
  .strictObject({
    version: text(100),
    /** Milliseconds since 1970, by its sender's clock. */
    created: z.int().min(0).max(LAST_DATE),
    seeds: text(1_000_000),
    /** Seeds of a batch; the last one may have fewer. */
    atOnce: z.int().min(1).max(MAX_SEEDS_IN_BATCH),
    batches: z.int().min(1),
    variants: z.array(variantSchema).min(1).max(MAX_VARIANTS),
    robot: text(4096).exactOptional(),
    limits: z
      .strictObject({
        timeLimit: text(1000).exactOptional(),
        distanceLimit: text(1000).exactOptional(),
        fence: text(10_000).exactOptional(),
      })
      .exactOptional(),
    behaviors: z.strictObject({ name: text(4096), hash }).exactOptional(),
    files: z.array(fileSchema).max(MAX_FILES),
  })
  .refine(({ seeds, atOnce, batches }) => batches === Math.ceil(seedCount(seeds) / atOnce), {
    message: 'its seeds do not make its batches',
  })
  .refine(isPlain, NOT_PLAIN);

/** Its seeds are up to a megabyte; a thousand files and 200 variants with five settings each take another. */
export const MAX_MANIFEST_BYTES = 1 << 22;

/** Whether a schema can look at what may be a manifest. */
export function hasShortLists(value: unknown): boolean {
  const variants = fieldOf(value, 'variants');
  return (
    hasAtMost(variants, MAX_VARIANTS) &&
    hasAtMost(fieldOf(value, 'files'), MAX_FILES) &&
    (!Array.isArray(variants) ||
      variants.every((variant) => hasAtMost(fieldOf(variant, 'settings'), MAX_SETTINGS)))
  );
}

export type Manifest = z.infer<typeof manifestSchema>;

export const batchSchema = z.strictObject({
  study: studyId,
  batch: z.int().min(0),
  seeds: text(20_000),
});

/** The data of a job. */
export type Batch = z.infer<typeof batchSchema>;

/** A worker as others see it. */
export const workerCardSchema = z
  .strictObject({
    host: text(1000),
    version: text(100),
    threads: z.int().min(1),
    /** It runs own behaviors. */
    allowsCode: z.boolean(),
  })
  .refine(isPlain, NOT_PLAIN);

export type WorkerCard = z.infer<typeof workerCardSchema>;

/** NaN and infinity are numbers, too: what a run measures is passed on as it is. */
const figure = z.custom<number>((value) => typeof value === 'number').nullable();

const rowSchema = z.strictObject({
  seed: z.number(),
  passed: z.boolean(),
  outcome: z.enum(['arrived', 'running', 'stopped', 'faulted']),
  stoppedForSafety: z.boolean(),
  simulatedSeconds: z.number(),
  hasGoal: z.boolean(),
  figures: z.record(text(1000), figure),
  criteria: z.array(
    z.strictObject({
      name: text(1000),
      figure: text(1000),
      criterion: text(1000),
      limit: figure,
      passed: z.boolean(),
      bound: z.literal('atLeast').exactOptional(),
    }),
  ),
  fault: text(10_000).nullable(),
});

const runsSchema = z.union([
  z.strictObject({ seed: z.number(), rows: z.array(rowSchema) }).refine(isPlain, NOT_PLAIN),
  z.strictObject({ seed: z.number(), refused: text(100_000) }).refine(isPlain, NOT_PLAIN),
]);

export interface BatchResult {
  readonly seconds: number;
  readonly runs: readonly SeedRuns[];
}

/** A row has some 700 bytes, also one of 30 robots: this is for a scenario with hundreds of criteria. */
const BYTES_PER_ROW = 1 << 16;
/** A batch takes some seconds, in which no more than two thousand rows come about: 2 MB. */
const MAX_RESULT_BYTES = 1 << 24;
/** Figures, or criteria. */
const MAX_IN_ROW = 1000;

/** What a batch's result may take, unpacked or not [bytes]. @param variants how many rows each seed has */
export const resultLimit = (seeds: number, variants: number): number =>
  Math.min(MAX_RESULT_BYTES, BYTES_PER_ROW * (1 + seeds * variants));

export const encodeResult = (result: BatchResult): Buffer =>
  deflateSync(encodeExactly({ seconds: result.seconds, runs: result.runs }));

/** What is wrong with a result, or the reason why a job is refused. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/**
 * @param seeds of the batch, in their order @param variants how many rows each has
 * @throws Refused where it is no result of this batch
 */
export function decodeResult(bytes: Buffer, seeds: readonly number[], variants: number): BatchResult {
  const { seconds, runs } = runsIn(unpacked(bytes, resultLimit(seeds.length, variants)));
  if (runs.length !== seeds.length) throw new Refused(OTHER_SEEDS);
  const ofBatch = (checked: SeedRuns, seed: number | undefined) =>
    checked.seed === seed &&
    ('refused' in checked ||
      (checked.rows.length === variants && checked.rows.every((row: RunRow) => row.seed === seed)));
  // One after the other: the first wrong one ends it.
  const checkedRuns = runs.map((each, i) => {
    const checked = seedRunsIn(each, variants);
    if (!ofBatch(checked, seeds[i])) throw new Refused(OTHER_SEEDS);
    return checked;
  });
  return { seconds, runs: checkedRuns };
}

const OTHER_SEEDS = 'it has other seeds than were asked for';

/** @throws Refused */
function runsIn(value: unknown): { readonly seconds: number; readonly runs: readonly unknown[] } {
  if (!isRecord(value) || Object.keys(value).length !== 2 || !Array.isArray(value.runs)) {
    throw new Refused('it is no table of runs');
  }
  const { seconds, runs } = value;
  if (!Number.isFinite(seconds) || (seconds as number) < 0) throw new Refused('it is no table of runs');
  return { seconds: seconds as number, runs };
}

/** @throws Refused */
function seedRunsIn(value: unknown, variants: number): SeedRuns {
  const rows = fieldOf(value, 'rows');
  const lists = listOf(rows).flatMap((row) => [fieldOf(row, 'criteria'), fieldOf(row, 'figures')]);
  if (!hasAtMost(rows, variants) || !lists.every((list) => hasAtMost(list, MAX_IN_ROW))) {
    throw new Refused('it is no table of runs: a list in it is too long');
  }
  const { data, error } = runsSchema.safeParse(value);
  if (!data) throw new Refused(`it is no table of runs: ${error.issues[0]?.message}`);
  return data;
}

/** @throws Refused if the bytes are not packed JSON, or unpack to more than `most` bytes */
function unpacked(bytes: Buffer, most: number): unknown {
  try {
    return decodeExactly(inflateSync(bytes, { maxOutputLength: most }).toString('utf8'));
  } catch (error) {
    throw new Refused(`it cannot be unpacked (${error instanceof Error ? error.message : error})`);
  }
}
