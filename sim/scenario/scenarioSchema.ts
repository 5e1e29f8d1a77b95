/** The schema of a scenario's file, except its missions, which have their own. */
import { z } from 'zod';
import { deg, type Seconds } from '../../src/math/units.js';
import { didYouMean } from '../../src/validation/errors.js';
import { quantity, vector } from '../../src/validation/quantity.js';
import type { FaultSpec, InjectedKind } from './faultSpec.js';

const lengthSchema = quantity('m', { above: 0 });

const polylineSchema = (what: string) =>
  z
    .array(vector)
    .min(2)
    .refine((line) => line.every((p, i) => i === 0 || p.x !== line[i - 1]?.x || p.y !== line[i - 1]?.y), {
      error: `two successive points are equal; successive points of a ${what} must differ; remove one of the two`,
    });

const boxSchema = z.strictObject({
  at: vector,
  size: z.tuple([lengthSchema, lengthSchema]),
  heading: quantity('rad').default(0),
  movable: z.boolean().default(false),
});

const moverSchema = z.strictObject({
  id: z.string().min(1),
  waypoints: z.array(vector).min(1),
  speed: quantity('m/s', { min: 0 }),
  radius: lengthSchema.default(0.05),
  solid: z.boolean().default(false),
  loop: z.boolean().exactOptional(),
});

const lightSchema = z.strictObject({
  at: vector,
  brightness: quantity('', { above: 0 }).default(1),
});

/** Usual electrical tape. */
const TAPE_WIDTH = 0.019;
const lineSchema = z.strictObject({
  points: polylineSchema('line'),
  width: lengthSchema.default(TAPE_WIDTH),
});

const beaconSchema = z.strictObject({
  id: z.string().min(1).exactOptional(),
  at: vector,
  range: lengthSchema.exactOptional(),
});

export const worldSchema = z.strictObject({
  walls: z.array(polylineSchema('wall')).default([]),
  circles: z.array(z.strictObject({ at: vector, radius: lengthSchema })).default([]),
  boxes: z.array(boxSchema).default([]),
  posts: z.strictObject({ radius: lengthSchema, at: z.array(vector) }).default({ radius: 0.075, at: [] }),
  movers: z.array(moverSchema).default([]),
  lights: z.array(lightSchema).exactOptional(),
  lines: z.array(lineSchema).exactOptional(),
  beacons: z.array(beaconSchema).exactOptional(),
});

export const PERFECT_COMMUNICATION = { range: Number.POSITIVE_INFINITY, delay: 0, loss: 0 };

const imperfectCommunication = z.strictObject({
  range: quantity('m', { above: 0 }).default(PERFECT_COMMUNICATION.range),
  delay: quantity('s', { min: 0 }).default(PERFECT_COMMUNICATION.delay),
  loss: quantity('', { min: 0, below: 1 }).default(PERFECT_COMMUNICATION.loss),
});

/** `perfect`, or its limits. */
export const communicationSchema = z
  .union([z.literal('perfect').transform(() => PERFECT_COMMUNICATION), imperfectCommunication], {
    error: 'communication is perfect, or a map of range, delay and loss',
  })
  .default(PERFECT_COMMUNICATION);

export const startSchema = z.strictObject({
  x: quantity('m').default(0),
  y: quantity('m').default(0),
  heading: quantity('rad').default(0),
  speed: quantity('m/s').default(0),
});

/** Where a robot is put while it runs. */
export const poseSchema = startSchema.omit({ speed: true });

/** Two opposite corners of a rectangle. */
export const cornersSchema = z.tuple([vector, vector]).refine(([a, b]) => a.x !== b.x && a.y !== b.y, {
  error: 'the two corners span no area; two opposite corners [[x, y], [x, y]] are wanted',
});

export const respawnSchema = z.strictObject({ inside: cornersSchema });

/** Shorter would be one endless fault. */
const MIN_MEAN_TIME: Seconds = 0.1;

