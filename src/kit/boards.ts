/** The boards by name: their pins and what each can do, and what Firmata, a programmer and the USB port know each of them by. */
import type { Volts } from '../math/units.js';
import { fieldOf } from '../validation/values.js';

/** Converter of an Arduino at 5 V, 10 bits: a count n stands for voltages from n to n + 1 of these. */
export const VOLTS_PER_COUNT: Volts = 5 / 1024;

export interface Board {
  /** Shown to users. */
  readonly title: string;
  readonly digital: number;
  readonly analog: number;
  readonly pwm: readonly number[];
  /** The two wires that all I²C devices share: data, clock. */
  readonly bus: readonly [data: string, clock: string];
  /** Pins that can only measure a voltage. */
  readonly voltageOnly: readonly string[];
  /** Pins with edge interrupts; default all digital pins. */
  readonly interrupts?: readonly string[];
  /** Pins at which a pulse can be timed; default all digital pins. */
  readonly pulses?: readonly string[];
  /** Pins whose PWM needs the timer of the servo pulses, by firmware. */
  readonly servoTimer: Readonly<Record<string, readonly number[]>>;
  readonly chip: string;
  /** The signatures that a programmer reads from the chip; some chips come with a second one. */
  readonly signatures: readonly string[];
  /** As avrdude calls the chip and the boot loader's protocol. */
  readonly avrdude: { readonly part: string; readonly programmer: string };
  /** Of the boot loader; the usual rate first. */
  readonly baudRates: readonly number[];
  /** How many pins Firmata reports; a Nano has two more, A6 and A7, unless it runs the firmware of an Uno. */
  readonly firmataPins: readonly number[];
  /** Below robots/firmware/hex. */
  readonly hex: string;
  /** Whether this program emulates its chip, and flashes it by itself. */
  readonly isEmulated: boolean;
}

/** Both firmwares make servo pulses with timer 1. */
const ATMEGA328P = {
  digital: 14,
  pwm: [3, 5, 6, 9, 10, 11],
  bus: ['A4', 'A5'],
  servoTimer: { steerbot: [9, 10], 'standard-firmata': [9, 10] },
  chip: 'ATmega328P',
  signatures: ['1e950f', '1e9514'],
  avrdude: { part: 'atmega328p', programmer: 'arduino' },
  isEmulated: true,
} as const;

const MEGA_ANALOG = [8, 9, 10, 11, 12, 13, 14, 15].map((channel) => `A${channel}`);

const ALL = {
  uno: {
    ...ATMEGA328P,
    title: 'Arduino Uno',
    analog: 6,
    voltageOnly: [],
    baudRates: [115_200],
    firmataPins: [20, 22],
    hex: 'steerbot-uno.hex',
  },
  nano: {
    ...ATMEGA328P,
    title: 'Arduino Nano',
    analog: 8,
    voltageOnly: ['A6', 'A7'],
    baudRates: [115_200, 57_600],
    firmataPins: [22, 20],
    hex: 'steerbot-nano.hex',
  },
  mega: {
    title: 'Arduino Mega 2560',
    digital: 54,
    analog: 16,
    pwm: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 44, 45, 46],
    bus: ['20', '21'],
    voltageOnly: [],
    interrupts: [...[2, 3, 10, 11, 12, 13, 18, 19, 20, 21, 50, 51, 52, 53].map(String), ...MEGA_ANALOG],
    // The others of those above have interrupts of another kind.
    pulses: [...[10, 11, 12, 13, 50, 51, 52, 53].map(String), ...MEGA_ANALOG],
    // Steerbot's firmware uses timer 1, Arduino's Servo library timer 5.
    servoTimer: { steerbot: [11, 12], 'standard-firmata': [44, 45, 46] },
    chip: 'ATmega2560',
    signatures: ['1e9801'],
    avrdude: { part: 'atmega2560', programmer: 'wiring' },
    baudRates: [115_200],
    firmataPins: [70],
    hex: 'steerbot-mega.hex',
    isEmulated: false,
  },
} as const satisfies Readonly<Record<string, Board>>;

export type BoardName = keyof typeof ALL;

export const BOARDS: Readonly<Record<BoardName, Board>> = ALL;

export const isBoard = (name: unknown): name is BoardName =>
  typeof name === 'string' && Object.hasOwn(BOARDS, name);

export const BOARD_NAMES = Object.keys(BOARDS).filter(isBoard);

/** Of a robot whose file names none. */
export const DEFAULT_BOARD: BoardName = 'uno';

/** The board with this number of pins, as Firmata reports them; the first of several. */
export const boardWith = (pins: number): BoardName | undefined =>
  BOARD_NAMES.find((board) => BOARDS[board].firmataPins.includes(pins));

/** The board that a robot file names; undefined if it names none or an unknown one. */
export function boardOf(robot: unknown): { readonly name: BoardName; readonly board: Board } | undefined {
  const name = fieldOf(robot, 'board');
  return isBoard(name) ? { name, board: BOARDS[name] } : undefined;
}

/** The firmware of a robot; default Steerbot's. */
export const firmwareNameOf = (robot: unknown): string => String(fieldOf(robot, 'firmware') ?? 'steerbot');

/** The device behind a vendor and product number at the USB port. */
export interface UsbDevice {
  /** Shown to users. */
  readonly name: string;
  /** The boards it may be, the likeliest first; none where the firmware does not run on it. */
  readonly boards: readonly BoardName[];
}

const UNO_DEVICE: UsbDevice = { name: BOARDS.uno.title, boards: ['uno'] };
const MEGA_DEVICE: UsbDevice = { name: BOARDS.mega.title, boards: ['mega'] };
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
