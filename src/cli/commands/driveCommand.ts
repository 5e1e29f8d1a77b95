/** `steerbot drive`, as the command line has it. */
import { Command } from 'commander';
import type { DriveOptions } from '../drive/drive.js';
import type { End } from './end.js';
import { distanceLimitOption, fenceOption, listenOption, recordOption, timeLimitOption } from './options.js';

type DriveArguments = DriveOptions & { readonly tryWheels?: boolean };

export const driveCommand = (end: End): Command =>
  new Command('drive')
    .description('drive a real robot, or an emulated one')
    .argument('<robot>', 'its name, or the path of its file')
    .option('--seek <x,y>', 'pass through a point')
    .option('--arrive <x,y>', 'go to a point and stand still there')
    .option('--path <file>', 'follow a path')
    .option('--mission <file>', 'do what a mission file says')
    .option('--wait', 'stand, until somebody at the page says where to go, or drives by hand')
    .option(
      '--behaviors <file>',
      'behaviors of your own that the mission calls: a JavaScript file that exports them',
    )
    .option('--try-wheels', 'wheels raised: turn one at a time, ask what it did, and put the file right')
    .addOption(timeLimitOption())
    .addOption(distanceLimitOption())
    .addOption(fenceOption())
    .option('--port <port>', 'auto, a path, serial:ID or emulated', 'auto')
    .option('--without-deadman', 'drive a board that does not stop when this computer dies, slowly')
    .option('--headless', 'ask nothing, show no page, give up when the robot is lost')
    .option('--json', 'print how it ended as one JSON document')
    .addOption(recordOption())
    .addOption(listenOption())
    .action(async (robot: string, { tryWheels: trial, ...options }: DriveArguments) => {
      if (trial) {
        const { tryWheels } = await import('../tryWheels/tryWheels.js');
        end(await tryWheels(robot, options));
      } else {
        const { drive } = await import('../drive/drive.js');
        end(await drive(robot, options));
      }
    });