const robotId = z.string().min(1);
const timingKeys = {
  robot: robotId.exactOptional(),
  at: quantity('s', { min: 0 }).exactOptional(),
  every: quantity('s', { min: MIN_MEAN_TIME }).exactOptional(),
  for: quantity('s', { above: 0 }).exactOptional(),
};

const sideKey = { side: z.enum(['left', 'right']).exactOptional() };
const sensorKey = { sensor: robotId.exactOptional() };
const targetKey = { target: robotId.exactOptional() };
const shareKey = (usual: number) => ({ share: quantity('', { above: 0, max: 1 }).default(usual) });

/** The keys of each kind, besides those for robot and time. */
const KEYS_BY_KIND = {
  encoderStuck: sideKey,
  encoderSilent: sideKey,
  encoderReversed: sideKey,
  encoderJump: { ...sideKey, by: quantity('').exactOptional() },
  encodersSwapped: {},
  motorDead: sideKey,
  motorReversed: sideKey,
  motorStuckOn: sideKey,
  motorHolds: sideKey,
  motorsSwapped: {},
  motorDriverFault: sideKey,
  wheelsBlocked: sideKey,
  wheelSlip: { ...sideKey, ...shareKey(0.5) },
  rangeStuck: sensorKey,
  rangeBlind: sensorKey,
  rangeSilent: sensorKey,
  gyroStuck: sensorKey,
  gyroSilent: sensorKey,
  gyroOff: { ...sensorKey, by: quantity('rad/s').default(deg(20)) },
  gyroReversed: sensorKey,
  batteryLow: { level: quantity('V', { min: 0 }).exactOptional() },
  linkDrop: shareKey(0.6),
  linkDelay: { by: quantity('s', { above: 0 }).default(0.15) },
  linkStall: {},
  targetLost: targetKey,
  targetJump: { ...targetKey, by: quantity('m').default(5) },
  clockJump: { by: quantity('s', { above: 0 }).default(3600) },
  behaviorThrows: {},
} as const satisfies Readonly<Record<InjectedKind, z.ZodRawShape>>;

const KEYS_OF_SOME_KIND: readonly string[] = ['side', 'sensor', 'target', 'by', 'share', 'level'];

/** Messages for keys that this kind does not have, one line each. */
function unknownKeys(kind: InjectedKind, keys: readonly string[]): string {
  const known = ['fault', ...Object.keys(timingKeys), ...Object.keys(KEYS_BY_KIND[kind])];
  return keys
    .map((key) => {
      const found = KEYS_OF_SOME_KIND.includes(key)
        ? `'${key}' is not a key of ${kind}`
        : `unknown key '${key}'`;
      return `${found}; allowed: ${known.join(', ')}; ${didYouMean(key, known) || `remove '${key}'`}`;
    })
    .join('\n');
}

const schemaOfKind = (kind: InjectedKind) =>
  z.strictObject(
    { fault: z.literal(kind), ...timingKeys, ...KEYS_BY_KIND[kind] },
    { error: (issue) => (issue.code === 'unrecognized_keys' ? unknownKeys(kind, issue.keys) : undefined) },
  );

const [firstKind, ...otherKinds] = (Object.keys(KEYS_BY_KIND) as InjectedKind[]).map(schemaOfKind);

const NO_TIME = "no time is found; 'at' (once) or 'every' (repeated, at random times) is wanted; add at: 1 s";
const TWO_TIMES = "'at' and 'every' are both found; only one of them is allowed; remove the other";

function refuseTimes(entry: FaultSpec, context: z.core.$RefinementCtx): void {
  if (entry.at === undefined && entry.every === undefined) context.addIssue(NO_TIME);
  if (entry.at !== undefined && entry.every !== undefined)
    context.addIssue({ code: 'custom', path: ['every'], message: TWO_TIMES });
}

/** The schema of a scenario's faults: `- { robot: a, at: 1 s, for: 2 s, fault: encoderStuck, side: left }`. */
export const faultsSchema = z.array(
  z
    .discriminatedUnion('fault', [firstKind as NonNullable<typeof firstKind>, ...otherKinds])
    .transform((entry) => entry as FaultSpec)
    .superRefine(refuseTimes),
);
