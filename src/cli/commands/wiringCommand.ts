/** `steerbot wiring`, as the command line has it. */
import { Command } from 'commander';
import { UsageError } from '../usageError.js';
import type { End } from './end.js';

export const wiringCommand = (_end: End): Command =>
  new Command('wiring')
    .description('show which pin goes where')
    .argument('<robot>')
    .action(async () => {
      throw new UsageError('wiring is not there yet');
    });
