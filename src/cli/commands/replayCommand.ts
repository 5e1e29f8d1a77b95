/** `steerbot replay`, as the command line has it. */
import { Command, InvalidArgumentError } from 'commander';
import type { ServeOptions } from '../pageHost/servePage.js';
import type { ReplayOptions } from '../replay/replay.js';
import { UsageError } from '../terminal/usageError.js';
import type { End } from './end.js';
import { listenOption } from './options.js';

function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) {
    throw new InvalidArgumentError('Seconds are a number, 0 or more.');
  }
  return value;
}

export const replayCommand = (end: End): Command =>
  new Command('replay')
    .description('look at a recording, or make its run again with the code of today')
    .argument('<file>', 'an MCAP file that --record or the page has written')
    .option('--resimulate', 'feed what was recorded through the loop, and say what differs')
    .option('--from <seconds>', 'with --resimulate: from the keyframe before this time on', seconds)
    .option('--json', 'with --resimulate: print what came of it as one JSON document')
    .option('--behaviors <file>', 'with --resimulate: behaviors of your own that its missions call')
    .addOption(listenOption())
    .action(async (file: string, options: ReplayOptions & ServeOptions) => {
      const { from, json, behaviors } = options;
      if (!options.resimulate && (from !== undefined || json || behaviors !== undefined)) {
        throw new UsageError(
          '--from, --json and --behaviors belong to --resimulate; add it, or leave them out',
        );
      }
      if (options.resimulate) {
        const { replay } = await import('../replay/replay.js');
        end(await replay(file, options));
      } else {
        const { showRecording } = await import('../replay/showRecording.js');
        end(await showRecording(file, options));
      }
    });
