import { SerialPortMock } from 'serialport';
import { describe, expect, it, vi } from 'vitest';
import { AvrBoard } from '../../sim/avr/board.js';
import { BootableBoard } from '../../sim/avr/bootableBoard.js';
import { EmulatedPort } from '../../sim/avr/emulatedPort.js';
import { untilSettled, VirtualTime } from '../../sim/avr/virtualTime.js';
import { emulatedBoardAccess } from '../../src/cli/drive/boardAccess.js';
import { programmerFor } from '../../src/cli/flash/flash.js';
import { EMULATED } from '../../src/cli/portWords.js';
import { refuseWrongDevice } from '../../src/drivers/firmata/boardCheck.js';
import { noPower } from '../../src/drivers/firmata/linkErrors.js';
import { programBoard, runAvrdude } from '../../src/drivers/flash/programBoard.js';
import { openingFailed } from '../../src/drivers/serial/portErrors.js';
import { choosePort, portInfo, serialBinding } from '../../src/drivers/serial/ports.js';
import { openSerialPort, type SerialStream } from '../../src/drivers/serial/serialPort.js';
import { DriverError } from '../../src/validation/errors.js';
import type { FakeBoard } from '../drivers/fakeBoard.js';
import { opened, openIt, plugIn, STANDARD, WIRED } from '../drivers/robots.js';
import { avrdudeThat } from './flash/fakeAvrdude.js';

const PORT = '/dev/ttyACM0';

const NO_FIRMATA = [
  '/dev/fake: something answers, but it is no Firmata: another sketch runs on the board',
  'put the firmware on it with `steerbot flash uno --port /dev/fake`',
] as const;

/**
 * Everything that a maker meets before a robot moves, and what loses it. Each is made to happen, but for the battery that
 * is off: that is measured in doctor's tests, and here are its words.
 */
const ERRORS: Readonly<Record<string, readonly [() => unknown, found: string, cure: string]>> = {
  'a cable that only charges': [
    () => choosePort('auto', async () => []),
    'no board is connected',
    'check that its cable carries data and not only power, that a light on the board is on, and that a clone with a CH340 has its driver, or name its port with --port',
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
  'a device that is no serial port': [
    () => opening('Error: Inappropriate ioctl for device setting custom baud rate of 57600'),
    `${PORT}: this is no serial port`,
    'there is /dev/ttyACM1',
  ],
  'a port that vanished': [
    pulled,
    `${PORT}: the board is gone`,
    'check that the cable is still plugged in at both ends',
  ],
  'a board that fell silent': [
    silent,
    `/dev/fake: nothing heard for 250 ms`,
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
  'another sketch, which talks': [
    () => talking((board) => board.say([...'t = 21.5\r\n'].map((letter) => letter.charCodeAt(0)))),
    ...NO_FIRMATA,
  ],
  'another sketch, which says again what it hears': [
    () => talking((board) => board.say(board.writes.flatMap((bytes) => [...bytes]))),
    ...NO_FIRMATA,
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
    () => unanswered('uno'),
    `emulated: no boot loader of an Arduino Uno answers at 115200 baud`,
    'flash it as a nano, whose old boot loader is slower, or check that it is an Arduino Uno',
  ],
  'no boot loader on a Nano': [
    () => unanswered('nano'),
    `emulated: no boot loader of an Arduino Nano answers at 115200 or 57600 baud`,
    'check that it is an Arduino Nano, and press its reset button as the writing begins',
  ],
  'a boot loader that falls silent half way': [
    () => programmed('uno', () => {}),
    'emulated: the boot loader does not answer',
    'flash it once more',
  ],
  'a boot loader that says something else half way': [
    () => programmed('uno', sayNonsense),
    'emulated: the boot loader answers something else than it was asked',
    'flash it once more',
  ],
  'no avrdude for a Mega': [
    () => programmerFor('mega', EMULATED),
    'an Arduino Mega 2560 is programmed by avrdude, which is not in the PATH',
    'install it with `sudo apt install avrdude`, `brew install avrdude` or `winget install AVRDudes.AVRDUDE`',
  ],
  'an avrdude that fails': [
    avrdudeFails,
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

/** A board with a sketch that is not ours, and says this after a second. */
function talking(say: (board: FakeBoard) => void): Promise<unknown> {
  const both = plugIn({ firmware: 'none' });
  both.time.after(1, () => say(both.board));
  return openIt(both);
}

async function reset(cause: number): Promise<unknown> {
  const { driver, board, time, end } = await opened();
  await time.until(driver.arm());
  board.reset(cause);
  await time.run(0.01);
  return end.error;
}

/** The questions that find a boot loader and its chip. */
const FIRST_QUESTIONS = 3;

/** @param spoiled what comes instead of an answer once it has been found */
function programmed(board: 'uno' | 'mega', spoiled?: (board: BootableBoard) => void): Promise<void> {
  const there = new BootableBoard();
  const time = new VirtualTime(there);
  const program = Uint8Array.of(0xff, 0xcf);
  const port = new EmulatedPort(there);
  const { write } = port;
  let questions = 0;
  port.write = (bytes, done) => {
    questions += 1;
    if (spoiled && questions > FIRST_QUESTIONS) spoiled(there);
    else write.call(port, bytes, done);
  };
  return untilSettled(there, programBoard(port, { board, program, time }));
}

function sayNonsense({ transmitted$ }: BootableBoard): void {
  for (const byte of [0x14, 0x42]) transmitted$.next(byte);
}

/** A board that has a program, and nothing else. */
async function unanswered(board: 'uno' | 'nano'): Promise<void> {
  const reach = emulatedBoardAccess(new AvrBoard(Uint16Array.of(0xcfff)));
  const programmer = await programmerFor(board, EMULATED);
  return reach.during(programmer.write(reach, () => {}));
}

async function avrdudeFails(): Promise<void> {
  vi.stubEnv('PATH', avrdudeThat({ endsWith: [1] }).env.PATH);
  await runAvrdude({ board: 'mega', port: PORT, file: 'any.hex', baudRate: 115_200 }).finally(() =>
    vi.unstubAllEnvs(),
  );
}

async function pulled(): Promise<unknown> {
  SerialPortMock.binding.createPort(PORT);
  let stream: SerialPortMock | undefined;
  const port = await openSerialPort(PORT, {
    make: (options) => {
      stream = new SerialPortMock(options);
      return stream as unknown as SerialStream;
    },
  });
  const lost = new Promise((told) => port.listen({ lost: told }));
  stream?._disconnected(new Error('EIO'));
  return lost;
}

async function silent(): Promise<unknown> {
  const { board, time, end } = await opened();
  board.unplug();
  await time.run(0.3);
  return end.error;
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
  // The avrdude that stands in for one is a script, which Windows starts by its shell only.
  const here = Object.entries(ERRORS).filter(
    ([name]) => process.platform !== 'win32' || !/an avrdude/.test(name),
  );
  it.each(here)('%s: is told in one sentence, with one cure', async (_, [make, found, cure]) => {
    const error = await made(make);
    expect(error).toBeInstanceOf(DriverError);
    expect((error as DriverError).message).toBe(`${found}; ${cure}`);
  });
});
