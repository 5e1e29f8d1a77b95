/** Records a run without a page to a file, as fast as possible: the file holds what a page would have been shown. */

import type { BodyFactory } from '../../../sim/engine/body.js';
import type { Scenario } from '../../../sim/scenario/scenario.js';
import { SimSession } from '../../../sim/session/simSession.js';
import { packageManifest } from '../../config/loadFile.js';
import { wallTime } from '../../control/clock.js';
import { Recorder } from '../../recording/recorder.js';
import { UsageError } from '../../validation/errors.js';
import { ImpatientClock } from './impatientClock.js';

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
      gallery: () => [],
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
