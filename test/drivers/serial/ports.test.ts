import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  choosePort,
  listPorts,
  NoBoard,
  portInfo,
  SeveralBoards,
  usbPorts,
} from '../../../src/drivers/serial/ports.js';
import { DriverError } from '../../../src/validation/errors.js';

const ARDUINO = {
  path: '/dev/ttyACM0',
  serialNumber: '75435353038351F0A1B2',
  label: 'Arduino, serial:75435353038351F0A1B2',
};
const CLONE = { path: '/dev/ttyUSB0', label: '' };

const choose = (wanted: string, ...ports: (typeof ARDUINO | typeof CLONE)[]) =>
  choosePort(wanted, async () => ports);

describe('the port that is meant', () => {
  it('is the given path, without a check that it exists', async () => {
    const list = () => expect.fail('was listed');
    await expect(choosePort('/dev/ttyS0', list)).resolves.toBe('/dev/ttyS0');
    await expect(choosePort('COM3', list)).resolves.toBe('COM3');
  });

  it('is the only one there is', async () => {
    await expect(choose('auto', CLONE)).resolves.toBe('/dev/ttyUSB0');
  });

  it('is never guessed among several: a person gets the list', async () => {
    const error = await choose('auto', ARDUINO, CLONE).catch((reason) => reason);
    expect(error).toBeInstanceOf(SeveralBoards);
    expect(error).toBeInstanceOf(DriverError);
    expect(error.ports).toEqual([ARDUINO, CLONE]);
    expect(error.message).toBe(
      'several boards are connected: /dev/ttyACM0 (Arduino, serial:75435353038351F0A1B2), /dev/ttyUSB0; name one with --port',
    );
  });

  it('is missed with what to check', async () => {
    await expect(choose('auto')).rejects.toThrow(/no board is connected; check that its cable carries data/);
    await expect(choose('auto')).rejects.toBeInstanceOf(NoBoard);
  });

  it('takes Bluetooth only where nothing is plugged in: its port is there without a robot, too', async () => {
    const bluetooth = portInfo({ path: '/dev/rfcomm0' });
    await expect(choose('auto', bluetooth)).resolves.toBe('/dev/rfcomm0');
    await expect(choose('auto', bluetooth, CLONE)).resolves.toBe('/dev/ttyUSB0');
    await expect(choose('auto', bluetooth, portInfo({ path: '/dev/rfcomm1' }))).rejects.toThrow(
      'several boards are connected: /dev/rfcomm0 (Bluetooth), /dev/rfcomm1 (Bluetooth)',
    );
    await expect(choose('serial:1')).rejects.toThrow(/no board is connected/);
  });

  it('is known again by its serial number, whatever the case', async () => {
    await expect(choose('serial:75435353038351f0a1b2', CLONE, ARDUINO)).resolves.toBe('/dev/ttyACM0');
    await expect(choose('serial:75435353038351F0A1B3', ARDUINO)).rejects.toThrow(
      "no board with the serial number '75435353038351F0A1B3' is connected; did you mean '75435353038351F0A1B2'?",
    );
    await expect(choose('serial:zz', ARDUINO)).rejects.toThrow('there is 75435353038351F0A1B2');
  });
});

describe('what is known of a port', () => {
  it('is the board, where its numbers are those of one, and its serial number', () => {
    expect(
      portInfo({
        path: '/dev/ttyACM0',
        vendorId: '2341',
        productId: '0043',
        serialNumber: '754',
        manufacturer: 'Arduino (www.arduino.cc)',
      }),
    ).toEqual({
      path: '/dev/ttyACM0',
      label: 'Arduino Uno, serial:754',
      serialNumber: '754',
      device: { name: 'Arduino Uno', boards: ['uno'] },
      usbId: '2341:0043',
      maker: 'Arduino (www.arduino.cc)',
    });
  });

  it.each([
    ['2341', '0042', ['mega']],
    ['1A86', '7523', ['nano', 'uno', 'mega']],
    ['0403', '6001', ['nano', 'uno', 'mega']],
    ['10c4', 'EA60', ['nano', 'uno', 'mega']],
    ['2341', '8036', []],
  ])('of %s:%s, however it is written, is which boards it may be', (vendorId, productId, boards) => {
    const info = portInfo({ path: 'COM3', vendorId, productId });
    expect(info.device?.boards).toEqual(boards);
    expect(info.usbId).toBe(`${vendorId}:${productId}`.toLowerCase());
  });

  it('is what its maker says where we know no better, or nothing', () => {
    const unknown = { path: 'COM3', vendorId: 'ffff', productId: '0001', manufacturer: 'Acme' };
    expect(portInfo(unknown)).toEqual({ path: 'COM3', label: 'Acme', usbId: 'ffff:0001', maker: 'Acme' });
    expect(portInfo({ path: 'COM3' })).toEqual({ path: 'COM3', label: '' });
  });
});

it('the ports of this machine are listed without anything being opened, udevadm or not', async () => {
  for (const { path } of await listPorts()) expect(path).toMatch(/\S/);
});

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
    for (const name of ['rfcomm0', 'rfcomm', 'ttyUSB1', 'ttyACM0', 'ttyS0', 'tty', 'ttyACMx', 'null']) {
      await writeFile(join(root, 'dev', name), '');
    }
    expect(await list()).toEqual([
      { path: join(root, 'dev', 'rfcomm0') },
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

  it('are an empty list if there is no /dev', async () => {
    await rm(join(root, 'dev'), { recursive: true });
    await expect(list()).resolves.toEqual([]);
    await mkdir(join(root, 'dev'));
  });
});
