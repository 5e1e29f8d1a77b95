/** `steerbot replay FILE --why --at T`: why each robot did what it did at an instant. */
import pc from 'picocolors';
import type { Seconds } from '../../math/units.js';
import { openRecording } from '../../recording/reading/openRecording.js';
import { type AskedBehavior, type MomentView, momentOf } from '../../scene/moment.js';
import { onRecordingsTime } from '../../session/recordedViews.js';
import { UsageError } from '../../validation/errors.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';

export interface MomentOptions {
  readonly at?: Seconds;
  readonly json?: boolean;
}

/** @throws UsageError for a recording without a frame */
export function tellMoment(file: string, { at = 0, json }: MomentOptions): ExitCode {
  const recording = openRecording(file);
  try {
    if (recording.frameCount === 0) throw new UsageError(`${file}: nothing was recorded in it`);
    const index = recording.frameAt(at);
    const frame = onRecordingsTime(recording, index);
    const { robots } = recording.scene(recording.sceneAt(index));
    const moments = robots.flatMap((view) => {
      const robot = frame.robots.find(({ id }) => id === view.id);
      const moment = robot && momentOf(view, robot);
      return moment ? [{ robot: view.id, ...moment }] : [];
    });
    const shown = json
      ? JSON.stringify({ file, at: frame.at, robots: moments })
      : [`at ${frame.at.toFixed(3)} s`, ...moments.map((one) => report(one.robot, one))].join('\n');
    process.stdout.write(`${shown}\n`);
    return EXIT.done;
  } finally {
    recording.close();
  }
}

function report(robot: string, { does, asked, together, cut, knew }: MomentView): string {
  const rows = together ? [...asked, { behavior: 'together', ...together }] : asked;
  const behaviors = rows.map(({ behavior, force, towards, weight, silent }: AskedBehavior) =>
    silent === undefined
      ? `  ${pc.bold(behavior)}${weight === undefined ? '' : ` (× ${weight})`}  ${force?.toFixed(3)} N${towards ? ` ${towards}` : ''}`
      : `  ${pc.dim(`${behavior}  ${silent}`)}`,
  );
  return [
    `${pc.bold(robot)}: ${does.join(' ')}`,
    ...behaviors,
    ...[...cut, ...knew].map((line) => `  ${line}`),
  ].join('\n');
}
