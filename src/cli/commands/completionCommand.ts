/** `steerbot completion`, as the command line has it. */
import { Command } from 'commander';
import { UsageError } from '../usageError.js';
import type { End } from './end.js';

export const completionCommand = (_end: End): Command =>
  new Command('completion')
    .description('print what completes its commands in a shell')
    .argument('<shell>')
    .action(async () => {
      throw new UsageError('completion is not there yet');
    });
