/** A run without a page that is recorded to a file. */
import { rmSync } from 'node:fs';
import { packageManifest } from '../../config/loadFile.js';
import { wallTime } from '../../control/clock.js';
import { Recorder } from '../../recording/recorder.js';
import { UsageError } from '../../validation/errors.js';

interface RecordedTo {
  readonly record: Recorder['record'];
  /** @throws UsageError where it could not be written completely */
  readonly close: () => void;
  /** What could not go on leaves no file behind. */
  readonly discard: () => void;
}

export function recorderTo(file: string): RecordedTo {
  let trouble: string | undefined;
  const recorder = new Recorder({
    ...{ time: wallTime, version: packageManifest().version, recordedAt: Date.now(), file, memory: 'none' },
    onEvent: (event) => {
      if (event.kind === 'trouble') trouble = event.why;
    },
  });
  return {
    record: (news) => recorder.record(news),
    close: () => {
      recorder.close();
      if (trouble !== undefined) throw new UsageError(`--record ${file}: ${trouble}`);
    },
    discard: () => {
      recorder.close();
      rmSync(file, { force: true });
    },
  };
}
