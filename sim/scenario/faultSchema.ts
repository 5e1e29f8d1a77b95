/** A scenario's faults as they are written: `- { robot: a, at: 1 s, for: 2 s, fault: encoderStuck, side: left }`. */
import { z } from 'zod';
import type { Seconds } from '../../src/math/units.js';
import { didYouMean } from '../../src/validation/errors.js';
import { quantity } from '../../src/validation/quantity.js';
import type { FaultSpec, InjectedKind } from './faultSpec.js';

/** More often would be one fault without an end. */
const SHORTEST_MEAN: Seconds = 0.1;

const id = z.string().min(1);
const when = {
  robot: id.exactOptional(),
  at: quantity('s', { min: 0 }).exactOptional(),
  every: quantity('s', { min: SHORTEST_MEAN }).exactOptional(),
  for: quantity('s', { above: 0 }).exactOptional(),
};

const side = { side: z.enum(['left', 'right']).exactOptional() };
const sensor = { sensor: id.exactOptional() };
const target = { target: id.exactOptional() };
const share = (usual: number) => ({ share: quantity('', { above: 0, max: 1 }).default(usual) });

/** What each kind takes besides who and when. */
const OWN_KEYS = {
  encoderStuck: side,
  encoderSilent: side,
  encoderReversed: side,
  encoderJump: { ...side, by: quantity('').exactOptional() },
  encodersSwapped: {},
  motorDead: side,
  motorReversed: side,
  motorStuckOn: side,
  motorsSwapped: {},
  wheelsBlocked: side,
  wheelSlip: { ...side, ...share(0.5) },
  rangeStuck: sensor,
  rangeBlind: sensor,
  rangeSilent: sensor,
  gyroStuck: sensor,
  gyroSilent: sensor,
  batteryLow: { level: quantity('V', { min: 0 }).exactOptional() },
  linkDrop: share(0.6),
  linkDelay: { by: quantity('s', { above: 0 }).default(0.15) },
  linkStall: {},
  targetLost: target,
  targetJump: { ...target, by: quantity('m').default(5) },
  clockJump: { by: quantity('s', { above: 0 }).default(3600) },
  behaviorThrows: {},
} as const satisfies Readonly<Record<InjectedKind, z.ZodRawShape>>;

const SOME_KIND_TAKES: readonly string[] = ['side', 'sensor', 'target', 'by', 'share', 'level'];

/** A key that this kind does not have, though another kind may: a line for each. */
function unknownKeys(kind: InjectedKind, keys: readonly string[]): string {
  const known = ['fault', ...Object.keys(when), ...Object.keys(OWN_KEYS[kind])];
  return keys
    .map((key) => {
      const found = SOME_KIND_TAKES.includes(key)
        ? `'${key}' means nothing to ${kind}`
        : `unknown key '${key}'`;
      return `${found}; allowed: ${known.join(', ')}; ${didYouMean(key, known) || `remove '${key}'`}`;
    })
    .join('\n');
}

const formOf = (kind: InjectedKind) =>
  z.strictObject(
    { fault: z.literal(kind), ...when, ...OWN_KEYS[kind] },
    { error: (issue) => (issue.code === 'unrecognized_keys' ? unknownKeys(kind, issue.keys) : undefined) },
  );

const [first, ...others] = (Object.keys(OWN_KEYS) as InjectedKind[]).map(formOf);

const NO_TIME =
  "no time is found; 'at' (once) or 'every' (again and again, at random) is wanted; add at: 1 s";
const TWO_TIMES = "'at' and 'every' both say when; one of them is wanted; remove the other";

function refuseTimes(entry: FaultSpec, context: z.core.$RefinementCtx): void {
  if (entry.at === undefined && entry.every === undefined) context.addIssue(NO_TIME);
  if (entry.at !== undefined && entry.every !== undefined)
    context.addIssue({ code: 'custom', path: ['every'], message: TWO_TIMES });
}

export const faultsSchema = z.array(
  z
    .discriminatedUnion('fault', [first as NonNullable<typeof first>, ...others])
    .transform((entry) => entry as FaultSpec)
    .superRefine(refuseTimes),
);
