/** Which serial ports may lead to a robot, and which of them is meant. */

import { readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type UsbDevice, usbDevice } from '../../kit/boards.js';
import { DriverError, didYouMean, messageOf, oneOf } from '../../validation/errors.js';

export interface PortInfo {
  readonly path: string;
  /** Of the board; identifies it on any socket. */
  readonly serialNumber?: string;
  /** What its vendor and product number stand for, where we know them. */
  readonly device?: UsbDevice;
  /** Vendor and product number: `2341:0043`. */
  readonly usbId?: string;
  readonly maker?: string;
  /** Description for users. */
  readonly label: string;
}

/** Only the user can say which one is meant. */
export class SeveralBoards extends DriverError {
  readonly ports: readonly PortInfo[];

  constructor(ports: readonly PortInfo[]) {
    const found = `several boards are connected: ${ports.map(portText).join(', ')}`;
    super(`${found}; name one with --port`, `${found}; give the path of one as \`port\``);
    this.ports = ports;
  }
}

/** No board is connected. */
export class NoBoard extends DriverError {}

const portText = ({ path, label }: PortInfo): string => (label === '' ? path : `${path} (${label})`);

export function portInfo({ path, serialNumber, manufacturer, vendorId, productId }: UsbPort): PortInfo {
  const known = vendorId !== undefined && productId !== undefined;
  const device = known ? usbDevice(vendorId, productId) : undefined;
  const maker = device?.name ?? manufacturer ?? (isBluetooth(path) ? 'Bluetooth' : undefined);
  const label = [maker, serialNumber && `serial:${serialNumber}`];
  return {
    path,
    label: label.filter((part) => part).join(', '),
    ...(serialNumber && { serialNumber }),
    ...(device && { device }),
    ...(known && { usbId: `${vendorId}:${productId}`.toLowerCase() }),
    ...(manufacturer && { maker: manufacturer }),
  };
}

/** Boards on USB or Bluetooth; a computer's own serial ports are left out. */
const BOARD_PATH_PATTERN = /usb|acm|rfcomm|^com\d/i;

/** Linux' name of a serial line over Bluetooth, which it has whether or not the robot is in reach. */
export const isBluetooth = (path: string): boolean => /rfcomm\d+$/.test(path);

/** The ports that may be boards. Opens none: that would reset the board. */
export async function listPorts(): Promise<PortInfo[]> {
  const { SerialPort } = await serialBinding();
  try {
    const ports: UsbPort[] = await SerialPort.list();
    return ports
      .filter(({ path, vendorId }) => vendorId !== undefined || BOARD_PATH_PATTERN.test(path))
      .map(portInfo);
  } catch {
    // On Linux it asks udevadm, which a container may not have.
    return (await usbPorts()).map(portInfo);
  }
}

/** Whether `--port` names a path, so that no port is searched for. */
export const isPath = (wanted: string): boolean => wanted !== 'auto' && !wanted.startsWith('serial:');

/**
 * The path that `auto`, `serial:ID` or a path means.
 * @throws SeveralBoards where only the user can tell; DriverError without a board
 */
export async function choosePort(
  wanted: string,
  list: () => Promise<PortInfo[]> = listPorts,
): Promise<string> {
  if (isPath(wanted)) return wanted;
  const ports = await list();
  if (wanted !== 'auto') return bySerialNumber(wanted.slice('serial:'.length), ports);
  // Bluetooth's ports are there for good: a board that is plugged in is meant.
  const plugged = ports.filter(({ path }) => !isBluetooth(path));
  const [only, ...others] = plugged.length > 0 ? plugged : ports;
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

/** The usual reason is a cable that only charges; it looks the same as no cable at all. */
export function noBoard(): NoBoard {
  const found =
    'no board is connected; check that its cable carries data and not only power, that a light on the board is on, ' +
    'and that a clone with a CH340 has its driver';
  return new NoBoard(
    `${found}, or name its port with --port`,
    `${found}, or give its path as \`port\`; without one, \`port: 'simulated'\` drives a simulated robot`,
  );
}

/** What the kernel knows of the device behind a port, with serialport's names. */
export interface UsbPort {
  readonly path: string;
  readonly vendorId?: string | undefined;
  readonly productId?: string | undefined;
  readonly serialNumber?: string | undefined;
  readonly manufacturer?: string | undefined;
}

/** Between a port's folder in /sys and its USB device's lie its interface and, for a converter, one more. */
const MAX_USB_LEVELS = 3;

/**
 * The serial ports on USB and Bluetooth as Linux' kernel lists them, for machines without udev, such as a container.
 *
 * @param dev where ports are, and `classes` where the kernel describes them
 */
export async function usbPorts(dev = '/dev', classes = '/sys/class/tty'): Promise<UsbPort[]> {
  const names = await readdir(dev).catch(() => []);
  const ports = names.filter((name) => /^(tty(ACM|USB)|rfcomm)\d+$/.test(name)).sort();
  return Promise.all(
    ports.map(async (name) => ({ path: join(dev, name), ...(await deviceOf(join(classes, name))) })),
  );
}

async function deviceOf(port: string): Promise<Omit<UsbPort, 'path'>> {
  let folder = await realpath(join(port, 'device')).catch(() => '');
  for (let level = 0; folder !== '' && level < MAX_USB_LEVELS; level++, folder = dirname(folder)) {
    const vendorId = await textOf(join(folder, 'idVendor'));
    if (vendorId === undefined) continue;
    const facts = {
      vendorId,
      productId: await textOf(join(folder, 'idProduct')),
      serialNumber: await textOf(join(folder, 'serial')),
      manufacturer: await textOf(join(folder, 'manufacturer')),
    };
    return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
  }
  return {};
}

const textOf = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').then(
    (text) => text.trim() || undefined,
    () => undefined,
  );

type Serialport = typeof import('serialport');

/**
 * The serialport package, loaded when it is first needed: it brings a native module that may not fit the machine.
 *
 * @throws DriverError with the cure, where the native module does not load
 */
export async function serialBinding(
  load: () => Promise<Serialport> = () => import('serialport'),
): Promise<Serialport> {
  try {
    return await load();
  } catch (error) {
    const [why = ''] = messageOf(error).split('\n');
    throw new DriverError(`the serial port's native module does not load (${why}); ${bindingCure(why)}`);
  }
}

/** An optional dependency: npm leaves it out where it cannot install it, or was told to. */
const bindingCure = (why: string): string =>
  /cannot find (package|module)/i.test(why)
    ? 'install it with `npm install serialport`'
    : 'build it for this machine with `npm rebuild @serialport/bindings-cpp`';
