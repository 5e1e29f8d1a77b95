/** Faults of pins: unsuitable pins, and pins used twice. */

import { type Board, type BoardName, boardOf, firmwareNameOf } from '../../../kit/boards.js';
import { oneOf } from '../../../validation/errors.js';
import type { KeyPath } from '../../../validation/values.js';
import { type PinUse, pinUses } from './pinUses.js';

/** A fault of the wiring and its place; message as `found; allowed; cure`. */
export interface WiringFault {
  readonly path: KeyPath;
  readonly message: string;
}

/** A readable list of pins with ranges: `2, 3, 10 to 13 and A8 to A15`. */
function pinRanges(pins: readonly string[]): string {
  const runs: string[][] = [];
  for (const pin of pins) {
    const run = runs.at(-1);
    const before = /^(A?)(\d+)$/.exec(run?.at(-1) ?? '');
    if (run && before && pin === `${before[1]}${Number(before[2]) + 1}`) run.push(pin);
    else runs.push([pin]);
  }
  return oneOf(runs.flatMap((run) => (run.length > 2 ? `${run[0]} to ${run.at(-1)}` : run)));
}

/** Why a pin is unsuitable, as `found; allowed; cure`; empty if it suits. */
function unfitReason({ pin, need }: PinUse, board: Board, name: BoardName): string {
  if (need === 'bus') return '';
  const analog = /^A(\d+)$/.exec(pin);
  const digital = analog ? Number.NaN : Number(pin);
  const exists = analog ? Number(analog[1]) < board.analog : digital < board.digital;
  const has = `0 to ${board.digital - 1} and A0 to A${board.analog - 1}`;
  if (!exists) return `pin ${pin} is not on the ${name}; it has ${has}`;
  if (digital < 2) return `pin ${pin} is the serial link's; pins from 2 on are free; wire it to another pin`;
  if (need === 'analog') return analog ? '' : `pin ${pin} reads no voltage; A0 to A${board.analog - 1} do`;
  if (board.voltageOnly.includes(pin)) {
    return `pin ${pin} can only read a voltage; a digital pin is wanted; take another pin`;
  }
  const pwm = `${oneOf(board.pwm.map(String))} can on the ${name}`;
  if (need === 'pwm' && !board.pwm.includes(digital)) return `pin ${pin} has no PWM; ${pwm}`;
  if (need === 'interrupt' && board.interrupts && !board.interrupts.includes(pin)) {
    return `pin ${pin} has no interrupt for an encoder's edges; ${pinRanges(board.interrupts)} have one on the ${name}; take one of these`;
  }
  if (need === 'pulse' && board.pulses && !board.pulses.includes(pin)) {
    return `pin ${pin} cannot time an echo; ${pinRanges(board.pulses)} can on the ${name}; take one of these`;
  }
  return '';
}

function unfitPins(uses: readonly PinUse[], robot: unknown): WiringFault[] {
  const known = boardOf(robot);
  if (!known) return [];
  return uses.flatMap((use) => {
    const message = unfitReason(use, known.board, known.name);
    return message === '' ? [] : [{ path: use.path, message }];
  });
}

function sharedPins(uses: readonly PinUse[]): WiringFault[] {
  const first = new Map<string, PinUse>();
  const faults: WiringFault[] = [];
  for (const next of uses) {
    const other = first.get(next.pin);
    if (!other) first.set(next.pin, next);
    else if (!(other.need === 'bus' && next.need === 'bus')) {
      const found = `pin ${next.pin} is used twice, by ${other.who} and by ${next.who}`;
      faults.push({ path: next.path, message: `${found}; one use a pin; wire one of them to another pin` });
    }
  }
  return faults;
}

/**
 * Whether a gate of the motors needs PWM: Steerbot's firmware opens it by PWM if its pin can (MotorGates).
 * StandardFirmata sets the pin high for full PWM, whatever its timer does.
 */
const isGatedByPwm = ({ signal }: PinUse, robot: unknown): boolean =>
  signal === 'standby' && firmwareNameOf(robot) === 'steerbot';

/** A PWM pin without its timer is only on or off; as a gate it never opens. */
function timerFaults(uses: readonly PinUse[], robot: unknown): WiringFault[] {
  const known = boardOf(robot);
  if (!known || !uses.some(({ signal }) => signal === 'servo')) return [];
  const { board, name } = known;
  const taken = board.servoTimer[firmwareNameOf(robot)] ?? [];
  const free = board.pwm.filter((pin) => !taken.includes(pin));
  return uses
    .filter((use) => (use.need === 'pwm' || isGatedByPwm(use, robot)) && taken.includes(Number(use.pin)))
    .map(({ pin, path, who, need }) => {
      const found = `pin ${pin} of the ${name} has no PWM beside a servo, whose pulses take its timer`;
      const whose = need === 'pwm' ? found : `${found}, so that ${who} never opens`;
      return { path, message: `${whose}; ${oneOf(free.map(String))} have; wire it to one of these` };
    });
}

/** All pin faults of a robot definition. */
export function pinFaults(robot: unknown): WiringFault[] {
  const uses = pinUses(robot);
  return [...unfitPins(uses, robot), ...sharedPins(uses), ...timerFaults(uses, robot)];
}
