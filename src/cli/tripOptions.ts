/** Options that `sim` and `drive` share: a mission's limits, and a recording. */
import { Option } from 'commander';

/** How long, how far and where a robot may drive: beyond it brakes and stops. */
export const timeLimitOption = () =>
  new Option('--time-limit <time>', 'stop after this time, such as 60s, whatever the robot file says');

export const distanceLimitOption = () =>
  new Option(
    '--distance-limit <length>',
    'stop after this distance, such as 5m, whatever the robot file says',
  );

export const fenceOption = () =>
  new Option(
    '--fence <area>',
    "stop at its border, measured from the start: '0,0 2m' (center, radius) or corners '0,0 3,0 3,2'",
  );

export const recordOption = () => new Option('--record <file>', 'write everything to an MCAP file');
