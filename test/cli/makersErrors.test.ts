import { describe, expect, it } from 'vitest';
import { BootableBoard } from '../../sim/avr/bootableBoard.js';
import { EmulatedPort } from '../../sim/avr/emulatedPort.js';
import { untilSettled } from '../../sim/avr/untilSettled.js';
import { VirtualTime } from '../../sim/avr/virtualTime.js';
import { refuseWrongDevice } from '../../src/drivers/boardCheck.js';
import { AvrdudeFailed, noBootLoader, noProgrammer } from '../../src/drivers/flash/flashErrors.js';
import { programBoard } from '../../src/drivers/flash/programBoard.js';
import { noPower, wentSilent } from '../../src/drivers/linkErrors.js';
import { openingFailed, unplugged } from '../../src/drivers/portErrors.js';
import { choosePort, portInfo } from '../../src/drivers/ports.js';
import { serialBinding } from '../../src/drivers/serialBinding.js';
import { DriverError } from '../../src/errors.js';
import { opened, openIt, plugIn, STANDARD, WIRED } from '../drivers/robots.js';

const PORT = '/dev/ttyACM0';

/** Everything that a maker meets before a robot moves, and what loses it; each made to happen as it does. */
const ERRORS: Readonly<Record<string, readonly [() => unknown, found: string, cure: string]>> = {
  'a cable that only charges': [
    () => choosePort('auto', async () => []),
    'no board is connected',
    'check that its cable carries data and not only power, and that the board has a light on, or name its port with --port',
  ],
  'several boards': [
    () =>
      choosePort('auto', async () =>
        ['ttyACM0', 'ttyUSB0'].map((name) => portInfo({ path: `/dev/${name}` })),
      ),
    'several boards are connected: /dev/ttyACM0, /dev/ttyUSB0',
    'name one with --port',
  ],
  'no permission': [
    () => opening(`Error: Permission denied, cannot open ${PORT}`),
    `${PORT}: you may not open it`,
    'join the group that may with `sudo usermod -a -G dialout $USER` (on Arch the group is `uucp`), then log out and in again',
  ],
  'a port that is busy': [
    () => opening('Error Resource temporarily unavailable Cannot lock port'),
    `${PORT}: another program, arduino (process 4711), has it open`,
    "close it there: the Arduino IDE's serial monitor, or another steerbot",
  ],
  'a port that is not there': [
    () => opening(`Error: No such file or directory, cannot open ${PORT}`),
    `${PORT}: there is no such port`,
    "did you mean '/dev/ttyACM1'?",
  ],
  'a port that vanished': [
    () => unplugged(PORT),
    `${PORT}: the board is gone`,
    'check that the cable is still plugged in at both ends',
  ],
  'a board that fell silent': [
    () => wentSilent(PORT, 0.25),
    `${PORT}: nothing heard for 250 ms`,
    'check that the cable is still plugged in at both ends',
  ],
  'no native module for the serial port': [
    () =>
      serialBinding(() => Promise.reject(new Error('No native build was found for platform=linux\n  at …'))),
    "the serial port's native module does not load (No native build was found for platform=linux)",
    'build it for this machine with `npm rebuild @serialport/bindings-cpp`',
  ],
  'no firmware, or no power': [
    () => openIt(plugIn({ firmware: 'none' })),
    '/dev/fake: nothing answered within 3 s',
    "if this is the robot's port and the board has power, put the firmware on it with `steerbot flash uno --port /dev/fake`",
  ],
  'StandardFirmata on the board': [
    () => openIt(plugIn({ firmware: 'StandardFirmata.ino' })),
    "/dev/fake: the board runs 'StandardFirmata.ino' 2.5, not the Steerbot firmware, so nothing would stop the motors without the host",
    'put the firmware on it with `steerbot flash uno --port /dev/fake`, or set `firmware: standard-firmata` and drive with --without-deadman',
  ],
  'the firmware in another version': [
    () => openIt(plugIn({ protocol: 2 })),
    "/dev/fake: the Steerbot firmware on the board is not of this program's version",
    'put the firmware on it with `steerbot flash uno --port /dev/fake`',
  ],
  'our firmware where the file says a stock one': [
    () => openIt(plugIn(), STANDARD, { withoutDeadman: true }),
    "/dev/fake: the board runs 'Steerbot' 2.5, but the robot file says `firmware: standard-firmata`",
    'set `firmware: steerbot` there, and the board stops its motors by itself',
  ],
  'the wrong board, by its pins': [
    () => openIt(plugIn({ analogPins: 56 }), WIRED),
    '/dev/fake: this is the wrong board, an Arduino Mega 2560 by its 70 pins, and the robot has an Arduino Uno',
    'connect that one, or set `board: mega` in its file, with its pins',
  ],
  'the wrong board, by its USB port': [
    () => refuseWrongDevice(portInfo({ path: PORT, vendorId: '2341', productId: '0042' }), 'uno'),
    `${PORT}: this is the wrong board, an Arduino Mega 2560`,
    'connect the Arduino Uno',
  ],
  'a board that the firmware does not run on': [
    () => refuseWrongDevice(portInfo({ path: PORT, vendorId: '2341', productId: '8036' }), 'uno'),
    `${PORT}: this is an Arduino Leonardo, on which the firmware does not run`,
    'take an Arduino Uno, Arduino Nano or Arduino Mega 2560',
  ],
  'the wrong board, by its chip': [
    () => programmed('mega'),
    'emulated: this is the wrong board: it has an ATmega328P, as an Arduino Uno has it, not the ATmega2560 of an Arduino Mega 2560',
    'connect that one, or flash this one by its own name: uno, nano or mega',
  ],
  'no boot loader on an Uno, or an old one': [
    () => noBootLoader(PORT, 'uno'),
    `${PORT}: no boot loader of an Arduino Uno answers at 115200 baud`,
    'flash it as a nano, whose old boot loader is slower, or check that it is an Uno',
  ],
  'no boot loader on a Nano': [
    () => noBootLoader(PORT, 'nano'),
    `${PORT}: no boot loader of an Arduino Nano answers at 115200 or 57600 baud`,
    'check that it is an Arduino Nano, and press its reset button as the writing begins',
  ],
  'no avrdude for a Mega': [
    () => noProgrammer('mega'),
    'an Arduino Mega 2560 is programmed by avrdude, which is not in the PATH',
    'install it with `sudo apt install avrdude`, `brew install avrdude` or `winget install AVRDudes.AVRDUDE`',
  ],
  'an avrdude that fails': [
    () => new AvrdudeFailed(PORT, 'mega', 'failed with exit code 1', ''),
    `${PORT}: avrdude failed with exit code 1`,
    "check that the board is an Arduino Mega 2560, and keep the motors' battery off until it is flashed",
  ],
  'no battery': [
    () => noPower(PORT, 0.31),
    `${PORT}: the battery has 0.3 V, which turns no motor`,
    "switch the motors' battery on, or charge it",
  ],
  'a battery that breaks down': [
    () => reset(4),
    '/dev/fake: the board was reset by a brown-out, and its motors are off',
    'charge or change its battery',
  ],
  'a board that was reset by hand': [
    () => reset(2),
    '/dev/fake: the board was reset by its button, or by a program that opened its port, and its motors are off',
    'end that program',
  ],
};

const opening = (message: string): Promise<DriverError> =>
  openingFailed(PORT, new Error(message), {
    platform: 'linux',
    list: async () => [portInfo({ path: '/dev/ttyACM1' })],
    holder: async () => 'arduino (process 4711)',
  });

async function reset(cause: number): Promise<unknown> {
  const { driver, board, time, end } = await opened();
  await time.until(driver.arm());
  board.reset(cause);
  await time.run(0.01);
  return end.error;
}

function programmed(board: 'uno' | 'mega'): Promise<void> {
  const there = new BootableBoard();
  const time = new VirtualTime(there);
  const program = Uint8Array.of(0xff, 0xcf);
  return untilSettled(there, programBoard(new EmulatedPort(there), { board, program, time }));
}

/** What is thrown, or handed over. */
async function made(make: () => unknown): Promise<unknown> {
  try {
    return await make();
  } catch (error) {
    return error;
  }
}

describe('what a maker meets', () => {
  it.each(Object.entries(ERRORS))(
    '%s: is told in one sentence, with one cure',
    async (_, [make, found, cure]) => {
      const error = await made(make);
      expect(error).toBeInstanceOf(DriverError);
      expect((error as DriverError).message).toBe(`${found}; ${cure}`);
    },
  );
});
