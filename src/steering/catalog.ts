/** The catalog of behaviors, by the names that missions call them. */
import type { Behavior } from './behavior.js';
import * as behaviors from './behaviors/index.js';
import type { BehaviorEntry } from './entry.js';
import { STILL } from './missions/still.js';

/** What is known of a behavior, and how it is made of parameters that have been checked. */
export interface CatalogEntry extends BehaviorEntry {
  readonly make: (parameters: never) => Behavior;
}

/** Each behavior by the name that missions call it, and each leaf that does not drive. */
export const CATALOG: Readonly<Record<string, CatalogEntry>> = Object.fromEntries(
  Object.entries({ ...behaviors, ...STILL }).map(([name, make]) => [name, { ...make.entry, make }]),
);
