/** `steerbot check`, as the command line has it. */
import { Command } from 'commander';
import { faultLine } from '../../validation/errors.js';
import { EXIT } from '../terminal/exitCodes.js';
import type { End } from './end.js';
import { ownBehaviors } from './options.js';

export const checkCommand = (end: End): Command =>
  new Command('check')
    .description('validate robots, scenarios, missions and paths; every problem at once')
    .argument('<files...>')
    .option('--behaviors <file>', 'behaviors of your own that they call: a JavaScript file that exports them')
    .action(async (files: string[], { behaviors }: { readonly behaviors?: string }) => {
      const { checkFiles } = await import('../check.js');
      const faults = checkFiles(files, await ownBehaviors(behaviors));
      for (const fault of faults) process.stderr.write(`${faultLine(fault)}\n`);
      if (faults.length > 0) end(EXIT.usage);
      else
        process.stdout.write(`${files.length === 1 ? files[0] : `${files.length} files`}: nothing wrong\n`);
    });
