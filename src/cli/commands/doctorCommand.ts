/** `steerbot doctor`, as the command line has it. */
import { Command } from 'commander';
import { UsageError } from '../usageError.js';
import type { End } from './end.js';

export const doctorCommand = (_end: End): Command =>
  new Command('doctor')
    .description('say what keeps a robot from driving, and what to do about it')
    .argument('[robot]')
    .action(async () => {
      throw new UsageError('doctor is not there yet');
    });
