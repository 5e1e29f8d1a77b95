/** Every pair of a board and an emulator on which the firmware's safety is tested. */
import { join } from 'node:path';
import { loadFirmware } from '../../../sim/avr/loadFirmware.js';
import { packageFolder } from '../../../src/config/loadFile.js';
import { Avr8jsBoard } from './avr8jsBoard.js';
import { isSimavrMissing, SimavrBoard } from './simavrBoard.js';
import type { TestedBoard } from './testedBoard.js';

interface EncoderPins {
  readonly a: number;
  readonly b: number;
}

export interface BoardKind {
  readonly name: string;
  /** Whether its emulator is missing here. */
  readonly isMissing: boolean;
  readonly encoders: { readonly left: EncoderPins; readonly right: EncoderPins };
  readonly pinCount: number;
  /** With Steerbot's own firmware. @param seed of the memory's content at power-on */
  create(seed?: number): TestedBoard;
}

const hex = (board: string) => join(packageFolder(), `robots/firmware/hex/steerbot-${board}.hex`);
const ON_UNO = { encoders: { left: { a: 2, b: 4 }, right: { a: 3, b: 5 } }, pinCount: 20 };
const ON_MEGA = { encoders: { left: { a: 18, b: 19 }, right: { a: 20, b: 21 } }, pinCount: 70 };

/** @throws Error in CI, where nothing may be missing */
export function boardKinds(): BoardKind[] {
  const isMissing = isSimavrMissing();
  return [
    {
      ...ON_UNO,
      name: 'an Uno on avr8js',
      isMissing: false,
      create: (seed = 1) => new Avr8jsBoard(loadFirmware(), seed),
    },
    {
      ...ON_UNO,
      name: 'an Uno on simavr (needs gcc and libsimavr-dev)',
      isMissing,
      create: (seed = 1) => new SimavrBoard(hex('uno'), 'atmega328p', seed),
    },
    {
      ...ON_MEGA,
      name: 'a Mega on simavr (needs gcc and libsimavr-dev)',
      isMissing,
      create: (seed = 1) => new SimavrBoard(hex('mega'), 'atmega2560', seed),
    },
  ];
}
