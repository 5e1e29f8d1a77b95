/** Before every test file. Random tests draw the same cases in every run, so that red means a change; another FC_SEED draws others. */
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { endOfFile } from './afterFile.js';
import { THIRD, THOROUGH } from './effort.js';

const { FC_SEED = 1 } = process.env;

// Each third has cases of its own.
fc.configureGlobal({ seed: Number(FC_SEED) + (THIRD ?? 0), ...(!THOROUGH && { numRuns: 25 }) });
afterAll(endOfFile);
