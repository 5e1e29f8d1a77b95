/** Why a port cannot be opened, and what to do about it. */

import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { DriverError, didYouMean, oneOf } from '../../validation/errors.js';
import { listPorts, NoBoard, type PortInfo } from './ports.js';

export interface PortMachine {
  readonly platform: NodeJS.Platform;
  readonly list: () => Promise<PortInfo[]>;
  /** The process that has the port open, where the system tells. */
  readonly holder: (path: string) => Promise<string | undefined>;
}

const thisMachine: PortMachine = { platform: process.platform, list: listPorts, holder: holderOf };

/** @param error from the system's binding, which reports it as text only */
export async function openingFailed(
  path: string,
  error: Error,
  machine: PortMachine = thisMachine,
): Promise<DriverError> {
  const { message } = error;
  // Windows says access denied where another program has the port open.
  const isDenied = /permission denied|EACCES|EPERM|access denied/i.test(message);
  if (isDenied && machine.platform !== 'win32')
    return new DriverError(`${path}: ${permissionDenied(machine.platform)}`);
  if (isDenied || /lock port|busy|EBUSY|temporarily unavailable/i.test(message)) {
    return new DriverError(`${path}: ${portBusy(await machine.holder(path))}`);
  }
  if (/no such file|ENOENT|not found|no such device|cannot find/i.test(message)) {
    return new NoBoard(`${path}: ${noSuchPort(path, await machine.list().catch(() => []))}`);
  }
  if (/not a typewriter|inappropriate ioctl|ENOTTY/i.test(message)) {
    return new NoBoard(
      `${path}: this is no serial port; ${otherPorts(await machine.list().catch(() => []))}`,
    );
  }
  return new DriverError(
    `${path}: it cannot be opened: ${message.replace(/^Error:? ?/, '')}; unplug the board and plug it in again`,
  );
}

export const unplugged = (path: string, why?: string): DriverError =>
  new DriverError(
    `${path}: the board is gone${why ? ` (${why})` : ''}; check that the cable is still plugged in at both ends`,
  );

/** `found; cure`. */
export function permissionDenied(platform: NodeJS.Platform): string {
  if (platform !== 'linux') return 'you may not open it; look at its permissions with `ls -l`';
  return (
    'you may not open it; join the group that may with `sudo usermod -a -G dialout $USER` ' +
    '(on Arch the group is `uucp`), then log out and in again'
  );
}

/** `found; cure`. */
export function portBusy(holder: string | undefined): string {
  const who = holder === undefined ? 'another program' : `another program, ${holder},`;
  return `${who} has it open; close it there: the Arduino IDE's serial monitor, or another steerbot`;
}

function noSuchPort(path: string, ports: readonly PortInfo[]): string {
  const paths = ports.map((port) => port.path);
  if (paths.length === 0) return 'there is no such port, and no board is connected; check the cable';
  return `there is no such port; ${didYouMean(path, paths) || otherPorts(ports)}`;
}

const otherPorts = (ports: readonly PortInfo[]): string =>
  ports.length > 0
    ? `there is ${oneOf(ports.map(({ path }) => path))}`
    : 'connect the board, and name its port; `steerbot ports` lists what there is';

/**
 * The processes that have a port open, where the operating system tells: on Linux, the user's own. Names and numbers:
 * `arduino (process 4711)`.
 */
export async function holderOf(path: string): Promise<string | undefined> {
  const device = await realpath(path).catch(() => path);
  const holders: string[] = [];
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (/^\d+$/.test(pid) && (await hasOpen(pid, device)))
      holders.push(`${await nameOf(pid)} (process ${pid})`);
  }
  return holders.length > 0 ? holders.join(' and ') : undefined;
}

async function hasOpen(pid: string, device: string): Promise<boolean> {
  for (const file of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
    if ((await readlink(`/proc/${pid}/fd/${file}`).catch(() => '')) === device) return true;
  }
  return false;
}

const nameOf = (pid: string): Promise<string> =>
  readFile(`/proc/${pid}/comm`, 'utf8').then(
    (name) => name.trim(),
    () => 'a program',
  );
