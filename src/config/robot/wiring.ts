/** What is wrong with how a robot is wired: its pins, and what hangs on them. */
import { motorFaults } from './wiring/motorFaults.js';
import { pinFaults, type WiringFault } from './wiring/pinFaults.js';
import { readFaults } from './wiring/readFaults.js';

export { PIN } from './wiring/boards.js';
export type { WiringFault } from './wiring/pinFaults.js';

/** Every wrong pin, motor and stop of a robot definition, which may be wrong in other ways too, and all that is never read. */
export const wiringFaults = (robot: unknown): WiringFault[] =>
  [pinFaults, readFaults, motorFaults].flatMap((faults) => faults(robot));
