/** What a driver of a board with our firmware is told when it is made. */
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import type { LineRate } from '../../robot/baud.js';
import type { MotorPins } from '../../robot/robot.js';
import type { DischargeInput } from '../../signals/boardInput.js';
import type { MotorGates } from '../motors/motorGates.js';
import type { Motors } from '../motors/motorWiring.js';
import type { Listener } from './sonarSweep.js';

export interface SteerbotSettings {
  readonly time: TimeSource;
  readonly deadMan: Seconds;
  /** Between two commands of the loop. */
  readonly period: Seconds;
  /** The number of the board's present boot. */
  readonly nonce: number;
  /** How a motor is mounted, and how a servo is trimmed. This changes the duty, never the encoder's counts. */
  readonly motors: Partial<Motors<MotorPins>>;
  readonly gates: MotorGates;
  readonly hasEncoders: boolean;
  /** By their indices on the board. */
  readonly sonars: readonly Listener[];
  /** In the order of their pins. */
  readonly discharged: readonly DischargeInput[];
  /** Pins of servos that turn sonars: the state of these is asked for elsewhere. */
  readonly askedByOthers: readonly number[];
  /** Of the line [baud]. */
  readonly baud: LineRate;
  /** Its firmware tells how many frames have come. */
  readonly countsFrames: boolean;
  /** That its firmware is an older one. */
  readonly warning: string | null;
}
