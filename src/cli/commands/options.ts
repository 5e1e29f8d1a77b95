/** Options that several commands have. Here, as in every command, only what the help needs is loaded at once. */
import { Option } from 'commander';
import type { OwnBehaviors } from '../../steering/mission.js';
import { parseListen } from '../pageHost/pageAddress.js';

export const listenOption = () =>
  new Option(
    '--listen <address>',
    'serve the page there, such as 0.0.0.0:8080 for everybody in the network who has the link',
  ).argParser(parseListen);

/** How long, how far and where a robot may drive: it brakes and stops there. */
export const timeLimitOption = () =>
  new Option('--time-limit <time>', 'stop after so long, such as 60s, whatever the robot file says');

export const distanceLimitOption = () =>
  new Option('--distance-limit <length>', 'stop after so much way, such as 5m, whatever the robot file says');

export const fenceOption = () =>
  new Option(
    '--fence <area>',
    "stop at its border, seen from the start: '0,0 2m' (center, radius) or corners '0,0 3,0 3,2'",
  );

/** The code of `--behaviors`, loaded when a command runs. */
export const ownBehaviors = async (file: string | undefined): Promise<OwnBehaviors> =>
  file === undefined ? {} : (await import('../ownBehaviors.js')).loadOwnBehaviors(file);

export const recordOption = () => new Option('--record <file>', 'write everything to an MCAP file');
