import { describe, expect, it } from 'vitest';
import { openingFailed, type PortMachine, unplugged } from '../../../src/drivers/serial/portErrors.js';
import { DriverError } from '../../../src/validation/errors.js';

const LINUX: PortMachine = {
  platform: 'linux',
  list: async () => [{ path: '/dev/ttyACM1', label: '' }],
  holder: async () => undefined,
};

const told = async (message: string, machine: Partial<PortMachine> = {}) => {
  const error = await openingFailed('/dev/ttyACM0', new Error(message), { ...LINUX, ...machine });
  expect(error).toBeInstanceOf(DriverError);
  return error.message;
};

describe('a port that cannot be opened', () => {
  it('for want of permission names the group and the command', async () => {
    expect(await told('Error: Permission denied, cannot open /dev/ttyACM0')).toBe(
      '/dev/ttyACM0: you may not open it; join the group that may with `sudo usermod -a -G dialout $USER` ' +
        '(on Arch the group is `uucp`), then log out and in again',
    );
  });

  it('for want of permission elsewhere speaks of no group', async () => {
    const words = await told('Error: Permission denied, cannot open', { platform: 'darwin' });
    expect(words).toContain('you may not open it');
    expect(words).not.toContain('dialout');
  });

  it.each([
    'Error Resource temporarily unavailable Cannot lock port',
    'Error: Device or resource busy, cannot open /dev/ttyACM0',
  ])('for another program says so: %s', async (message) => {
    expect(await told(message)).toContain('another program has it open; close it there');
    expect(await told(message, { holder: async () => 'cat (process 4711)' })).toContain(
      'another program, cat (process 4711), has it open',
    );
  });

  it('on Windows, where access is denied, is taken by another program', async () => {
    const words = await told('Opening COM3: Access denied', { platform: 'win32' });
    expect(words).toContain('another program has it open');
  });

  it('for being nowhere names what was meant, or that nothing is there', async () => {
    const message = 'Error: No such file or directory, cannot open /dev/ttyACM0';
    expect(await told(message)).toContain("there is no such port; did you mean '/dev/ttyACM1'?");
    expect(await told(message, { list: async () => [] })).toContain('no board is connected; check the cable');
    expect(await told('Opening COM9: File not found', { list: async () => [] })).toContain('no such port');
  });

  it.each([
    'Error: Not a typewriter, cannot open /dev/ttyACM0',
    'Error: Inappropriate ioctl for device setting custom baud rate of 57600',
  ])('for being something else names the ports that there are: %s', async (message) => {
    expect(await told(message)).toBe('/dev/ttyACM0: this is no serial port; there is /dev/ttyACM1');
    expect(await told(message, { list: async () => [] })).toContain('; connect the board, and name its port');
  });

  it("for anything else has the system's own words", async () => {
    expect(await told('Error: Input/output error, cannot open /dev/ttyACM0')).toBe(
      '/dev/ttyACM0: it cannot be opened: Input/output error, cannot open /dev/ttyACM0; unplug the board and plug it in again',
    );
  });
});

it('a cable that was pulled is asked about', () => {
  expect(unplugged('/dev/ttyACM0').message).toBe(
    '/dev/ttyACM0: the board is gone; check that the cable is still plugged in at both ends',
  );
});
