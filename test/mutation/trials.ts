/** Trials in a process that is ended and begun again when a mutant does not come to an end. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Switched, Trial, Verdict } from './session.js';

const START = fileURLToPath(new URL('start.mjs', import.meta.url));

export class Trials {
  readonly #root: string;
  readonly #sources: readonly Switched[];
  #child: ChildProcess | undefined;

  constructor(root: string, sources: readonly Switched[]) {
    this.#root = root;
    this.#sources = sources;
  }

  /**
   * @param patience how long all may take [ms]
   * @returns a verdict on each mutant; none where the tests did not come to an end
   */
  async run(trial: Trial, patience: number): Promise<readonly Verdict[]> {
    const child = this.#child ?? (await this.#open());
    child.send(trial);
    const signal = AbortSignal.timeout(patience);
    try {
      const [verdicts] = await once(child, 'message', { signal });
      return verdicts as Verdict[];
    } catch (error) {
      if (!signal.aborted) throw error;
      await this.close();
      return [];
    }
  }

  async close(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async #open(): Promise<ChildProcess> {
    const words = ['sessionProcess', this.#root, JSON.stringify(this.#sources)];
    // What the tests print is not of interest.
    const child = fork(START, words, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#child = child;
    await once(child, 'message');
    return child;
  }
}
