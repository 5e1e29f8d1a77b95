/** Before every run: the switch that chooses a mutant, and the limits of the tests. */
import { inject, vi } from 'vitest';
import type { Trial } from './session.js';

declare module 'vitest' {
  interface ProvidedContext {
    trial: Trial;
  }
}

const { mostPasses, testTimeout } = inject('trial');
vi.setConfig({ testTimeout, hookTimeout: testTimeout });

/** A mutant, or null for the code as it is; what was executed while it was chosen. */
export interface Turn {
  readonly mutant: number | null;
  passes: number;
  /** How often each place was executed; counted where there is no mutant. */
  readonly counts: Map<number, number>;
}

export const newTurn = (mutant: number | null): Turn => ({ mutant, passes: 0, counts: new Map() });

let now = newTurn(null);

export function choose(turn: Turn): void {
  now = turn;
}

Object.assign(globalThis, {
  __isMutant(id: number): boolean {
    now.passes += 1;
    if (now.passes > mostPasses) throw new Error('the mutant does not end');
    if (now.mutant === null) now.counts.set(id, (now.counts.get(id) ?? 0) + 1);
    return id === now.mutant;
  },
});
