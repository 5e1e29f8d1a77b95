/** Options that several commands have. */
import { Option } from 'commander';
import { parseListen } from '../onlookers/page.js';

export const listenOption = () =>
  new Option(
    '--listen <address>',
    'serve the page there, such as 0.0.0.0:8080 for everybody in the network who has the link',
  ).argParser(parseListen);

export const recordOption = () => new Option('--record <file>', 'write everything to an MCAP file');
