/** The schema of a scenario's `plant`: a name, a map of errors, or a name with changes. */
import { z } from 'zod';
import { slipSchema } from '../../src/config/robot/robotParts.js';
import { parseDocument } from '../../src/config/yaml/document.js';
import { deg } from '../../src/math/units.js';
import { quantity } from '../../src/validation/quantity.js';
import { AS_DECLARED, type PlantSpec } from './plantSpec.js';

/** A share: 0.02 is 2 % more. */
const relativeError = quantity('', { above: -1, below: 10 }).default(0);
const wheelErrors = z
  .strictObject({ left: relativeError, right: relativeError })
  .default({ left: 0, right: 0 });

type Quantity = z.ZodType<number>;

/** `left: 0.1`, or `left: { forward: 0.1, back: 0.12 }`. */
const byDirection = (value: Quantity) =>
  z.union(
    [
      value.transform((both) => ({ forward: both, back: both })),
      z.strictObject({ forward: value, back: value }),
    ],
    { error: 'a value, or a map of forward and back' },
  );
const byWheel = (value: Quantity) =>
  z.strictObject({ left: byDirection(value), right: byDirection(value) }).exactOptional();

const share = quantity('', { min: 0, max: 1 });
const sigma = quantity('', { min: 0, below: 1 });

const plantKeys = {
  delay: quantity('s', { min: 0 }).exactOptional(),
  latencyJitter: quantity('s', { min: 0 }).exactOptional(),
  lag: quantity('s', { min: 0 }).exactOptional(),
  stiction: quantity('m/s', { min: 0 }).exactOptional(),
  acceleration: quantity('m/s²', { above: 0 }).exactOptional(),
  noLoadSpeed: byWheel(quantity('m/s', { above: 0 })),
  deadband: byWheel(quantity('', { min: 0, below: 1 })),
  wheelSpeedError: wheelErrors,
  wheelDiameterError: wheelErrors,
  trackError: relativeError,
  spread: z.strictObject({ speed: sigma, difference: sigma, track: sigma }).exactOptional(),
  battery: z
    .strictObject({
      full: quantity('V', { above: 0 }),
      sag: quantity('Ω', { min: 0 }),
      capacity: quantity('Ah', { above: 0 }),
      charge: share.exactOptional(),
    })
    .exactOptional(),
  slip: slipSchema.exactOptional(),
  backlash: quantity('rad', { min: 0, most: 1 }).exactOptional(),
  caster: z.strictObject({ kick: quantity('rad', { min: 0, most: 1 }) }).exactOptional(),
  floor: z.enum(['smooth', 'tiles', 'carpet']).exactOptional(),
  gyroBias: quantity('rad/s').exactOptional(),
  gyroScaleError: quantity('', { above: -0.5, below: 0.5 }).exactOptional(),
};

/**
 * A small robot on a table, with errors that its file does not know.
 *
 * battery: two lithium cells, 8.4 … 7.0 V; sag, capacity, backlash and caster as makers and owners report for robots of
 * this size (gear play 1–3° of the wheel, a caster's swing 1–3°). slip: 1–3 % of the way and 2–6° per 0.6 m on an
 * iRobot Create (UTIAS MRCLAM data). spread: with the battery's charge as in `src/estimation/expectedError.ts`, which
 * has the sources.
 */
const TABLE: PlantSpec = {
  ...AS_DECLARED,
  battery: { full: 8.4, sag: 0.5, capacity: 2 },
  slip: { way: 0.02, heading: 0.03 },
  backlash: deg(2),
  caster: { kick: deg(2) },
  spread: { speed: 0.05, difference: 0.07, track: 0.03 },
};

const PLANTS: Readonly<Record<'ideal' | 'table', PlantSpec>> = { ideal: AS_DECLARED, table: TABLE };

const plantName = z.enum(['ideal', 'table']);

/** `table`, `{ base: table, slip: 0.01 }`, or a map of errors that are 0 unless given. */
export const plantSchema = z
  .union(
    [
      plantName.transform((name) => PLANTS[name]),
      z
        .strictObject({ base: plantName.default('ideal'), ...plantKeys })
        .transform(({ base, ...changes }) => ({ ...PLANTS[base], ...changes }) as PlantSpec),
    ],
    {
      error: ({ input }) =>
        typeof input === 'string'
          ? `'${input}' is found; a plant is ideal, table, or a map of what differs from the file`
          : undefined,
    },
  )
  .prefault({});

/** A file with nothing but a plant. @throws FileError with every problem of the file */
export const parsePlant = (text: string, file: string): PlantSpec =>
  parseDocument<PlantSpec>(text, file, plantSchema);
