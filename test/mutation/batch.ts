/**
 * A test file, once for each of some mutants: the modules that it imports are loaded once, the file itself each time.
 * It stops at the first test that fails with a mutant, and goes on with the next.
 */
import { afterAll, beforeAll, beforeEach, describe, inject, it } from 'vitest';
import { choose, newTurn } from './inWorker.js';
import type { Executed } from './session.js';

declare module 'vitest' {
  interface TaskMeta {
    executed?: Executed;
  }
}

const { test, mutants } = inject('trial');

for (const [index, mutant] of mutants.entries()) {
  describe(`turn ${index}`, async () => {
    const turn = newTurn(mutant);
    let hasFailed = false;
    let loaded: [number, number][] = [];
    choose(turn);
    beforeAll(() => {
      loaded = [...turn.counts];
      choose(turn);
    });
    beforeEach(({ skip, onTestFailed }) => {
      if (hasFailed) skip();
      onTestFailed(() => {
        hasFailed = true;
      });
    });
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the pattern.
    afterAll(({}, suite) => {
      const executed: Executed = { loaded, reached: [...turn.counts.keys()], passes: turn.passes };
      Object.assign(suite.meta, { executed });
    });
    try {
      await import(/* @vite-ignore */ `${test}?turn=${index}`);
    } catch (error) {
      it('is loaded', () => {
        throw error;
      });
    }
  });
}
