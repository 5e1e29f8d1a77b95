/** Random tests draw the same cases in every run, so that red means a change; another FC_SEED draws others. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) });
