/** Before every test file. Random tests draw the same cases in every run, so that red means a change; another FC_SEED draws others. */
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { endOfFile } from './afterFile.js';

fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) });
afterAll(endOfFile);
