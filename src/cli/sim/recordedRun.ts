/** Records a run without a page to a file, as fast as possible: the file holds what a page would have been shown. */

import type { BodyFactory } from '../../../sim/engine/body.js';
import type { Scenario } from '../../../sim/scenario/scenario.js';
import { SimSession } from '../../../sim/session/simSession.js';
import { packageManifest } from '../../config/loadFile.js';
import { wallTime } from '../../control/clock.js';
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import { Recorder } from '../../recording/recorder.js';
import { UsageError } from '../../validation/errors.js';

/** @throws UsageError where the file cannot be written completely */
export async function recordRun(
  name: string,
  scenario: Scenario,
  file: string,
  bodies: { readonly bodyOf?: BodyFactory },
): Promise<void> {
  let trouble: string | undefined;
  const recorder = new Recorder({
    time: wallTime,
    version: packageManifest().version,
    recordedAt: Date.now(),
    file,
    memory: 'none',
    onEvent: (event) => {
      if (event.kind === 'trouble') trouble = event.why;
    },
  });
  const clock = new ImpatientClock();
  const take = recorder.record.bind(recorder);
  const session = new SimSession(
    {
      ...bodies,
      open: () => ({ name, about: scenario.about ?? '', scenario }),
      gallery: [],
      time: clock,
      record: take,
    },
    name,
  );
  let over = false;
  void session.judged.then(() => {
    over = true;
  });
  session.start(take);
  while (!over && trouble === undefined) {
    clock.goOn();
    // Lets promises and signals run.
    await new Promise((done) => setImmediate(done));
  }
  session.close();
  recorder.close();
  if (trouble !== undefined) throw new UsageError(`--record ${file}: ${trouble}`);
}

/** A clock that never waits: it jumps to the next due callback. */
class ImpatientClock implements TimeSource {
  #now: Seconds = 0;
  readonly #due: { readonly at: Seconds; readonly callback: () => void }[] = [];

  now(): Seconds {
    return this.#now;
  }

  after(delay: Seconds, callback: () => void): () => void {
    const entry = { at: this.#now + Math.max(0, delay), callback };
    this.#due.push(entry);
    this.#due.sort((a, b) => a.at - b.at);
    return () => {
      const place = this.#due.indexOf(entry);
      if (place >= 0) this.#due.splice(place, 1);
    };
  }

  goOn(): void {
    const next = this.#due.shift();
    if (!next) return;
    this.#now = next.at;
    next.callback();
  }
}
