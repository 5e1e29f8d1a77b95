/** What a file may write where a schema reads by itself: nobody sees into its code, and an editor wants to know. */
import type { z } from 'zod';

/** By the schema that reads: one that says what it takes, before it is read. */
export const writtenForms = new WeakMap<z.core.$ZodType, z.ZodType>();
