import { describe, expect, it } from 'vitest';
import {
  choosePort,
  listPorts,
  NoBoard,
  portInfo,
  SeveralBoards,
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
      'several boards are connected: /dev/ttyACM0 (Arduino, serial:75435353038351F0A1B2), /dev/ttyUSB0; name one with --port',
    );
  });

  it('is missed with what to check', async () => {
    await expect(choose('auto')).rejects.toThrow(/no board is connected; check that its cable carries data/);
    await expect(choose('auto')).rejects.toBeInstanceOf(NoBoard);
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
