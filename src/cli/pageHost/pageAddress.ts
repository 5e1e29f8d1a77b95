/** Where the page's files are, where the page is served, and how its address is printed. */
import { join } from 'node:path';
import { packageFolder } from '../../config/loadFile.js';
import { networkWarning } from '../../dashboard/server/addresses.js';
import { UsageError } from '../../validation/errors.js';
import type { Addresses, FoxgloveAddresses, Listen, WorkerSettings } from './messages.js';

/** The built page, beside the program. */
export const pageFolder = join(packageFolder(), 'dist/page/');

/** `8080`, `0.0.0.0:8080` or `[::]:8080`. @throws UsageError */
export const parseListen = (text: string): Listen =>
  parseAddress(
    text,
    '--listen',
    '--listen takes an address and a port, such as 0.0.0.0:8080 or 8080; 8080 alone is this machine',
  );

/** Foxglove's and Lichtblick's own default. */
export const FOXGLOVE_DEFAULT = '127.0.0.1:8765';

/** @throws UsageError */
export const parseFoxglove = (text: string): Listen =>
  parseAddress(
    text,
    '--foxglove',
    `--foxglove takes an address and a port, such as 0.0.0.0:8765 or 8765, or nothing: ${FOXGLOVE_DEFAULT}; put other arguments before it`,
  );

function parseAddress(text: string, option: string, hint: string): Listen {
  const [, host = '127.0.0.1', digits = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === '' || port > 65535) throw new UsageError(`${option} ${text}: no such address; ${hint}`);
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port };
}

interface Where {
  readonly addresses: Addresses | undefined;
  readonly foxglove: FoxgloveAddresses | undefined;
}

interface Listening {
  readonly listen?: Listen;
  readonly foxglove?: Listen;
}

/** @param output where a person reads; standard output is reserved if a document was asked for */
export function sayWhere(
  { addresses, foxglove }: Where,
  { listen, foxglove: shown }: Listening,
  output: NodeJS.WritableStream,
): void {
  const open = addresses && listen && networkWarning(listen);
  const warning =
    open ?? (foxglove && shown && networkWarning(shown, 'with the second address can set its parameters'));
  if (warning) process.stderr.write(`warning: ${warning}\n`);
  if (addresses) output.write(`Open this page to watch and drive: ${addresses.drive}\n`);
  if (addresses && open) output.write(`To watch only:                     ${addresses.view}\n`);
  if (!foxglove) return;
  output.write(`For Foxglove and Lichtblick:       ${foxglove.watch}\n`);
  output.write(`To set parameters there, too:      ${foxglove.set}\n`);
}

/** Settings for a thread that replaces another: open pages find it at the same address. */
export function atSameAddress(
  settings: WorkerSettings,
  { addresses, foxglove: shown }: Where,
): WorkerSettings {
  const { serve, foxglove } = settings;
  const same = (listen: Listen | undefined, address: string): Listen => ({
    host: listen?.host ?? '127.0.0.1',
    port: Number(new URL(address).port),
  });
  return {
    ...settings,
    ...(serve && addresses && { serve: { ...serve, listen: same(serve.listen, addresses.drive) } }),
    ...(foxglove && shown && { foxglove: { ...foxglove, listen: same(foxglove.listen, shown.set) } }),
  };
}

/** A file name that no other recording has. */
export const recordingName = (what: string, now = new Date()): string =>
  `${what.replace(/[^\w-]+/g, '-')}-${now.toISOString().slice(0, 23).replaceAll(/[:.]/g, '-')}.mcap`;
