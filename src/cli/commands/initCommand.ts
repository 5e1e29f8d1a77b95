/** `steerbot init`, as the command line has it. */
import { Command, Option } from 'commander';
import { BOARD_NAMES } from '../../drivers/boards.js';
import type { InitOptions } from '../init/questions.js';
import { WIRING_NAMES } from '../init/wirings.js';
import type { End } from './end.js';

export const initCommand = (end: End): Command =>
  new Command('init')
    .description('write a robot file and a first drive for the robot that you have; at most five questions')
    .argument('[name]', 'what it is to be called; default after its kit')
    .option('--kit <kit>', 'which kit it is: one of `steerbot presets`, or another')
    .addOption(new Option('--board <name>', 'with --kit another: its Arduino').choices(BOARD_NAMES))
    .addOption(
      new Option('--wiring <form>', 'with --kit another: how a motor is wired').choices(WIRING_NAMES),
    )
    .option('--diameter <length>', "with --kit another: its wheels', such as '65 mm'")
    .option('--track <length>', 'with --kit another: between its wheels')
    .option('--yes', 'ask nothing; what is not said is as usual')
    .action(async (name: string | undefined, options: InitOptions) => {
      const { init } = await import('../init/init.js');
      end(await init(name, options));
    });
