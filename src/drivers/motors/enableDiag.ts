/**
 * EN/DIAG pins of motor driver chips: a line that lets a motor turn, and on which its chip reports a fault.
 *
 * The chip's output is an open drain (ST, VNH5019A-E data sheet, table 1): a resistor holds the line high; chip or board
 * pulls it low. So this gate is open as an input with pull-up, whose level the board reports, and shut as an output that
 * is low. It is never driven high, which would hide the fault.
 *
 * Guards people: a fault of one chip stops both motors, and so does a level that the board does not report. The line does
 * not go low with the dead-man, which cuts the motors' own pins.
 */
import type { TimeSource } from '../../math/time.js';
import type { Duty, Seconds } from '../../math/units.js';
import { boardPinsOf } from '../../robot/braking.js';
import type { Pin } from '../../robot/pin.js';
import type { RobotDefinition } from '../../robot/robot.js';
import type { WheelDuties } from '../../signals/signals.js';
import type { Firmata } from '../firmata/firmataIo.js';
import { type AnalogPins, pinNumber } from './motorWiring.js';

interface EnableDiag {
  readonly side: 'left' | 'right';
  /** As the robot's file has it. */
  readonly name: Pin;
  readonly pin: number;
}

const SIDES = ['left', 'right'] as const;

/** Of the motors that have one, also those of a shield. */
export const enableDiagsOf = (motors: RobotDefinition['motors'], analog: AnalogPins): EnableDiag[] =>
  SIDES.flatMap((side) => {
    const { enableDiag: name } = boardPinsOf(motors[side]);
    return name === undefined ? [] : [{ side, name, pin: pinNumber(name, analog) }];
  });

export interface FaultWatch {
  readonly time: TimeSource;
  /** The motors must stop; called while the lines are open. @param why for people */
  readonly faulty: (why: string) => void;
}

/** A shorter low level is noise, or a damaged byte of its report. */
const LONGEST_DIP: Seconds = 0.02;
/**
 * A chip holds a fault until its motor's input rises, so that a line may be low from its opening until the first power:
 * so long after that power, which a slow radio carries there and back.
 */
const CLEARING_TIME: Seconds = 0.25;
/** The board reports changes; it is also asked, because a report may be lost. */
const ASKING_PERIOD: Seconds = 0.1;
const MOST_UNANSWERED = 3;
/** A smaller duty is none for our firmware. */
const LEAST_DUTY: Duty = 0.001;

class WatchedLine {
  readonly #io: Firmata;
  readonly #line: EnableDiag;
  readonly #watch: FaultWatch;
  #state: 'shut' | 'unknown' | 'high' | 'low' | 'low from the opening' = 'shut';
  #unanswered = 0;
  #hasPower = false;
  #endAsking = () => {};
  #cancelFault = () => {};

  constructor(io: Firmata, line: EnableDiag, watch: FaultWatch) {
    this.#io = io;
    this.#line = line;
    this.#watch = watch;
    io.digitalRead(line.pin, (level) => this.#hear(level !== 0));
  }

  open(): void {
    this.#forget();
    this.#io.pinMode(this.#line.pin, this.#io.MODES.PULLUP);
    this.#state = 'unknown';
    this.#ask();
  }

  /** May be repeated; each call sends it again. */
  shut(): void {
    this.#forget();
    this.#io.pinMode(this.#line.pin, this.#io.MODES.OUTPUT);
    this.#io.digitalWrite(this.#line.pin, 0);
  }

  /** Its motor gets this duty now. */
  drive(duty: Duty): void {
    if (this.#hasPower || !(Math.abs(duty) >= LEAST_DUTY)) return;
    this.#hasPower = true;
    if (this.#state === 'low from the opening') this.#awaitFault(CLEARING_TIME);
  }

  #forget(): void {
    this.#endAsking();
    this.#cancelFault();
    this.#state = 'shut';
    this.#unanswered = 0;
    this.#hasPower = false;
  }

  #ask(): void {
    const { side, name, pin } = this.#line;
    if (this.#unanswered === MOST_UNANSWERED) {
      const chip = `pin ${name}, EN/DIAG of the ${side} motor's chip`;
      this.#watch.faulty(
        `the board does not report ${chip}, so that no fault would be noticed; reset the board`,
      );
      return;
    }
    this.#unanswered += 1;
    this.#io.reportDigitalPin(pin, 1);
    this.#endAsking = this.#watch.time.after(ASKING_PERIOD, () => this.#ask());
  }

  #hear(high: boolean): void {
    if (this.#state === 'shut') return;
    this.#unanswered = 0;
    if (high) {
      this.#cancelFault();
      this.#state = 'high';
    } else if (this.#state === 'high') {
      this.#state = 'low';
      this.#awaitFault(LONGEST_DIP);
      // The answer tells whether its report was damaged.
      this.#io.reportDigitalPin(this.#line.pin, 1);
    } else if (this.#state === 'unknown') {
      this.#state = 'low from the opening';
      if (this.#hasPower) this.#awaitFault(CLEARING_TIME);
    }
  }

  #awaitFault(delay: Seconds): void {
    const { side, name } = this.#line;
    this.#cancelFault = this.#watch.time.after(delay, () =>
      this.#watch.faulty(
        `the chip of the ${side} motor reports a fault: it pulls EN/DIAG, pin ${name}, low, because it is too hot or a wire ` +
          "of its motor has a short circuit; switch the motors' battery off, let the chip cool, and check these wires",
      ),
    );
  }
}

/** The lines of both motors. */
export class EnableDiags {
  readonly #lines: readonly { readonly side: 'left' | 'right'; readonly watched: WatchedLine }[];

  constructor(io: Firmata, lines: readonly EnableDiag[], watch: FaultWatch) {
    this.#lines = lines.map((line) => ({ side: line.side, watched: new WatchedLine(io, line, watch) }));
  }

  open(): void {
    for (const { watched } of this.#lines) watched.open();
  }

  shut(): void {
    for (const { watched } of this.#lines) watched.shut();
  }

  drive(duties: WheelDuties): void {
    for (const { side, watched } of this.#lines) watched.drive(duties[side]);
  }
}
