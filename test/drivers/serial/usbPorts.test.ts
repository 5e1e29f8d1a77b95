import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { usbPorts } from '../../../src/drivers/serial/usbPorts.js';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'usb-'));
  await mkdir(join(root, 'dev'));
});
afterEach(() => rm(root, { recursive: true }));

const list = () => usbPorts(join(root, 'dev'), join(root, 'class'));

/** As the kernel has it: a class folder whose `device` links to the interface, some levels below the USB device. */
async function plugIn(name: string, below: string, facts: Readonly<Record<string, string>>): Promise<void> {
  const device = join(root, 'devices', name);
  await mkdir(join(device, below), { recursive: true });
  for (const [fact, text] of Object.entries(facts)) await writeFile(join(device, fact), `${text}\n`);
  await mkdir(join(root, 'class', name), { recursive: true });
  await symlink(join(device, below), join(root, 'class', name, 'device'));
  await writeFile(join(root, 'dev', name), '');
}

describe('the ports of a machine without udev', () => {
  it('are those on USB, by their names', async () => {
    for (const name of ['ttyUSB1', 'ttyACM0', 'ttyS0', 'tty', 'ttyACMx', 'null']) {
      await writeFile(join(root, 'dev', name), '');
    }
    expect(await list()).toEqual([
      { path: join(root, 'dev', 'ttyACM0') },
      { path: join(root, 'dev', 'ttyUSB1') },
    ]);
  });

  it('have the facts of the USB device above them, an Arduino one level up, a converter two', async () => {
    const arduino = { idVendor: '2341', idProduct: '0043', serial: '754', manufacturer: 'Arduino' };
    await plugIn('ttyACM0', '1-1:1.0', arduino);
    await plugIn('ttyUSB0', '1-2:1.0/ttyUSB0', { idVendor: '1a86', idProduct: '7523' });
    expect(await list()).toEqual([
      {
        path: join(root, 'dev', 'ttyACM0'),
        vendorId: '2341',
        productId: '0043',
        serialNumber: '754',
        manufacturer: 'Arduino',
      },
      { path: join(root, 'dev', 'ttyUSB0'), vendorId: '1a86', productId: '7523' },
    ]);
  });

  it('are none where there is nothing', async () => {
    await rm(join(root, 'dev'), { recursive: true });
    await expect(list()).resolves.toEqual([]);
    await mkdir(join(root, 'dev'));
  });
});
