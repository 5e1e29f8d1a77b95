/** Which serial ports may have a robot at their other end, and which of them is meant. */
import { readdir, realpath } from 'node:fs/promises';
import { DriverError, didYouMean, oneOf } from '../errors.js';

export interface PortInfo {
  readonly path: string;
  /** Of the board, by which it is known again on any socket. */
  readonly serialNumber?: string;
  /** What is known of it, for people. */
  readonly label: string;
}

/** Which one is meant is for a person to say. */
export class SeveralBoards extends DriverError {
  readonly ports: readonly PortInfo[];

  constructor(ports: readonly PortInfo[]) {
    super(`several boards are connected:\n${ports.map(shownPort).join('\n')}\nname one with --port`);
    this.ports = ports;
  }
}

const shownPort = ({ path, label }: PortInfo): string => (label === '' ? path : `${path} (${label})`);

function portInfo(path: string, serialNumber?: string, maker?: string): PortInfo {
  const label = [maker, serialNumber && `serial:${serialNumber}`].filter((part) => part).join(', ');
  return serialNumber ? { path, label, serialNumber } : { path, label };
}

/** Boards on USB; a computer's own serial ports are left out. */
const OF_A_BOARD = /usb|acm|^com\d/i;

/** The ports that may be boards. Nothing is opened: that would reset whatever is there. */
export async function listPorts(): Promise<PortInfo[]> {
  const { SerialPort } = await import('serialport');
  try {
    const ports = await SerialPort.list();
    const boards = ports.filter(({ path, vendorId }) => vendorId !== undefined || OF_A_BOARD.test(path));
    return boards.map(({ path, serialNumber, manufacturer }) => portInfo(path, serialNumber, manufacturer));
  } catch {
    // On Linux it asks udevadm, which a container may not have.
    return portsIn('/dev');
  }
}

/** As the kernel and udev name them; what is in `serial/by-id` tells the serial number. */
export async function portsIn(folder: string): Promise<PortInfo[]> {
  const names = await readdir(folder).catch(() => []);
  const paths = names.filter((name) => /^tty(ACM|USB)\d+$/.test(name)).map((name) => `${folder}/${name}`);
  const serials = new Map<string, string>();
  for (const link of await readdir(`${folder}/serial/by-id`).catch(() => [])) {
    const path = await realpath(`${folder}/serial/by-id/${link}`).catch(() => '');
    // usb-<maker>_<product>_<serial number>-if00
    const serial = /_([^_]+?)-if\d+/.exec(link)?.[1];
    if (serial !== undefined) serials.set(path, serial);
  }
  return paths.sort().map((path) => portInfo(path, serials.get(path)));
}

/**
 * The path that `auto`, `serial:ID` or a path means.
 * @throws SeveralBoards where only a person can tell; DriverError where there is none
 */
export async function choosePort(
  wanted: string,
  list: () => Promise<PortInfo[]> = listPorts,
): Promise<string> {
  if (wanted !== 'auto' && !wanted.startsWith('serial:')) return wanted;
  const ports = await list();
  if (wanted !== 'auto') return bySerialNumber(wanted.slice('serial:'.length), ports);
  const [only, ...others] = ports;
  if (!only) throw noBoard();
  if (others.length > 0) throw new SeveralBoards(ports);
  return only.path;
}

function bySerialNumber(id: string, ports: readonly PortInfo[]): string {
  const found = ports.find(({ serialNumber }) => serialNumber?.toLowerCase() === id.toLowerCase());
  if (found) return found.path;
  const serials = ports.flatMap(({ serialNumber }) => serialNumber ?? []);
  if (serials.length === 0) throw noBoard();
  const hint = didYouMean(id, serials) || `there is ${oneOf(serials)}`;
  throw new DriverError(`no board with the serial number '${id}' is connected; ${hint}`);
}

const noBoard = (): DriverError =>
  new DriverError(
    'no board is connected; check that its cable carries data and not only power, that it is plugged in at both ' +
      'ends, and that the board has a light on; name another kind of port with --port',
  );
