/** `steerbot init`, as the command line has it. */
import { Command } from 'commander';
import { UsageError } from '../usageError.js';
import type { End } from './end.js';

export const initCommand = (_end: End): Command =>
  new Command('init')
    .description('write a robot file and a first run for the robot that you have')
    .argument('[name]')
    .action(async () => {
      throw new UsageError('init is not there yet');
    });
