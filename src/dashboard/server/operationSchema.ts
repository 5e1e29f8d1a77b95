/** What an operation may look like, and how large it may be; whatever else comes over the wire is none. */
import { z } from 'zod';
import type { Operation } from '../../signals/view.js';
import type { Asked } from '../wire.js';

type Kind = Operation['kind'];

export const MOST_POINTS = 2000;
export const LONGEST_NAME = 200;
export const FARTHEST = 1e5;

/** Names that mean something to every object of the language. */
const TRAPS = new Set(['__proto__', 'constructor', 'prototype']);

const within = (most: number) => z.number().min(-most).max(most);

const name = z
  .string()
  .min(1)
  .max(LONGEST_NAME)
  .refine((text) => !TRAPS.has(text));
const point = z.strictObject({ x: within(FARTHEST), y: within(FARTHEST) });
const robot = name.exactOptional();

const form = <K extends Kind, S extends z.core.$ZodLooseShape>(kind: K, shape: S) =>
  z.strictObject({ kind: z.literal(kind), ...shape });

/** One for every kind: the compiler finds the one that is missing. */
const FORMS: Readonly<Record<Kind, z.ZodType<Asked>>> = {
  stop: form('stop', {}),
  arm: form('arm', {}),
  clear: form('clear', {}),
  resume: form('resume', {}),
  step: form('step', {}),
  restart: form('restart', {}),
  save: form('save', {}),
  keep: form('keep', {}),
  teleop: form('teleop', { robot, linear: within(1), angular: within(1), seen: z.number().exactOptional() }),
  pointer: form('pointer', { at: point }),
  goTo: form('goTo', { robot, at: point }),
  follow: form('follow', { robot, path: z.array(point).min(2).max(MOST_POINTS) }),
  choose: form('choose', { mission: z.int().min(0).max(1000) }),
  tune: form('tune', { id: name, value: within(1e9) }),
  open: form('open', { scene: name }),
  pause: form('pause', { paused: z.boolean() }),
  speed: form('speed', { times: z.number().positive().max(1e4) }),
  move: form('move', { id: name, to: point, heading: within(1e4).exactOptional() }),
  scrub: form('scrub', { at: within(1e9) }),
};

const isKind = (kind: unknown): kind is Kind => typeof kind === 'string' && Object.hasOwn(FORMS, kind);

/** An operation, as fresh plain objects that hold what is allowed and nothing else; or why it is none. */
export function readOperation(value: { readonly kind?: unknown }): Asked | { readonly why: string } {
  if (!isKind(value.kind)) return { why: 'there is no such operation' };
  const { data, error } = FORMS[value.kind].safeParse(value);
  if (data) return data;
  const where = error?.issues[0]?.path.join('.') || 'something in it';
  return { why: `${value.kind}: ${where} is missing, not allowed or out of range` };
}
