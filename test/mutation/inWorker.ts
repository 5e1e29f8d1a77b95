/** Before every test file of a trial: chooses the mutant, and notes which mutants the tests come across. */
import { afterAll, inject, vi } from 'vitest';
import type { Trial } from './session.js';

declare module 'vitest' {
  interface ProvidedContext {
    trial: Trial;
  }
  interface TaskMeta {
    /** The ids of the mutants whose places were executed, and how many executions there were. */
    reached?: number[];
    passes?: number;
  }
}

const { mutant, mostPasses, testTimeout } = inject('trial');
vi.setConfig({ testTimeout, hookTimeout: testTimeout });

const reached = new Set<number>();
let passes = 0;

Object.assign(globalThis, {
  __isMutant(id: number): boolean {
    passes += 1;
    if (passes > mostPasses) throw new Error('the mutant does not end');
    if (mutant === null) reached.add(id);
    return id === mutant;
  },
});

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the pattern.
afterAll(({}, suite) => {
  Object.assign(suite.meta, { reached: [...reached], passes });
});
