/** Which serial ports may have a robot at their other end, and which of them is meant. */
import { DriverError, didYouMean, oneOf } from '../../validation/errors.js';
import { type UsbDevice, usbDevice } from '../boards.js';
import { serialBinding } from './serialBinding.js';
import { type UsbPort, usbPorts } from './usbPorts.js';

export interface PortInfo {
  readonly path: string;
  /** Of the board, by which it is known again on any socket. */
  readonly serialNumber?: string;
  /** What its maker and product number stand for, where we know them. */
  readonly device?: UsbDevice;
  /** Both of them: `2341:0043`. */
  readonly usbId?: string;
  readonly maker?: string;
  /** What is known of it, for people. */
  readonly label: string;
}

/** Which one is meant is for a person to say. */
export class SeveralBoards extends DriverError {
  readonly ports: readonly PortInfo[];

  constructor(ports: readonly PortInfo[]) {
    super(`several boards are connected: ${ports.map(shownPort).join(', ')}; name one with --port`);
    this.ports = ports;
  }
}

/** There is nothing to speak to. */
export class NoBoard extends DriverError {}

const shownPort = ({ path, label }: PortInfo): string => (label === '' ? path : `${path} (${label})`);

export function portInfo({ path, serialNumber, manufacturer, vendorId, productId }: UsbPort): PortInfo {
  const known = vendorId !== undefined && productId !== undefined;
  const device = known ? usbDevice(vendorId, productId) : undefined;
  const label = [device?.name ?? manufacturer, serialNumber && `serial:${serialNumber}`];
  return {
    path,
    label: label.filter((part) => part).join(', '),
    ...(serialNumber && { serialNumber }),
    ...(device && { device }),
    ...(known && { usbId: `${vendorId}:${productId}`.toLowerCase() }),
    ...(manufacturer && { maker: manufacturer }),
  };
}

/** Boards on USB; a computer's own serial ports are left out. */
const OF_A_BOARD = /usb|acm|^com\d/i;

/** The ports that may be boards. Nothing is opened: that would reset whatever is there. */
export async function listPorts(): Promise<PortInfo[]> {
  const { SerialPort } = await serialBinding();
  try {
    const ports: UsbPort[] = await SerialPort.list();
    return ports
      .filter(({ path, vendorId }) => vendorId !== undefined || OF_A_BOARD.test(path))
      .map(portInfo);
  } catch {
    // On Linux it asks udevadm, which a container may not have.
    return (await usbPorts()).map(portInfo);
  }
}

/** Whether `--port` names a port itself, and does not have one looked for. */
export const isPath = (wanted: string): boolean => wanted !== 'auto' && !wanted.startsWith('serial:');

/**
 * The path that `auto`, `serial:ID` or a path means.
 * @throws SeveralBoards where only a person can tell; DriverError where there is none
 */
export async function choosePort(
  wanted: string,
  list: () => Promise<PortInfo[]> = listPorts,
): Promise<string> {
  if (isPath(wanted)) return wanted;
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

/** A cable that only charges is the usual reason, and nothing tells it from one that is not plugged in. */
export const noBoard = (): NoBoard =>
  new NoBoard(
    'no board is connected; check that its cable carries data and not only power, that the board has a light on and ' +
      'a clone with a CH340 its driver, or name its port with --port',
  );
