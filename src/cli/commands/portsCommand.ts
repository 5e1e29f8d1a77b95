/** `steerbot ports`, as the command line has it. */
import { Command } from 'commander';
import type { PortsOptions } from '../ports.js';
import type { End } from './end.js';

export const portsCommand = (end: End): Command =>
  new Command('ports')
    .description('list the boards that are plugged in')
    .option('--json', 'print them as one JSON document')
    .action(async (options: PortsOptions) => {
      const { ports } = await import('../ports.js');
      end(await ports(options));
    });
