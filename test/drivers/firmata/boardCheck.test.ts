import { describe, expect, it } from 'vitest';
import { refuseWrongDevice } from '../../../src/drivers/firmata/boardCheck.js';
import { BOARD_NAMES, type BoardName, usbDevice } from '../../../src/kit/boards.js';
import { opened, openIt, plugIn, WIRED } from '../robots.js';

/** With 14 digital ones. */
const MEGA_ANALOGS = 56;

describe('a board that is not the one of the file', () => {
  it('is refused by its number of pins before anything is set up, and its port is closed', async () => {
    const both = plugIn({ analogPins: MEGA_ANALOGS });
    await expect(openIt(both, { ...WIRED, board: 'uno' })).rejects.toThrow(
      '/dev/fake: this is the wrong board, an Arduino Mega 2560 by its 70 pins, and the robot has an Arduino Uno; ' +
        'connect that one, or set `board: mega` in its file, with its pins',
    );
    expect(both.board.motors).toBeUndefined();
    expect(both.board.closed).toBe(true);
  });

  it('is refused for the opposite, and for an unknown board', async () => {
    await expect(openIt(plugIn(), { ...WIRED, board: 'mega' })).rejects.toThrow(
      /an Arduino Uno by its 20 pins.*the robot has an Arduino Mega 2560; connect that one/,
    );
    await expect(openIt(plugIn({ analogPins: 12 }), WIRED)).rejects.toThrow(
      /no board that Steerbot knows by its 26 pins/,
    );
  });

  it.each(['uno', 'nano'] as const)(
    'is not reported for an %s with the pins of an Uno or of a Nano',
    async (board) => {
      for (const analogPins of [6, 8]) {
        const { driver, board: plugged } = await opened({ ...WIRED, board }, {}, { analogPins });
        expect(driver.deadMan).toBe(0.2);
        expect(plugged.motors).toMatchObject({ leftA: 9, rightA: 10 });
      }
    },
  );
});

describe('what a USB port says of a board', () => {
  const port = (vendorId: string, productId: string) => ({
    path: '/dev/ttyACM0',
    label: '',
    ...device(usbDevice(vendorId, productId)),
  });
  const device = (known: ReturnType<typeof usbDevice>) => (known ? { device: known } : {});

  it('is enough to refuse another one', () => {
    expect(() => refuseWrongDevice(port('2341', '0042'), 'uno')).toThrow(
      '/dev/ttyACM0: this is the wrong board, an Arduino Mega 2560; connect the Arduino Uno',
    );
    expect(() => refuseWrongDevice(port('2341', '0043'), 'mega')).toThrow('an Arduino Uno; connect the');
  });

  it('is enough to refuse one that the firmware does not run on', () => {
    expect(() => refuseWrongDevice(port('2341', '1002'), 'uno')).toThrow(
      'this is an Arduino Uno R4 WiFi, on which the firmware does not run; take an Arduino Uno, Arduino Nano or',
    );
  });

  it.each([
    ['what fits', port('2341', '0043'), ['uno', 'nano']],
    ['what may fit', port('1a86', '7523'), ['uno', 'nano', 'mega']],
    ['an unknown id', port('ffff', '7523'), ['uno', 'nano', 'mega']],
  ])('lets pass %s, and nothing else', (_, plugged, boards) => {
    const passes = (board: BoardName): boolean => {
      try {
        refuseWrongDevice(plugged, board);
        return true;
      } catch {
        return false;
      }
    };
    expect(BOARD_NAMES.filter(passes)).toEqual(boards);
  });
});
