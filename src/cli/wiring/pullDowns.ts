/** Guards motors: a pin floats while the board starts, and a floating input may be high. */
import type { Part, Wire } from './parts.js';

const HELD_LOW = new Set(['pwm', 'forward', 'reverse', 'standby']);

/** The wires that a resistor to ground holds low until the board drives them; a kit's board and a shield are as they are. */
export const pullDowns = ({ kind, wires }: Part): Wire[] =>
  kind === 'driver' ? wires.filter(({ signal }) => HELD_LOW.has(signal)) : [];

/** What each of them is. */
export const PULL_DOWN = '10 kOhm';
