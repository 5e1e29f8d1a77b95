/** A wheel that is commanded to roll, and has not rolled for two seconds, however slow it is told to be. */
import { REST_SPEED } from '../math/standstill.js';
import type { Meters, MetersPerSecond, Seconds } from '../math/units.js';
import { type FaultKind, SIDES, type Side, type WheelSpeeds } from '../signals/signals.js';
import type { MonitoredBody } from './monitoredBody.js';
import type { Finding, LastRolled, RolledState, Sample, Ways } from './motionWindow.js';

const OTHER = { left: 'right', right: 'left' } as const;

export const lastRolled = (now: Sample): RolledState => ({
  left: rolledNow(undefined, now, { side: 'left', told: 0 }, undefined),
  right: rolledNow(undefined, now, { side: 'right', told: 0 }, undefined),
});

/** Two, but for rounding, and a millimetre. */
const LEAST_COUNTS = 1.99;
const LEAST_WAY: Meters = 0.001;

/** A wheel has rolled by two counts and a millimetre. @param quick speeds that the quick body would have */
export function lastRolledAfter(
  state: RolledState,
  now: Sample,
  quick: WheelSpeeds,
  { metersPerCount }: Pick<MonitoredBody, 'metersPerCount'>,
): RolledState {
  return {
    left: rolledNow(state.left, now, { side: 'left', told: quick.left }, metersPerCount),
    right: rolledNow(state.right, now, { side: 'right', told: quick.right }, metersPerCount),
  };
}

function rolledNow(
  before: LastRolled | undefined,
  now: Sample,
  { side, told }: { readonly side: Side; readonly told: MetersPerSecond },
  metersPerCount: Ways | undefined,
): LastRolled {
  const rolls =
    !before ||
    !metersPerCount ||
    Math.abs(told) < REST_SPEED ||
    Math.abs(now.counted[side] - before.counted) >= Math.max(LEAST_COUNTS * metersPerCount[side], LEAST_WAY);
  if (!rolls) return before;
  const { at, quick, counted } = now;
  return { at, told: quick[side], counted: counted[side], other: counted[OTHER[side]] };
}

/** When a wheel last rolled. */
export const rolledAt = ({ left, right }: RolledState): Seconds => Math.max(left.at, right.at);

/** Commanded motion without any effect must last this long to be a fault. */
export const NO_PROGRESS_TIME: Seconds = 2;
const NO_PROGRESS_WAY: Meters = 0.02;
/** A motor weaker than in its file may not start a wheel that is commanded hardly more than its breakaway. */
const BREAKAWAY_FACTOR = 1.25;

/** A wheel that is told more than to creep is found sooner (`check`): so stiff motors come first. */
const ONE: readonly FaultKind[] = ['bodyWeak', 'motorDead', 'wheelsBlocked', 'encoderStuck'];

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
  for (const side of SIDES) {
    const { at, told } = state[side];
    const lasted = now.at - at;
    if (lasted < NO_PROGRESS_TIME) continue;
    const least = Math.max(NO_PROGRESS_WAY, 4 * metersPerCount[side], BREAKAWAY_FACTOR * breakaway * lasted);
    if (Math.abs(now.quick[side] - told) >= least) return stalled(state, now, side, metersPerCount);
  }
  return undefined;
}

function stalled(state: RolledState, now: Sample, side: Side, metersPerCount: Ways): Finding {
  const other = OTHER[side];
  const doubts = 'its motors have no power, or need more to start than its file says; calibrate';
  const rolled = Math.abs(now.counted[other] - state[side].other);
  return rolled >= Math.max(LEAST_COUNTS * metersPerCount[other], LEAST_WAY)
    ? { kind: 'wheelStands', what: `the ${side} wheel ${saidFor(now, state[side])}: ${WORDS}`, causes: ONE }
    : {
        kind: 'noProgress',
        what: `commanded to drive for ${NO_PROGRESS_TIME} s, and no wheel has turned: ${doubts}`,
      };
}

const saidFor = (now: Sample, { at }: LastRolled): string =>
  `has not turned for ${(now.at - at).toFixed(1)} s`;
const WORDS =
  'it needs more to start than its file says, so calibrate, or its motor is dead or has no power, or it is blocked, or its encoder is stuck';
