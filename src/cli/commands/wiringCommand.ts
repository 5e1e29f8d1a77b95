/** `steerbot wiring`, as the command line has it. */
import { Command } from 'commander';
import type { WiringOptions } from '../wiring/wiring.js';

export const wiringCommand = (): Command =>
  new Command('wiring')
    .description('show which pin goes where')
    .argument('<robot>', 'its name, or the path of its file')
    .option('--svg <file>', 'draw it, too')
    .action(async (robot: string, options: WiringOptions) => {
      const { wiring } = await import('../wiring/wiring.js');
      wiring(robot, options);
    });
