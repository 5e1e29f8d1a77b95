/** Parses a client's text: the operations, their largest size, and which of them move the robot. */

import { z } from 'zod';
import type { Operation } from '../../signals/view.js';
import type { FromPage, OperationRequest } from '../wire.js';

export type ParsedMessage = FromPage | { readonly kind: 'invalid'; readonly why: string };

/**
 * Never throws, whatever the text is.
 *
 * Guards people: a message of the kind `stop` is a stop, whatever else is wrong with it.
 */
export function parseMessage(text: string): ParsedMessage {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) return invalid('it is not a JSON object');
  const kind = Object.hasOwn(value, 'kind') ? (value as { kind: unknown }).kind : undefined;
  if (kind === 'stop' || kind === 'seen') return { kind };
  const operation = parseOperation(value);
  return 'why' in operation ? invalid(operation.why) : operation;
}

const invalid = (why: string): ParsedMessage => ({ kind: 'invalid', why });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Operations that are refused while another client drives by hand: they move the robot, or change what moves it. */
const MOVING_KINDS: ReadonlySet<Operation['kind']> = new Set<Operation['kind']>([
  'teleop',
  'goTo',
  'follow',
  'choose',
  'goToStep',
  'signal',
  'resume',
  'arm',
  'clear',
  'pointer',
  'move',
  'open',
  'restart',
  'write',
  'tune',
]);

export const movesRobot = ({ kind }: Operation): boolean => MOVING_KINDS.has(kind);

type Kind = Operation['kind'];

export const MAX_PATH_POINTS = 2000;
export const MAX_NAME_LENGTH = 200;
export const MAX_MISSION_LENGTH = 10_000;
const MAX_PATH_LENGTH = 2000;
export const MAX_COORDINATE = 1e5;

/** Names with a meaning in every JavaScript object. */
const RESERVED_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

const boundedNumber = (limit: number) => z.number().min(-limit).max(limit);

const name = z
  .string()
  .min(1)
  .max(MAX_NAME_LENGTH)
  .refine((text) => !RESERVED_NAMES.has(text));
const point = z.strictObject({ x: boundedNumber(MAX_COORDINATE), y: boundedNumber(MAX_COORDINATE) });
const robot = name.exactOptional();
const instant = boundedNumber(1e9);

const operationSchema = <K extends Kind, S extends z.core.$ZodLooseShape>(kind: K, shape: S) =>
  z.strictObject({ kind: z.literal(kind), ...shape });

/**
 * The form and the largest size of every operation. The type demands one schema for each kind.
 */
const OPERATION_SCHEMAS: Readonly<Record<Kind, z.ZodType<OperationRequest>>> = {
  stop: operationSchema('stop', {}),
  arm: operationSchema('arm', {}),
  clear: operationSchema('clear', {}),
  resume: operationSchema('resume', {}),
  step: operationSchema('step', { back: z.boolean().exactOptional() }),
  zoom: operationSchema('zoom', { between: z.tuple([instant, instant]).exactOptional() }),
  restart: operationSchema('restart', {}),
  save: operationSchema('save', {}),
  keep: operationSchema('keep', {}),
  teleop: operationSchema('teleop', {
    robot,
    linear: boundedNumber(1),
    angular: boundedNumber(1),
    seen: z.number().exactOptional(),
  }),
  pointer: operationSchema('pointer', { at: point }),
  fix: operationSchema('fix', {
    robot,
    at: point,
    deviation: z.number().positive().max(100),
    heading: boundedNumber(1e4).exactOptional(),
    age: z.number().min(0).max(10),
  }),
  goTo: operationSchema('goTo', { robot, at: point }),
  follow: operationSchema('follow', { robot, path: z.array(point).min(2).max(MAX_PATH_POINTS) }),
  signal: operationSchema('signal', {
    robot,
    name,
    value: z.union([z.string().max(MAX_NAME_LENGTH), boundedNumber(1e9), z.boolean()]).exactOptional(),
  }),
  goToStep: operationSchema('goToStep', { robot, step: z.string().min(1).max(MAX_PATH_LENGTH) }),
  choose: operationSchema('choose', { mission: z.int().min(0).max(1000) }),
  write: operationSchema('write', { mission: z.string().min(1).max(MAX_MISSION_LENGTH) }),
  tune: operationSchema('tune', { id: name, value: boundedNumber(1e9) }),
  open: operationSchema('open', { scene: name }),
  pause: operationSchema('pause', { paused: z.boolean() }),
  speed: operationSchema('speed', { times: z.number().positive().max(1e4) }),
  move: operationSchema('move', {
    id: name,
    to: point,
    heading: boundedNumber(1e4).exactOptional(),
    sure: z.boolean().exactOptional(),
  }),
  scrub: operationSchema('scrub', { at: instant }),
  changeFrom: operationSchema('changeFrom', { begin: z.boolean() }),
  why: operationSchema('why', { show: z.int().min(0).max(1e4).exactOptional() }),
  forget: operationSchema('forget', { future: z.int().min(0).max(1e9) }),
};

const isKind = (kind: unknown): kind is Kind =>
  typeof kind === 'string' && Object.hasOwn(OPERATION_SCHEMAS, kind);

/** The operation as fresh plain objects with only allowed members; or why it is refused. */
function parseOperation(value: { readonly kind?: unknown }): OperationRequest | { readonly why: string } {
  if (!isKind(value.kind)) return { why: 'there is no such operation' };
  const { data, error } = OPERATION_SCHEMAS[value.kind].safeParse(value);
  if (data) return data;
  const where = error?.issues[0]?.path.join('.') || 'a part of it';
  return { why: `${value.kind}: ${where} is missing, not allowed or out of range` };
}
