/** Encoders' edges at an emulated board, at pins 2 and 4, 3 and 5. */
import { toCycles } from '../../sim/avr/clock.js';
import type { RawHost } from './emulated.js';

/** Turns both wheels, with this many edges a second. @returns how many came, and a call that ends them */
export function turnWheels({ board }: RawHost, rate: number): { count: number; end: () => void } {
  const levels = [
    [false, false],
    [true, false],
    [true, true],
    [false, true],
  ] as const;
  const turned = { count: 0, end: () => {} };
  let on = rate > 0;
  turned.end = () => {
    on = false;
  };
  const step = (at: number) => {
    if (!on) return;
    turned.count += 1;
    const [a, b] = levels[turned.count & 3] ?? [false, false];
    for (const [pin, level] of [
      [2, a],
      [4, b],
      [3, a],
      [5, b],
    ] as const)
      board.setPin(pin, level);
    board.events.at(at + toCycles(1 / rate), () => step(at + toCycles(1 / rate)));
  };
  if (on) step(board.cycles);
  return turned;
}
