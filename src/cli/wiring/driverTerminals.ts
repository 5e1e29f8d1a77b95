/** Which of a motor driver's terminals each wire goes to. */
import type { MotorDriver } from '../../config/robot/wiring/motorDrivers.js';
import { type PinUse, SIDES, type Side } from '../../config/robot/wiring/pinUses.js';

/** The side whose motor's it is; undefined of what both share. */
export const sideOf = ({ path }: PinUse): Side | undefined => SIDES.find((side) => side === path[1]);

export interface DriverTerminals {
  readonly inputOf: (use: PinUse) => string;
  /** What a side's motor hangs on. */
  readonly outputOf: (side: Side) => string;
}

/**
 * By pins, and not by what the file calls the sides: swapped in the file, they have moved no wire. Of a driver that is
 * built in the pins are its maker's; of a loose one the first half has the motor whose PWM is on the lower pin. Where it is
 * not said which driver it is, or the maker has no such pin, terminals are called as in the file.
 */
export function driverTerminals(chip: MotorDriver | undefined, uses: readonly PinUse[]): DriverTerminals {
  const lowest = ofLowestPin(uses);
  const halfOf = (side: Side) => {
    if (!chip?.built) return chip?.halves[side === lowest ? 0 : 1];
    return chip.halves.find(({ inputs }) =>
      uses.some((use) => sideOf(use) === side && Object.hasOwn(inputs, use.pin)),
    );
  };
  return {
    inputOf: (use) => {
      const side = sideOf(use);
      if (!side) return chip?.standby ?? use.signal;
      return halfOf(side)?.inputs[chip?.built ? use.pin : use.signal] ?? `${side} ${use.signal}`;
    },
    outputOf: (side) => halfOf(side)?.motor ?? `${side} motor`,
  };
}

/** The left one, where neither has a PWM. */
function ofLowestPin(uses: readonly PinUse[]): Side {
  const pwm = uses.filter(({ need }) => need === 'pwm').toSorted((a, b) => Number(a.pin) - Number(b.pin));
  return (pwm[0] && sideOf(pwm[0])) ?? 'left';
}
