/** The boards that the firmware runs on: what Firmata, a programmer and the USB port know each of them by. */
import type { BoardName } from '../robot/robot.js';

interface BoardFacts {
  /** Shown to users. */
  readonly title: string;
  readonly chip: string;
  /** The signatures that a programmer reads from the chip; some chips come with a second one. */
  readonly signatures: readonly string[];
  /** As avrdude calls the chip and the boot loader's protocol. */
  readonly avrdude: { readonly part: string; readonly programmer: string };
  /** Of the boot loader; the usual rate first. */
  readonly baudRates: readonly number[];
  /** How many pins Firmata reports; a Nano has two more, A6 and A7, unless it runs the firmware of an Uno. */
  readonly pins: readonly number[];
  /** Below robots/firmware/hex. */
  readonly hex: string;
}

const ATMEGA328P = {
  chip: 'ATmega328P',
  signatures: ['1e950f', '1e9514'],
  avrdude: { part: 'atmega328p', programmer: 'arduino' },
} as const;

export const BOARD_FACTS: Readonly<Record<BoardName, BoardFacts>> = {
  uno: {
    title: 'Arduino Uno',
    ...ATMEGA328P,
    baudRates: [115_200],
    pins: [20, 22],
    hex: 'steerbot-uno.hex',
  },
  nano: {
    title: 'Arduino Nano',
    ...ATMEGA328P,
    baudRates: [115_200, 57_600],
    pins: [22, 20],
    hex: 'steerbot-nano.hex',
  },
  mega: {
    title: 'Arduino Mega 2560',
    chip: 'ATmega2560',
    signatures: ['1e9801'],
    avrdude: { part: 'atmega2560', programmer: 'wiring' },
    baudRates: [115_200],
    pins: [70],
    hex: 'steerbot-mega.hex',
  },
};

export const isBoard = (word: string): word is BoardName => Object.hasOwn(BOARD_FACTS, word);

export const BOARD_NAMES = Object.keys(BOARD_FACTS).filter(isBoard);

/** The board with this number of pins; the first of several. */
export const boardWith = (pins: number): BoardName | undefined =>
  BOARD_NAMES.find((board) => BOARD_FACTS[board].pins.includes(pins));

/** The device behind a vendor and product number at the USB port. */
export interface UsbDevice {
  /** Shown to users. */
  readonly name: string;
  /** The boards it may be, the likeliest first; none where the firmware does not run on it. */
  readonly boards: readonly BoardName[];
}

const UNO_DEVICE: UsbDevice = { name: BOARD_FACTS.uno.title, boards: ['uno'] };
const MEGA_DEVICE: UsbDevice = { name: BOARD_FACTS.mega.title, boards: ['mega'] };
/** A converter chip that many boards share. */
const converter = (name: string): UsbDevice => ({ name, boards: ['nano', 'uno', 'mega'] });
const unsupported = (name: string): UsbDevice => ({ name, boards: [] });

/** By `vendor:product`. Sources: Arduino's boards.txt, and the converters' own drivers. */
const USB_DEVICES: Readonly<Record<string, UsbDevice>> = {
  '2341:0001': UNO_DEVICE,
  '2341:0043': UNO_DEVICE,
  '2341:0243': UNO_DEVICE,
  '2a03:0043': UNO_DEVICE,
  '2341:0010': MEGA_DEVICE,
  '2341:0042': MEGA_DEVICE,
  '2341:0210': MEGA_DEVICE,
  '2341:0242': MEGA_DEVICE,
  '2a03:0010': MEGA_DEVICE,
  '2a03:0042': MEGA_DEVICE,
  '1a86:5523': converter('CH341'),
  '1a86:7523': converter('CH340'),
  '1a86:55d4': converter('CH9102'),
  '0403:6001': converter('FTDI FT232R'),
  '0403:6015': converter('FTDI FT231X'),
  '10c4:ea60': converter('CP2102'),
  '2341:0036': unsupported('Arduino Leonardo in its boot loader'),
  '2341:8036': unsupported('Arduino Leonardo'),
  '2341:8037': unsupported('Arduino Micro'),
  '2341:0058': unsupported('Arduino Nano Every'),
  '2341:0069': unsupported('Arduino Uno R4 Minima'),
  '2341:1002': unsupported('Arduino Uno R4 WiFi'),
};

/** @param vendorId four hex digits, as is the product's */
export const usbDevice = (vendorId: string, productId: string): UsbDevice | undefined =>
  USB_DEVICES[`${vendorId}:${productId}`.toLowerCase()];
