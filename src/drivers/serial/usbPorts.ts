/** The serial ports on USB as Linux' kernel lists them, for machines without udev, such as a container. */
import { readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What the kernel knows of the device behind a port; the same names as serialport has for them. */
export interface UsbPort {
  readonly path: string;
  readonly vendorId?: string | undefined;
  readonly productId?: string | undefined;
  readonly serialNumber?: string | undefined;
  readonly manufacturer?: string | undefined;
}

/** Between a port's own folder in /sys and its USB device's lie its interface and, of a converter, one more. */
const LEVELS = 3;

/** @param dev where ports are, and `classes` where the kernel describes them */
export async function usbPorts(dev = '/dev', classes = '/sys/class/tty'): Promise<UsbPort[]> {
  const names = await readdir(dev).catch(() => []);
  const ports = names.filter((name) => /^tty(ACM|USB)\d+$/.test(name)).sort();
  return Promise.all(
    ports.map(async (name) => ({ path: join(dev, name), ...(await deviceOf(join(classes, name))) })),
  );
}

async function deviceOf(port: string): Promise<Omit<UsbPort, 'path'>> {
  let folder = await realpath(join(port, 'device')).catch(() => '');
  for (let level = 0; folder !== '' && level < LEVELS; level++, folder = dirname(folder)) {
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
