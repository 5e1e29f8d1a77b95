/** Why a port cannot be opened, and what to do about it. */
import { readdir, readlink, realpath } from 'node:fs/promises';
import { DriverError, didYouMean, oneOf } from '../errors.js';
import { listPorts, type PortInfo } from './ports.js';

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly list: () => Promise<PortInfo[]>;
  /** The process that has the port open, where one can tell. */
  readonly holder: (path: string) => Promise<string | undefined>;
}

const thisMachine: Machine = { platform: process.platform, list: listPorts, holder: holderOf };

/** @param error as the system's binding tells it, which is in words */
export async function openingFailed(
  path: string,
  error: Error,
  machine: Machine = thisMachine,
): Promise<DriverError> {
  const { message } = error;
  // Windows says access denied where another program has the port open.
  const isDenied = /permission denied|EACCES|EPERM|access denied/i.test(message);
  if (isDenied && machine.platform !== 'win32')
    return new DriverError(`${path}: ${forbidden(machine.platform)}`);
  if (isDenied || /lock port|busy|EBUSY|temporarily unavailable/i.test(message)) {
    return new DriverError(`${path}: ${taken(await machine.holder(path))}`);
  }
  if (/no such file|ENOENT|not found|no such device|cannot find/i.test(message)) {
    return new DriverError(`${path}: ${missing(path, await machine.list().catch(() => []))}`);
  }
  return new DriverError(`${path}: it cannot be opened: ${message.replace(/^Error:? ?/, '')}`);
}

export const unplugged = (path: string, why?: string): DriverError =>
  new DriverError(`${path}: the board is gone${why ? ` (${why})` : ''}; is the cable still plugged in?`);

function forbidden(platform: NodeJS.Platform): string {
  if (platform !== 'linux') return 'you may not open it; look at its permissions with `ls -l`';
  return (
    'you may not open it; join the group that may with `sudo usermod -a -G dialout $USER` ' +
    '(on Arch the group is `uucp`), then log out and in again'
  );
}

function taken(holder: string | undefined): string {
  const who = holder === undefined ? 'another program' : `another program, ${holder},`;
  return `${who} has it open; close it there: the Arduino IDE's serial monitor, or another steerbot`;
}

function missing(path: string, ports: readonly PortInfo[]): string {
  const paths = ports.map((port) => port.path);
  if (paths.length === 0) return 'there is no such port, and no board is connected; check the cable';
  return `there is no such port; ${didYouMean(path, paths) || `there is ${oneOf(paths)}`}`;
}

/** On Linux, among the processes that we may look into: its name and number. */
async function holderOf(path: string): Promise<string | undefined> {
  const device = await realpath(path).catch(() => path);
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(pid)) continue;
    const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const file of files) {
      const open = await readlink(`/proc/${pid}/fd/${file}`).catch(() => '');
      if (open === device) return `process ${pid}`;
    }
  }
  return undefined;
}
