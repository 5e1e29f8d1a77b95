/** The options of commands that show a run: to a page, and to Foxglove. */
import { Option } from 'commander';
import { FOXGLOVE_DEFAULT, parseFoxglove, parseListen } from './pageHost/pageAddress.js';

export const listenOption = () =>
  new Option(
    '--listen <address>',
    'serve the page there, such as 0.0.0.0:8080 for all in the network who have the link',
  ).argParser(parseListen);

export const foxgloveOption = () =>
  new Option(
    '--foxglove [address]',
    'show it live to Foxglove and Lichtblick there; without an address on this machine',
  )
    .preset(FOXGLOVE_DEFAULT)
    .argParser(parseFoxglove);
