/** `steerbot ports`: the boards that are plugged in, without opening them, and whether they may be opened. */

import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import pc from 'picocolors';
import { holderOf, permissionDenied } from '../drivers/serial/portErrors.js';
import { isBluetooth, isPath, listPorts, noBoard, type PortInfo } from '../drivers/serial/ports.js';
import { isTcp } from '../drivers/serial/tcpAddress.js';
import { oneOf } from '../validation/errors.js';
import { CHECK, type CheckRow, ok, skipped, wrong } from './doctor/checkRow.js';
import { EMULATED } from './portWords.js';
import { EXIT, type ExitCode } from './terminal/exitCodes.js';

export interface PortsOptions {
  readonly json?: boolean;
}

/** Where ports and holders come from; tests pass their own. */
export interface PortSources {
  readonly list: () => Promise<PortInfo[]>;
  readonly holder: (path: string) => Promise<string | undefined>;
}

type HeldPort = PortInfo & { readonly holder: string | undefined };

/** @throws DriverError where no board is connected, with what to check; `--json` prints an empty list first */
export async function ports(
  { json = false }: PortsOptions,
  { list, holder }: PortSources = { list: listPorts, holder: holderOf },
): Promise<ExitCode> {
  const found: HeldPort[] = [];
  for (const port of await list()) found.push({ ...port, holder: await holder(port.path) });
  if (json) process.stdout.write(`${JSON.stringify({ ports: found.map(portDocument) })}\n`);
  if (found.length === 0) throw noBoard();
  if (!json) for (const port of found) process.stdout.write(`${portLine(port)}\n`);
  return EXIT.done;
}

/** null for a value that is unknown. */
const portDocument = ({ path, device, maker, usbId, serialNumber, holder }: HeldPort) => ({
  path,
  device: device?.name ?? null,
  boards: device?.boards ?? null,
  maker: maker ?? null,
  usbId: usbId ?? null,
  serialNumber: serialNumber ?? null,
  holder: holder ?? null,
});

function portLine(port: HeldPort): string {
  const { path, serialNumber, holder, usbId, maker } = port;
  const facts = [
    likelyBoard(port) ?? maker ?? (isBluetooth(path) ? 'Bluetooth' : 'not known'),
    ...(usbId ? [usbId] : []),
    ...(serialNumber ? [`serial:${serialNumber}`] : []),
    ...(holder ? [pc.yellow(`held by ${holder}`)] : []),
  ];
  return `${pc.bold(path)}  ${facts.join(', ')}`;
}

/** Many boards share a converter chip. */
function likelyBoard({ device }: PortInfo): string | undefined {
  if (!device) return undefined;
  if (device.boards.length === 0) return `${device.name}, on which the firmware does not run`;
  return device.boards.length === 1 ? device.name : `${device.name}: likely a ${oneOf(device.boards)}`;
}

/** How this machine's ports are listed and tested; tests pass their own. */
export interface PortAccess {
  readonly platform: NodeJS.Platform;
  readonly list: () => Promise<PortInfo[]>;
  /** Undefined where there is no such port. */
  readonly mayOpen: (path: string) => Promise<boolean | undefined>;
}

const THIS_MACHINE: PortAccess = {
  platform: process.platform,
  list: () => listPorts().catch(() => []),
  mayOpen: (path) =>
    access(path, constants.R_OK | constants.W_OK).then(
      () => true,
      ({ code }: NodeJS.ErrnoException) => (code === 'ENOENT' ? undefined : false),
    ),
};

/**
 * Tests every port that may be a board, and the wanted one, without opening any. On Windows there is nothing to test.
 *
 * @param wanted the value of `--port`
 */
export async function checkPermissions(
  wanted: string,
  { platform, list, mayOpen } = THIS_MACHINE,
): Promise<CheckRow[]> {
  if (platform === 'win32') return [];
  const paths = new Set([
    ...(await list()).map(({ path }) => path),
    ...(isPath(wanted) && !isTcp(wanted) && wanted !== EMULATED ? [wanted] : []),
  ]);
  const rows = await Promise.all(
    [...paths].map(async (path) => {
      const may = await mayOpen(path);
      if (may === undefined) return [];
      if (may) return [ok(CHECK.permission, `${path} may be read and written`)];
      return [wrong(CHECK.permission, `${path}: ${permissionDenied(platform)}`)];
    }),
  );
  return rows.flat().length > 0 ? rows.flat() : [skipped(CHECK.permission, 'there is no port to open')];
}
