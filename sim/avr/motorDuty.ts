/** The duty that each motor gets from a board's pins, as the robot definition wires them. */
import { filter, merge, type Observable, Subject } from 'rxjs';
import { dutyOf, motorSign, type ServoShape } from '../../src/drivers/motors/duties.js';
import { SHIELDS, type ShieldPins } from '../../src/kit/shields.js';
import type { Duty, Seconds } from '../../src/math/units.js';
import { boardPinsOf } from '../../src/robot/braking.js';
import type { Pin } from '../../src/robot/pin.js';
import type { MotorPins, RobotDefinition } from '../../src/robot/robot.js';
import type { WheelDuties } from '../../src/signals/signals.js';
import { DriverError } from '../../src/validation/errors.js';
import type { AvrBoard } from './board.js';
import { type Cycles, toCycles, toSeconds } from './clock.js';
import type { PinChange } from './outputs.js';
import { boardPinNumber } from './pins.js';
import { type Bridge, bridgeDuty, type DutyNow, EnableDiagLine, ShieldChips } from './shieldChips.js';

export class MotorDuties {
  /** Emits when a duty may have changed. */
  readonly changes$: Observable<unknown>;
  readonly #board: AvrBoard;
  readonly #chips: ShieldChips;
  readonly #gaveUp = new Subject<void>();
  readonly #lines: Readonly<Record<'left' | 'right', EnableDiagLine | undefined>>;
  readonly #left: DutyNow;
  readonly #right: DutyNow;

  /**
   * Make it before the first message to the board, since chips of shields begin to listen here.
   *
   * @throws DriverError for a motor without pins
   */
  constructor(board: AvrBoard, { left, right, standby }: RobotDefinition['motors']) {
    this.#board = board;
    this.#chips = new ShieldChips(board);
    const awake = this.#isHigh(standby, true);
    const [leftDuty, rightDuty] = [left, right].map((motor) => this.#dutyOf(motor ?? { invert: false }));
    this.#lines = { left: this.#lineOf(left), right: this.#lineOf(right) };
    const may = (side: 'left' | 'right') => awake() && (this.#lines[side]?.isHigh ?? true);
    this.#left = () => (may('left') && leftDuty?.()) || 0;
    this.#right = () => (may('right') && rightDuty?.()) || 0;
    // Emits after the chips and the servos, which read the pins first.
    const lines = Object.values(this.#lines).flatMap((line) => line?.changes$ ?? []);
    this.changes$ = merge(board.outputs.changes$, this.#chips.changes$, this.#gaveUp, ...lines);
  }

  /** Begins or ends a fault of the chip of a side's motor, which reports it by EN/DIAG; nothing where it has no such pin. */
  strikeChip(side: 'left' | 'right', on: boolean): void {
    this.#lines[side]?.strike(on);
  }

  now(): WheelDuties {
    return { left: this.#left(), right: this.#right() };
  }

  #lineOf(motor: MotorPins | undefined): EnableDiagLine | undefined {
    const { enableDiag, dir, cdir } = boardPinsOf(motor);
    if (enableDiag === undefined) return undefined;
    const inputs = [dir, cdir].flatMap((pin) => (pin === undefined ? [] : boardPinNumber(pin)));
    return new EnableDiagLine(this.#board, boardPinNumber(enableDiag), inputs);
  }

  #dutyOf(motor: MotorPins): DutyNow {
    const ahead = this.#dutyAhead(motor);
    return motorSign(motor) < 0 ? () => -ahead() : ahead;
  }

  /** The duty of a motor, without its sign. */
  #dutyAhead(motor: MotorPins): DutyNow {
    const { forward, reverse, servo, shield, motor: number = 1 } = motor;
    if (shield !== undefined) return this.#shieldDuty(shield, number);
    if (servo !== undefined) {
      const pulse = new ServoPulse(this.#board, boardPinNumber(servo), motor, () => this.#gaveUp.next());
      return () => pulse.duty;
    }
    if (forward === undefined || reverse === undefined) return bridgeDuty(this.#bridge(motor));
    const [ahead, back] = [this.#at(forward), this.#at(reverse)];
    return () => ahead() - back();
  }

  #shieldDuty(name: string, number: number): DutyNow {
    const shield = SHIELDS[name];
    const pins = shield?.motors[number - 1] ?? {};
    const behindChip = shield && this.#chips.bridge(shield, number);
    const duty = bridgeDuty(behindChip ?? this.#bridge(pins));
    const braked = this.#isHigh(pins.brake, false);
    return () => (braked() ? 0 : duty());
  }

  #bridge({ pwm, dir, cdir }: ShieldPins): Bridge {
    if (pwm === undefined || dir === undefined) {
      throw new DriverError('a motor without pins cannot be emulated; give pwm and dir, or another form');
    }
    return { pwm: this.#at(pwm), dir: this.#at(dir), cdir: cdir === undefined ? undefined : this.#at(cdir) };
  }

  #at(pin: Pin): DutyNow {
    const number = boardPinNumber(pin);
    return () => this.#board.outputs.dutyOf(number);
  }

  /** @param without the level of a missing pin */
  #isHigh(pin: Pin | undefined, without: boolean): () => boolean {
    if (pin === undefined) return () => without;
    const level = this.#at(pin);
    return () => level() > 0;
  }
}

/** A shorter or longer high time is not a pulse. */
const MIN_PULSE: Seconds = 500e-6;
const MAX_PULSE: Seconds = 2500e-6;
/** A servo without a pulse for this long turns its motor off. */
const PULSE_TIMEOUT = toCycles(0.05);

/** A servo for continuous rotation: turns pulses at a pin into a duty. */
class ServoPulse {
  readonly #board: AvrBoard;
  /** Its pulse widths, with that for standing still. */
  readonly #servo: ServoShape;
  /** Called when the servo turns its motor off for lack of pulses. */
  readonly #gaveUp: () => void;
  #duty: Duty = 0;
  #rose: Cycles = Number.NEGATIVE_INFINITY;
  #cancelTimeout = () => {};

  constructor(board: AvrBoard, pin: number, servo: ServoShape, gaveUp: () => void) {
    this.#board = board;
    this.#servo = servo;
    this.#gaveUp = gaveUp;
    board.outputs.changes$
      .pipe(filter((change) => change.pin === pin))
      .subscribe((change) => this.#see(change));
  }

  get duty(): Duty {
    return this.#duty;
  }

  #see({ duty, at }: PinChange): void {
    if (duty === 1) {
      this.#rose = at;
      return;
    }
    const pulse = toSeconds(at - this.#rose);
    if (!(pulse >= MIN_PULSE && pulse <= MAX_PULSE)) return;
    this.#duty = dutyOf(pulse, this.#servo);
    this.#cancelTimeout();
    this.#cancelTimeout = this.#board.events.at(this.#rose + PULSE_TIMEOUT, () => {
      this.#duty = 0;
      this.#gaveUp();
    });
  }
}
