/**
 * A test file, once for each of some mutants: the modules that it imports are loaded once, the file itself each time.
 * It stops at the first test that fails with a mutant, and goes on with the next.
 */
import { afterAll, beforeAll, beforeEach, describe, inject, it } from 'vitest';
import { choose, newTurn, type Turn } from './inWorker.js';
import type { Executed } from './session.js';

declare module 'vitest' {
  interface TaskMeta {
    executed?: Executed;
  }
}

const { test, mutants, onlyLoadsFirst } = inject('trial');
let first: Turn | undefined;

for (const [index, mutant] of mutants.entries()) {
  const isTried = index > 0 || !onlyLoadsFirst;
  describe.runIf(isTried)(`turn ${index}`, async () => {
    const turn = newTurn(mutant);
    first ??= turn;
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
      const loadedFirst = [...(first?.counts ?? [])];
      const reached = [...new Set([...loadedFirst.map(([id]) => id), ...turn.counts.keys()])];
      const executed: Executed = { loadedFirst, loaded, reached, passes: turn.passes };
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
