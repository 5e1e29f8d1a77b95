/** `steerbot doctor`, as the command line has it. */
import { Command } from 'commander';
import type { DoctorOptions } from '../doctor/doctor.js';
import type { End } from './end.js';

export const doctorCommand = (end: End): Command =>
  new Command('doctor')
    .description('say what keeps a robot from driving, and what to do about it')
    .argument('[robot]', 'its name, or the path of its file')
    .option('--port <port>', 'auto, a path, serial:ID or emulated', 'auto')
    .option('--json', 'print it as one JSON document')
    .action(async (robot: string | undefined, options: DoctorOptions) => {
      const { doctor } = await import('../doctor/doctor.js');
      end(await doctor(robot, options));
    });
