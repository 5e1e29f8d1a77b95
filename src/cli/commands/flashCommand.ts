/** `steerbot flash`, as the command line has it. */
import { Command } from 'commander';
import type { FlashOptions } from '../flash/flash.js';
import type { End } from './end.js';

export const flashCommand = (end: End): Command =>
  new Command('flash')
    .description('put the firmware on the board')
    .argument('<robot>', 'its name or the path of its file, which names its board; or uno, nano, mega')
    .option('--port <port>', 'auto, a path, serial:ID or emulated', 'auto')
    .option('--yes', 'ask nothing')
    .action(async (robot: string, options: FlashOptions) => {
      const { flash } = await import('../flash/flash.js');
      end(await flash(robot, options));
    });
