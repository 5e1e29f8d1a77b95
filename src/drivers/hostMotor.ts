/** Motors that the host drives with Firmata's own messages. Nothing on the board limits or stops them. */
import type { Duty } from '../units.js';
import type { Firmata } from './firmataIo.js';
import type { Five, FiveMotor } from './johnnyFive.js';
import type { BusMotor, PinMotor, WiredMotor } from './motorWiring.js';

export interface HostMotor {
  /** −1 … 1, a finite number. */
  set(duty: Duty): void;
}

const FULL_PWM = 255;

/** Rounded down, so that a limited duty stays below its limit. */
const pwmByte = (duty: Duty): number => Math.floor(Math.abs(duty) * FULL_PWM + 1e-9);

/** @param five made only where a motor needs it */
export function hostMotor(io: Firmata, wired: WiredMotor, five: () => Five): HostMotor {
  if (wired.kind === 'bus') return shieldMotor(wired, five());
  if (wired.form === 4) return servoMotor(wired, five());
  setLevels(io, wired);
  return wired.form === 3 ? twoPwmMotor(io, wired) : directionMotor(io, wired);
}

/** What a shield wants before its motors run at all. */
export function setLevels(io: Firmata, { levels }: PinMotor): void {
  for (const { pin, level } of levels) {
    io.pinMode(pin, io.MODES.OUTPUT);
    io.digitalWrite(pin, level);
  }
}

/** Three bytes a command; the direction pins change only with the sign, and never under power. */
function directionMotor(io: Firmata, { form, a, b, c }: PinMotor): HostMotor {
  io.pinMode(a, io.MODES.PWM);
  for (const pin of form === 2 ? [b, c] : [b]) io.pinMode(pin, io.MODES.OUTPUT);
  let isForward: boolean | undefined;
  return {
    set(duty) {
      const turns = duty !== 0 && duty > 0 !== isForward;
      if (turns) {
        isForward = duty > 0;
        io.pwmWrite(a, 0);
        io.digitalWrite(b, isForward ? 1 : 0);
        if (form === 2) io.digitalWrite(c, isForward ? 0 : 1);
      }
      io.pwmWrite(a, pwmByte(duty));
    },
  };
}

/** A pin for each way; the other one is off first. */
function twoPwmMotor(io: Firmata, { a, b }: PinMotor): HostMotor {
  for (const pin of [a, b]) io.pinMode(pin, io.MODES.PWM);
  return {
    set(duty) {
      const [used, unused] = duty >= 0 ? [a, b] : [b, a];
      io.pwmWrite(unused, 0);
      io.pwmWrite(used, pwmByte(duty));
    },
  };
}

const PULSES_US = [1000, 2000] as const;
const MIDDLE_DEGREES = 90;

/** Continuous rotation: the middle of johnny-five's 180 degrees stands still. */
function servoMotor({ a }: PinMotor, { five, board }: Five): HostMotor {
  const servo = new five.Servo({ board, pin: a, pwmRange: PULSES_US, type: 'continuous' });
  return { set: (duty) => servo.to(MIDDLE_DEGREES * (1 + duty)) };
}

/** `forward` and `reverse` cut the power and set the direction first, so they come only with a change of sign. */
function shieldMotor({ config }: BusMotor, { five, board }: Five): HostMotor {
  const motor: FiveMotor = new five.Motor({ ...config, board, threshold: 0 });
  let sign = 0;
  return {
    set(duty) {
      if (duty === 0 || Math.sign(duty) === sign) motor.speed(pwmByte(duty));
      else {
        sign = Math.sign(duty);
        if (sign > 0) motor.forward(pwmByte(duty));
        else motor.reverse(pwmByte(duty));
      }
    },
  };
}
