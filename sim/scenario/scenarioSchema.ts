/** What may be written in a scenario's file, except its missions: those bring their own schema. */
import { z } from 'zod';
import { quantity, vector } from '../../src/validation/quantity.js';

const length = quantity('m', { above: 0 });

const polyline = (what: string) =>
  z
    .array(vector)
    .min(2)
    .refine((line) => line.every((p, i) => i === 0 || p.x !== line[i - 1]?.x || p.y !== line[i - 1]?.y), {
      error: `a point follows itself; the points of a ${what} differ; remove one of the two`,
    });

const boxSchema = z.strictObject({
  at: vector,
  size: z.tuple([length, length]),
  heading: quantity('rad').default(0),
  movable: z.boolean().default(false),
});

const moverSchema = z.strictObject({
  id: z.string().min(1),
  waypoints: z.array(vector).min(1),
  speed: quantity('m/s', { min: 0 }),
  radius: length.default(0.05),
  solid: z.boolean().default(false),
  loop: z.boolean().exactOptional(),
});

const lightSchema = z.strictObject({
  at: vector,
  brightness: quantity('', { above: 0 }).default(1),
});

/** The usual electrician's tape. */
const TAPE_WIDTH = 0.019;
const lineSchema = z.strictObject({ points: polyline('line'), width: length.default(TAPE_WIDTH) });

export const worldSchema = z.strictObject({
  walls: z.array(polyline('wall')).default([]),
  circles: z.array(z.strictObject({ at: vector, radius: length })).default([]),
  boxes: z.array(boxSchema).default([]),
  posts: z.strictObject({ radius: length, at: z.array(vector) }).default({ radius: 0.075, at: [] }),
  movers: z.array(moverSchema).default([]),
  lights: z.array(lightSchema).exactOptional(),
  lines: z.array(lineSchema).exactOptional(),
});

/** A share: 0.02 is two per cent more. */
const share = quantity('', { above: -1, below: 10 }).default(0);
const wheelShares = z.strictObject({ left: share, right: share }).default({ left: 0, right: 0 });

export const plantSchema = z.strictObject({
  delay: quantity('s', { min: 0 }).exactOptional(),
  lag: quantity('s', { min: 0 }).exactOptional(),
  stiction: quantity('m/s', { min: 0 }).exactOptional(),
  acceleration: quantity('m/s²', { above: 0 }).exactOptional(),
  wheelSpeedError: wheelShares,
  wheelDiameterError: wheelShares,
  trackError: share,
  gyroBias: quantity('rad/s').exactOptional(),
});

const PERFECT = { range: Number.POSITIVE_INFINITY, delay: 0, loss: 0 };

const imperfect = z.strictObject({
  range: quantity('m', { above: 0 }).default(PERFECT.range),
  delay: quantity('s', { min: 0 }).default(PERFECT.delay),
  loss: quantity('', { min: 0, below: 1 }).default(PERFECT.loss),
});

/** `perfect`, or what is not. */
export const communicationSchema = z
  .union([z.literal('perfect').transform(() => PERFECT), imperfect], {
    error: 'communication is perfect, or a map of range, delay and loss',
  })
  .default(PERFECT);

export const startSchema = z.strictObject({
  x: quantity('m').default(0),
  y: quantity('m').default(0),
  heading: quantity('rad').default(0),
  speed: quantity('m/s').default(0),
});

/** Two opposite corners of a rectangle. */
export const cornersSchema = z.tuple([vector, vector]).refine(([a, b]) => a.x !== b.x && a.y !== b.y, {
  error: 'the two corners span no area; two opposite corners [[x, y], [x, y]] are wanted',
});

export const respawnSchema = z.strictObject({ inside: cornersSchema });
