/** Numbers and states in words, for eyes and screen readers. */
import type { Fault, Tick, WheelSpeeds } from '../../signals/signals.js';
import type { FrameView, LinkView, Pace } from '../../signals/view.js';

const UNKNOWN_TEXT = '–';

/** A number with so many digits behind the point; a true minus, and none before a zero. */
export function formatFixed(value: number | null | undefined, digits: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return UNKNOWN_TEXT;
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

export function formatQuantity(value: number | null | undefined, digits: number, unit: string): string {
  const text = formatFixed(value, digits);
  return text === UNKNOWN_TEXT || unit === '' ? text : `${text} ${unit}`;
}

/** `2.0 ×`, `0.35 ×`: two digits say enough, and always take as much room. */
export const formatFactor = (times: number): string =>
  `${times < 1 ? times.toFixed(2) : times < 10 ? times.toFixed(1) : times.toFixed(0)} ×`;

/** Less of the speed that was asked for than this is worth a word. */
const MIN_REACHED_SHARE = 0.97;

/** What is reached of the speed that was asked for; nothing where it is reached, but for a hair. */
export const formatShortfall = (pace: Pace | undefined): string =>
  pace?.reached !== undefined && pace.reached < MIN_REACHED_SHARE * pace.speed
    ? formatFactor(pace.reached)
    : '';

/** Slower than this nobody sees it move [m/s]. */
const STANDSTILL_SPEED = 0.005;

const isStandingStill = ({ left, right }: WheelSpeeds): boolean =>
  Math.abs(left) < STANDSTILL_SPEED && Math.abs(right) < STANDSTILL_SPEED;

/**
 * `driving by mission (something is in the way)`, `standing, arrived`, `stopped: an operator said STOP`, … Why a robot is
 * `faulted` is said at length beside it, by the notice of the fault.
 *
 * @param idle its mission asks for nothing
 */
export function formatState(tick: Tick | undefined, idle = false): string {
  if (!tick) return 'no news yet';
  // Old recordings have neither.
  const { safety, cause, hold } = tick as Partial<Tick>;
  if (safety === 'faulted') return safety;
  if (safety !== 'driving') return cause ? `${safety}: ${cause}` : `${safety}`;
  return hold ? `${formatDriving(tick, idle)} (${hold})` : formatDriving(tick, idle);
}

function formatDriving(tick: Tick, idle: boolean): string {
  if (tick.mode === 'manual') return 'driving by hand';
  if (idle) return 'waiting: click where to go, or drive by hand';
  if (!tick.arrived) return 'driving by mission';
  return isStandingStill(tick.estimate.wheels) ? 'standing, arrived' : 'driving by mission, arrived';
}

/** What a robot noticed, and whether it is why it does not drive now. */
export interface RobotFault extends Fault {
  readonly robot: string;
  readonly holds: boolean;
}

/** Every fault of every robot, with whose it is. */
export const faultsOf = (frame: FrameView | null): readonly RobotFault[] =>
  (frame?.robots ?? []).flatMap(({ id, tick }) =>
    (tick?.faults ?? []).map((fault) => ({ robot: id, holds: tick?.cause === fault.what, ...fault })),
  );

const LINK_TEXTS: Readonly<Record<LinkView['state'], string>> = {
  simulated: 'Simulated',
  connecting: 'Connecting',
  connected: 'Connected',
  lost: 'Lost',
  recording: 'Recording',
};

/** `Connected: uno on /dev/ttyACM0`; a state that its own words repeat is said once. */
export function formatLink(link: LinkView | undefined): string {
  if (!link) return 'No robot yet';
  const state = LINK_TEXTS[link.state] ?? link.state;
  const words = link.words.startsWith(link.state)
    ? link.words.slice(link.state.length).replace(/^:? */, '')
    : link.words;
  return words ? `${state}: ${words}` : state;
}

/** How late the clock is, and what it lost; simulated time is never late. */
export function formatClock(frame: FrameView | null): string {
  if (frame?.link?.state === 'simulated') return 'simulated time';
  const { lateness = 0, lostPeriods = 0 } = frame?.pace ?? {};
  const lost = lostPeriods === 1 ? '1 period lost' : `${lostPeriods} periods lost`;
  return `${formatFixed(lateness * 1000, 1)} ms late, ${lost}`;
}
