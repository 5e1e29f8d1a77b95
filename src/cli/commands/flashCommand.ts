/** `steerbot flash`, as the command line has it. */
import { Command } from 'commander';
import { UsageError } from '../usageError.js';
import type { End } from './end.js';

export const flashCommand = (_end: End): Command =>
  new Command('flash')
    .description('put the firmware on the board')
    .argument('<robot>')
    .action(async () => {
      throw new UsageError('flash is not there yet');
    });
