/** What the board must know to find a wheel that has power and does not turn; see STALL in PROTOCOL.md. */
import type { Duty } from '../../math/units.js';
import { motorFigures } from '../../robot/byWheel.js';
import type { EncoderDefinition, MotorPins, RobotDefinition } from '../../robot/robot.js';
import { firmwareDuty } from '../motors/duties.js';
import { MAX_STALL_EFFORT, type Message } from './messages.js';

/** So many counts a wheel must be due before it may count as stalled. */
const DUE_COUNTS = 4;
/**
 * A loaded wheel on a weak battery turns at half of its declared speed, and one that reverses must first come to rest.
 */
const SPEED_SHARE = 0.25;
/** The motor may need more than its declared deadband: a quarter more, or this much, whichever is more. */
const DEADBAND_MARGIN: Duty = 0.05;
const DEADBAND_FACTOR = 1.25;

/**
 * The limits of both wheels, for a robot whose encoders the board reads.
 *
 * With the deadband d₀ of the robot's file, the threshold is d = max(1.25 d₀, d₀ + 0.05). Above it a wheel is taken to
 * turn in proportion, up to the no-load speed v₀ at full duty: at a duty u it gives c·v₀/(πD) · (u − d)/(1 − d) counts
 * a second, with c counts per revolution of a wheel of diameter D. So four counts are due, at a quarter of that speed,
 * after the effort
 *
 *     ∫ (u − d) dt = 4 · (1 − d) · πD / (¼ · c · v₀)        in ‰·ms: · 10⁶
 *
 * whatever the duty was in between.
 */
export function stallMessage({ motors, encoders, wheels }: RobotDefinition): Message<'stall'> | undefined {
  if (!encoders) return undefined;
  const limitsOf = (side: 'left' | 'right', { countsPerRevolution }: EncoderDefinition) => {
    const { forward, back } = motorFigures(motors)[side];
    const deadband = Math.max(forward.deadband, back.deadband);
    const noLoadSpeed = Math.min(forward.noLoadSpeed, back.noLoadSpeed);
    const duty = Math.max(DEADBAND_FACTOR * deadband, deadband + DEADBAND_MARGIN);
    const threshold = Math.min(1, boardDuty(duty, motors[side]));
    const countsPerSecond = (countsPerRevolution * noLoadSpeed) / (Math.PI * wheels.diameter);
    const effort = (DUE_COUNTS * (1 - threshold)) / (SPEED_SHARE * countsPerSecond);
    return {
      threshold: Math.round(1000 * threshold),
      effort: Math.min(MAX_STALL_EFFORT, Math.max(1, Math.round(1e6 * effort))),
    };
  };
  const left = limitsOf('left', encoders.left);
  const right = limitsOf('right', encoders.right);
  return {
    type: 'stall',
    leftThreshold: left.threshold,
    leftEffort: left.effort,
    rightThreshold: right.threshold,
    rightEffort: right.effort,
  };
}

/** The greater of both directions: a servo's neutral may be off the middle. */
const boardDuty = (duty: Duty, motor: MotorPins | undefined): Duty =>
  Math.max(Math.abs(firmwareDuty(duty, motor)), Math.abs(firmwareDuty(-duty, motor)));
