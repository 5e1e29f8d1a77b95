/**
 * Pins beside a motor's own that let it turn at all: standby and EN/DIAG while they are high, a brake while it is low.
 *
 * Guards people: shut until the driver is armed, and from every stop on. On a board with our firmware these pins are
 * Firmata's outputs, not the motors': the dead-man cuts the motors' PWM by itself, and with it every PWM of Firmata's.
 * So a gate that opens high on a PWM pin is opened with full PWM, and shuts with the dead-man. The others stay as they
 * are until a living host shuts them, the next connection begins, or the board is reset. EN/DIAG is in `enableDiag.ts`.
 */

import { SHIELDS } from '../../kit/shields.js';
import type { Pin } from '../../robot/pin.js';
import type { MotorPins, RobotDefinition } from '../../robot/robot.js';
import type { WheelDuties } from '../../signals/signals.js';
import type { Firmata } from '../firmata/firmataIo.js';
import { FULL_PWM } from '../unguarded/hostMotor.js';
import type { EnableDiags } from './enableDiag.js';
import { type AnalogPins, pinNumber } from './motorWiring.js';

type Level = 0 | 1;

interface Gate {
  readonly pin: number;
  readonly open: Level;
  readonly shut: Level;
}

/** Every gate of a robot's motors once, also those of its shields, without EN/DIAG. */
export function gatesOf(motors: RobotDefinition['motors'], analog: AnalogPins): Gate[] {
  const { left, right, standby, stop } = motors;
  const gate = (pin: Pin | undefined, open: Level, shut: Level): Gate[] =>
    pin === undefined ? [] : [{ pin: pinNumber(pin, analog), open, shut }];
  const ofShield = ({ shield = '', motor = 1 }: Partial<MotorPins> = {}): Gate[] => {
    const { motors: all, bus } = SHIELDS[shield] ?? { motors: [] };
    const { brake } = all[motor - 1] ?? {};
    const [, registerOff] = bus?.kind === 'register' ? bus.pins : [];
    return [...gate(brake, 0, stop === 'brake' ? 1 : 0), ...gate(registerOff, 0, 1)];
  };
  const gates = [...gate(standby, 1, 0), ...ofShield(left), ...ofShield(right)];
  return [...new Map(gates.map((each) => [each.pin, each])).values()];
}

export class MotorGates {
  readonly #io: Firmata;
  readonly #gates: readonly (Gate & { readonly byPwm: boolean })[];
  readonly #enableDiags: EnableDiags;

  /** Makes them outputs, and shuts them. */
  constructor(io: Firmata, gates: readonly Gate[], enableDiags: EnableDiags) {
    const { OUTPUT, PWM } = io.MODES;
    this.#io = io;
    this.#enableDiags = enableDiags;
    this.#gates = gates.map((gate) => ({
      ...gate,
      byPwm: gate.open === 1 && (io.pins[gate.pin]?.supportedModes.includes(PWM) ?? false),
    }));
    for (const { pin, byPwm } of this.#gates) io.pinMode(pin, byPwm ? PWM : OUTPUT);
    this.shut();
  }

  open(): void {
    this.#set('open');
    this.#enableDiags.open();
  }

  /** The motors get these duties now. */
  drive(duties: WheelDuties): void {
    this.#enableDiags.drive(duties);
  }

  /** May be repeated; each call sends it again. */
  shut(): void {
    this.#set('shut');
    this.#enableDiags.shut();
  }

  #set(state: 'open' | 'shut'): void {
    for (const { pin, byPwm, [state]: level } of this.#gates) {
      if (byPwm) this.#io.pwmWrite(pin, level * FULL_PWM);
      else this.#io.digitalWrite(pin, level);
    }
  }
}
