/** Where the page's files are, where the page is served, and how its address is printed. */
import { fileURLToPath } from 'node:url';
import { networkWarning } from '../../dashboard/server/addresses.js';
import { UsageError } from '../terminal/exitCodes.js';
import type { Addresses, Listen, WorkerSettings } from './messages.js';

/** The built page, beside the program. */
export const pageFolder = fileURLToPath(new URL('../../../page/', import.meta.url));

const LISTEN_HELP =
  '--listen takes an address and a port, such as 0.0.0.0:8080 or 8080; 8080 alone is this machine';

/** `8080`, `0.0.0.0:8080` or `[::]:8080`. @throws UsageError */
export function parseListen(text: string): Listen {
  const [, host = '127.0.0.1', digits = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === '' || port > 65535)
    throw new UsageError(`--listen ${text}: no such address; ${LISTEN_HELP}`);
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port };
}

/** @param output where a person reads; standard output is reserved if a document was asked for */
export function sayWhere(
  addresses: Addresses | undefined,
  listen: Listen | undefined,
  output: NodeJS.WritableStream,
): void {
  if (!addresses) return;
  const warning = listen && networkWarning(listen);
  if (warning) process.stderr.write(`warning: ${warning}\n`);
  output.write(`Open this page to watch and drive: ${addresses.drive}\n`);
  if (warning) output.write(`To watch only:                     ${addresses.view}\n`);
}

/** Settings for a thread that replaces another: open pages find it at the same address. */
export function atSameAddress(settings: WorkerSettings, addresses: Addresses | undefined): WorkerSettings {
  const { serve } = settings;
  if (!serve || !addresses) return settings;
  const listen = { host: serve.listen?.host ?? '127.0.0.1', port: Number(new URL(addresses.drive).port) };
  return { ...settings, serve: { ...serve, listen } };
}

/** A file name that no other recording has. */
export const recordingName = (what: string, now = new Date()): string =>
  `${what.replace(/[^\w-]+/g, '-')}-${now.toISOString().slice(0, 23).replaceAll(/[:.]/g, '-')}.mcap`;
