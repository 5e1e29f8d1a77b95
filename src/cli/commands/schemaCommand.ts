/** `steerbot schema`, as the command line has it. */
import { Command } from 'commander';
import { UsageError } from '../usageError.js';
import type { End } from './end.js';

export const schemaCommand = (_end: End): Command =>
  new Command('schema')
    .description('print the JSON Schema of a kind of file, for editors')
    .argument('[kind]')
    .action(async () => {
      throw new UsageError('schema is not there yet');
    });
