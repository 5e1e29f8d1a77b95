/** `steerbot presets`, as the command line has it. */
import { Command } from 'commander';
import type { PresetsOptions } from '../presets.js';

export const presetsCommand = (): Command =>
  new Command('presets')
    .description('list the robots that come with Steerbot')
    .argument('[name]', "one of them: print its file, to begin one's own with")
    .option('--json', 'print one JSON document')
    .action(async (name: string | undefined, options: PresetsOptions) => {
      const { presets } = await import('../presets.js');
      process.stdout.write(`${presets(name, options)}\n`);
    });
