/** A wheel that is commanded to roll, and has not rolled for two seconds, however slow it is told to be. */
import type { Meters, Seconds } from '../math/units.js';
import { REST_SPEED } from '../math/wheel.js';
import type { FaultKind, WheelSpeeds } from '../signals/signals.js';
import type { LastRolled, RolledState, Sample } from './motionState.js';
import { type Finding, type MonitoredBody, SIDES, type Side } from './motionWindow.js';

export const lastRolled = (now: Sample): RolledState => ({
  left: rolledOf(now, 'left'),
  right: rolledOf(now, 'right'),
});

const otherOf = (side: Side): Side => (side === 'left' ? 'right' : 'left');

const rolledOf = ({ at, quick, counted }: Sample, side: Side): LastRolled => ({
  at,
  told: quick[side],
  counted: counted[side],
  other: counted[otherOf(side)],
});

/** A wheel has rolled by two counts and a millimetre. @param quick speeds that the quick body would have */
export function rolledOn(
  state: RolledState,
  now: Sample,
  quick: WheelSpeeds,
  { metersPerCount }: Pick<MonitoredBody, 'metersPerCount'>,
): RolledState {
  const next = (side: Side): LastRolled => {
    const before = state[side];
    const rolls =
      !metersPerCount ||
      Math.abs(quick[side]) < REST_SPEED ||
      hasRolled(now.counted[side] - before.counted, metersPerCount[side]);
    return rolls ? rolledOf(now, side) : before;
  };
  return { left: next('left'), right: next('right') };
}

const hasRolled = (way: Meters, perCount: Meters): boolean =>
  Math.abs(way) >= Math.max(1.99 * perCount, 0.001);

/** When a wheel last rolled. */
export const rolledAt = ({ left, right }: RolledState): Seconds => Math.max(left.at, right.at);

/** Commanded motion without any effect must last this long to be a fault. */
export const NO_PROGRESS_TIME: Seconds = 2;
const NO_PROGRESS_WAY: Meters = 0.02;
/** A motor weaker than in its file may not start a wheel that is commanded hardly more than its breakaway. */
const BREAKAWAY_FACTOR = 1.25;

const ONE: readonly FaultKind[] = ['motorDead', 'wheelsBlocked', 'encoderStuck', 'bodyWeak'];

/**
 * With the commanded way s in a time t without any of it, s ≥ 20 mm, four counts and 1.25 v_b t, of the breakaway v_b: a wheel
 * that is told less than twice that may need longer to start, so that a shorter window proves nothing.
 */
export function stall(
  state: RolledState,
  now: Sample,
  { metersPerCount, breakaway }: Pick<MonitoredBody, 'metersPerCount' | 'breakaway'>,
): Finding | undefined {
  if (!metersPerCount) return undefined;
  const side = SIDES.find((one) => {
    const { at, told } = state[one];
    const lasted = now.at - at;
    const least = Math.max(NO_PROGRESS_WAY, 4 * metersPerCount[one], BREAKAWAY_FACTOR * breakaway * lasted);
    return lasted >= NO_PROGRESS_TIME && Math.abs(now.quick[one] - told) >= least;
  });
  if (side === undefined) return undefined;
  const other = otherOf(side);
  const doubts = 'its motors have no power, or need more to start than its file says; calibrate';
  return hasRolled(now.counted[other] - state[side].other, metersPerCount[other])
    ? { kind: 'wheelStands', what: `the ${side} wheel ${saidFor(now, state[side])}: ${WORDS}`, causes: ONE }
    : {
        kind: 'noProgress',
        what: `commanded to drive for ${NO_PROGRESS_TIME} s, and no wheel has turned: ${doubts}`,
      };
}

const saidFor = (now: Sample, { at }: LastRolled): string =>
  `has not turned for ${(now.at - at).toFixed(1)} s`;
const WORDS =
  'its motor is dead or has no power, or it is blocked, or its encoder is stuck, or it needs more to start than its file says; calibrate';
