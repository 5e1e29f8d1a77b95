/** `steerbot ports`, as the command line has it. */
import { Command } from 'commander';
import { UsageError } from '../usageError.js';
import type { End } from './end.js';

export const portsCommand = (_end: End): Command =>
  new Command('ports').description('list the boards that are plugged in').action(async () => {
    throw new UsageError('ports is not there yet');
  });
