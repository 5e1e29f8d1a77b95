/** The points of a path, as missions and programs give them. */
import { z } from 'zod';
import { shown } from '../../validation/errors.js';
import { quantity } from '../../validation/quantity.js';

const pathPoint = z.tuple([quantity('m'), quantity('m'), quantity('m/s', { above: 0 }).optional()], {
  error: 'a point is [x, y], or [x, y, speed]',
});

const noPath = (input: unknown): string =>
  typeof input === 'string'
    ? `${shown(input)} is found; a list of [x, y] is wanted; in a program loadPath(${shown(input)}) reads a file`
    : 'a path is a file or a list of [x, y]';

export const pathPoints = z
  .array(pathPoint, { error: ({ input }) => noPath(input) })
  .min(2, { error: 'fewer than two points are found; a path needs at least two; add another' });
