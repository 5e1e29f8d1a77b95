/** The options that several commands share: how a run is shown and recorded, and how far it may go. */
import { InvalidArgumentError, Option } from 'commander';
import { FASTEST_PACE, SLOWEST_PACE } from '../signals/session.js';
import { FOXGLOVE_DEFAULT, parseFoxglove, parseListen } from './pageHost/pageAddress.js';

export const listenOption = () =>
  new Option(
    '--listen <address>',
    'serve the page there, such as 0.0.0.0:8080 for all in the network who have the link',
  ).argParser(parseListen);

export const noOpenOption = () => new Option('--no-open', 'do not open the page in the browser');

export const foxgloveOption = () =>
  new Option(
    '--foxglove [address]',
    'show it live to Foxglove and Lichtblick there; without an address on this machine',
  )
    .preset(FOXGLOVE_DEFAULT)
    .argParser(parseFoxglove);

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

/** As fast as it goes, of a run that nobody looks at. */
const AT_ONCE = Number.POSITIVE_INFINITY;

export const speedOption = (): Option =>
  new Option('--speed <factor>', 'times real time, such as 0.5 or 10, or max').argParser(parseFactor);

/** @throws InvalidArgumentError */
function parseFactor(text: string): number {
  if (text === 'max') return AT_ONCE;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= SLOWEST_PACE && value <= FASTEST_PACE) return value;
  throw new InvalidArgumentError(`A number from ${SLOWEST_PACE} to ${FASTEST_PACE} is wanted, or max.`);
}
