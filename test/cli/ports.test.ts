import { afterEach, describe, expect, it, vi } from 'vitest';
import { ports } from '../../src/cli/ports.js';
import { NoBoard, portInfo } from '../../src/drivers/serial/ports.js';
import { steerbot } from './steerbot.js';

const UNO = portInfo({ path: '/dev/ttyACM0', vendorId: '2341', productId: '0043', serialNumber: '754' });
const CLONE = portInfo({
  path: '/dev/ttyUSB0',
  vendorId: '1a86',
  productId: '7523',
  manufacturer: 'QinHeng',
});
const OTHER = portInfo({ path: '/dev/ttyACM1', vendorId: '2341', productId: '8036' });

const sources = (...found: (typeof UNO)[]) => ({
  list: async () => found,
  holder: async (path: string) => (path === CLONE.path ? 'arduino (process 4711)' : undefined),
});

let said = '';
const listened = () =>
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
afterEach(() => {
  vi.restoreAllMocks();
  said = '';
});

describe('the ports that are listed', () => {
  it('say of a serial line over Bluetooth that it is one', async () => {
    listened();
    await ports({}, sources(portInfo({ path: '/dev/rfcomm0' })));
    expect(said).toBe('/dev/rfcomm0  Bluetooth\n');
  });

  it('say which board it is, or may be, its numbers, and who has it', async () => {
    listened();
    expect(await ports({}, sources(UNO, CLONE, OTHER))).toBe(0);
    expect(said.split('\n')).toEqual([
      '/dev/ttyACM0  Arduino Uno, 2341:0043, serial:754',
      '/dev/ttyUSB0  CH340: likely a nano, uno or mega, 1a86:7523, held by arduino (process 4711)',
      '/dev/ttyACM1  Arduino Leonardo, on which the firmware does not run, 2341:8036',
      '',
    ]);
  });

  it('are one JSON document, null where nothing is known', async () => {
    listened();
    await ports({ json: true }, sources(CLONE));
    expect(JSON.parse(said)).toEqual({
      ports: [
        {
          path: '/dev/ttyUSB0',
          device: 'CH340',
          boards: ['nano', 'uno', 'mega'],
          maker: 'QinHeng',
          usbId: '1a86:7523',
          serialNumber: null,
          holder: 'arduino (process 4711)',
        },
      ],
    });
  });

  it('end with an error if there is no port: the cable may only charge', async () => {
    listened();
    await expect(ports({}, sources())).rejects.toBeInstanceOf(NoBoard);
    expect(said).toBe('');
    await expect(ports({ json: true }, sources())).rejects.toThrow('carries data and not only power');
    expect(JSON.parse(said)).toEqual({ ports: [] });
  });
});

it('steerbot ports lists what is plugged into this machine, or ends with 3 and says what to check', async () => {
  const { code, stdout, stderr } = await steerbot(['ports', '--json']);
  const found = (JSON.parse(stdout) as { ports: unknown[] }).ports.length;
  expect(code).toBe(found > 0 ? 0 : 3);
  if (found === 0) expect(stderr).toContain('no board is connected; check that its cable carries data');
});
