import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { choosePort, listPorts, portsIn, SeveralBoards } from '../../src/drivers/ports.js';
import { DriverError } from '../../src/errors.js';

const ARDUINO = {
  path: '/dev/ttyACM0',
  serialNumber: '75435353038351F0A1B2',
  label: 'Arduino, serial:75435353038351F0A1B2',
};
const CLONE = { path: '/dev/ttyUSB0', label: '' };

const choose = (wanted: string, ...ports: (typeof ARDUINO | typeof CLONE)[]) =>
  choosePort(wanted, async () => ports);

describe('the port that is meant', () => {
  it('is the path that is named, and nobody looks whether it is there', async () => {
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
      'several boards are connected:\n/dev/ttyACM0 (Arduino, serial:75435353038351F0A1B2)\n/dev/ttyUSB0\nname one with --port',
    );
  });

  it('is missed with what to check', async () => {
    await expect(choose('auto')).rejects.toThrow(/no board is connected; check that its cable carries data/);
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

describe('the ports of a machine without udevadm', () => {
  let dev = '';
  beforeEach(async () => {
    dev = await mkdtemp(join(tmpdir(), 'dev-'));
  });
  afterEach(() => rm(dev, { recursive: true }));

  it('are found by their names, with the serial numbers of their links', async () => {
    for (const name of ['ttyUSB1', 'ttyACM0', 'ttyS0', 'tty', 'ttyACMx', 'null'])
      await writeFile(join(dev, name), '');
    await mkdir(join(dev, 'serial', 'by-id'), { recursive: true });
    const link = 'usb-Arduino__www.arduino.cc__0043_75435353038351F0A1B2-if00';
    await symlink('../../ttyACM0', join(dev, 'serial', 'by-id', link));
    await symlink('../../ttyUSB1', join(dev, 'serial', 'by-id', 'usb-1a86_USB_Serial-if00-port0'));
    const ports = await portsIn(dev);
    expect(ports.map(({ path }) => path)).toEqual([join(dev, 'ttyACM0'), join(dev, 'ttyUSB1')]);
    expect(ports[0]).toMatchObject({
      serialNumber: '75435353038351F0A1B2',
      label: 'serial:75435353038351F0A1B2',
    });
  });

  it('are none where there is nothing', async () => {
    await expect(portsIn(join(dev, 'nothing'))).resolves.toEqual([]);
  });
});

it('the ports of this machine are listed without anything being opened, udevadm or not', async () => {
  for (const { path } of await listPorts()) expect(path).toMatch(/\S/);
});
