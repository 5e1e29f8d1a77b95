/** A program that listens to the ticks of a run. */
import type { TickListener } from './robotRun.js';

interface Listening {
  readonly options: { readonly onTick?: TickListener };
  /** Ends the run with the error of the listener, if it has thrown one: RxJS would throw it when the run is long over. */
  readonly check: (run: Generator) => void;
}

export function listening(onTick: TickListener | undefined): Listening {
  if (!onTick) return { options: {}, check: () => {} };
  let failed: { readonly error: unknown } | undefined;
  return {
    options: {
      onTick: (...told) => {
        if (failed) return;
        try {
          onTick(...told);
        } catch (error) {
          failed = { error };
        }
      },
    },
    check(run) {
      if (!failed) return;
      run.return(undefined);
      throw failed.error;
    },
  };
}
