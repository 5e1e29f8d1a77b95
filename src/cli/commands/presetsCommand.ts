/** `steerbot presets`, as the command line has it. */
import { Command } from 'commander';
import { UsageError } from '../usageError.js';
import type { End } from './end.js';

export const presetsCommand = (_end: End): Command =>
  new Command('presets')
    .description('list the robots that come with Steerbot')
    .argument('[name]')
    .action(async () => {
      throw new UsageError('presets is not there yet');
    });
