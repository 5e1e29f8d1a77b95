/** A stopped robot gets no power until an operator arms it, and after a fault an operator clears it before. */
import type { Seconds } from '../../../src/math/units.js';
import type { Command, SafetyState } from '../../../src/signals/signals.js';
import { type Check, Lasting, type Moment, mayDrive, responseOf, type Subject } from '../moment.js';

/** A board answers an arming within this time. */
const ARMING_TIME: Seconds = 1;

export function latched({ boards = false }: Pick<Subject, 'boards'> = {}): Check {
  let before: SafetyState = 'driving';
  /** When the operator last armed, unless a newer STOP cancels it. */
  let armedAt = Number.NEGATIVE_INFINITY;
  return {
    rule: 'latch',
    tick(now) {
      const { at, tick, said } = now;
      const isPending = boards && at - armedAt < ARMING_TIME;
      for (const { kind } of said) {
        if (kind === 'arm') armedAt = at;
        if (kind === 'stop') armedAt = Number.NEGATIVE_INFINITY;
      }
      const heard = isPending && armedAt > Number.NEGATIVE_INFINITY ? [...said, LATE_ARM] : said;
      const trouble = changeTrouble(before, { tick, said: heard }) ?? powerTrouble(now);
      before = tick.safety;
      return trouble;
    },
  };
}

const LATE_ARM: Command = { kind: 'arm' };

/** By what the operator said: the state that it may be in after the commands, if the robot obeys all of them. */
function changeTrouble(
  before: SafetyState,
  { tick, said }: Pick<Moment, 'tick' | 'said'>,
): string | undefined {
  let isFaulted = before === 'faulted';
  let isHeld = isFaulted || before === 'stopped';
  let braked = before === 'braking';
  for (const { kind } of said) {
    if (kind === 'stop') isHeld = true;
    if (kind === 'clear') isFaulted = false;
    if (kind === 'arm' && isHeld && !isFaulted) [isHeld, braked] = [false, false];
  }
  if (isFaulted && tick.safety !== 'faulted') return `${tick.safety} after a fault that was not cleared`;
  if (isHeld && mayDrive(tick)) return `${tick.safety} without being armed (it was ${before})`;
  return braked && tick.safety === 'driving' ? 'it drives on after it braked for a limit' : undefined;
}

function powerTrouble({ tick, motorsOff }: Moment): string | undefined {
  if (mayDrive(tick)) return undefined;
  const { granted, duties } = tick;
  if (granted.left !== 0 || granted.right !== 0)
    return `granted ${JSON.stringify(granted)} while ${tick.safety}`;
  if (duties.left !== 0 || duties.right !== 0) return `duties ${JSON.stringify(duties)} while ${tick.safety}`;
  return motorsOff ? undefined : `the motors have power while ${tick.safety}`;
}

/** A wheel this slow stands. */
const STANDSTILL = 0.01;
const SPARE: Seconds = 0.3;

/**
 * The true wheels of a stopped robot come to rest. An operator who arms it gives it power for a tick even where the loop then
 * refuses: a motor that is stuck on turns for as long.
 */
export function comesToRest(subject: Subject): Check {
  const { robot, plant } = subject;
  const slowing = (2 * robot.motors.noLoadSpeed) / (plant.acceleration ?? robot.limits.acceleration);
  const arming = subject.boards ? ARMING_TIME : 0;
  const limit = responseOf(subject) + 3 * (plant.lag ?? robot.motors.lag) + slowing + arming + SPARE;
  const off = new Lasting();
  return {
    rule: 'rest',
    tick({ at, tick, wheels, said }) {
      const arms = said.some(({ kind }) => kind === 'arm');
      const lasted = off.for(!mayDrive(tick) && !arms, at);
      const speed = Math.max(Math.abs(wheels.left), Math.abs(wheels.right));
      if (lasted < limit || speed < STANDSTILL) return undefined;
      return `a wheel turns at ${speed.toFixed(3)} m/s, ${lasted.toFixed(2)} s after the robot was stopped`;
    },
  };
}
