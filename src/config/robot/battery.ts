/** How a robot's file says which pin measures its battery. */
import { z } from 'zod';
import { VOLTS_PER_COUNT } from '../../kit/boards.js';
import { pinSchema } from '../../kit/sensorSchemas.js';
import { quantity } from '../../validation/quantity.js';

/** Of a board's converter. */
const MAX_COUNTS = 1024;

export const batterySchema = z
  .strictObject({
    pin: pinSchema,
    divider: quantity('', { min: 1 }).default(1),
    low: quantity('V', { above: 0 }),
    dead: quantity('V', { above: 0 }).exactOptional(),
  })
  .superRefine(({ divider, low }, context) => {
    const most = MAX_COUNTS * VOLTS_PER_COUNT * divider;
    if (low >= most)
      context.addIssue(
        `a pin behind a divider of ${divider} reads at most ${most} V, and low is ${low} V; the battery would always seem empty; give the divider`,
      );
  });
