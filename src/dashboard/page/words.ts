/** Numbers and states in words, for eyes and screen readers. */
import type { Fault, Tick } from '../../signals.js';
import type { FrameView, LinkView } from '../../view.js';

const UNKNOWN = '–';

/** A number with so many digits behind the point; a true minus, and none before a zero. */
export function fixed(value: number | null | undefined, digits: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return UNKNOWN;
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

export function quantity(value: number | null | undefined, digits: number, unit: string): string {
  const text = fixed(value, digits);
  return text === UNKNOWN || unit === '' ? text : `${text} ${unit}`;
}

/** `driving by mission`, `driving by hand`, `stopped`, `faulted`. */
export function stateWords(tick: Tick | undefined): string {
  if (!tick) return 'no news yet';
  if (tick.safety !== 'driving') return tick.safety;
  return `driving by ${tick.drivenBy ?? 'mission'}${tick.arrived && tick.drivenBy === 'mission' ? ', arrived' : ''}`;
}

/** Every fault of every robot, with whose it is. */
export function faultsOf(frame: FrameView | null): readonly (Fault & { readonly robot: string })[] {
  const robots = frame?.robots ?? [];
  return robots.flatMap(({ id, tick }) => (tick?.faults ?? []).map((fault) => ({ robot: id, ...fault })));
}

const LINK_WORDS: Readonly<Record<LinkView['state'], string>> = {
  simulated: 'Simulated body',
  connecting: 'Connecting to the robot',
  connected: 'Robot connected',
  lost: 'Robot lost',
  recording: 'Recording',
};

/** `Robot connected: uno on /dev/ttyACM0`. */
export function linkWords(link: LinkView | undefined): string {
  if (!link) return 'No robot yet';
  const state = LINK_WORDS[link.state] ?? link.state;
  return link.words ? `${state}: ${link.words}` : state;
}

/** How late the clock is, where it is a real one; `in time` where nothing was lost. */
export function clockWords(frame: FrameView | null): string {
  const { lateness = 0, lostPeriods = 0 } = frame?.pace ?? {};
  const lost = lostPeriods === 1 ? '1 period lost' : `${lostPeriods} periods lost`;
  return `${fixed(lateness * 1000, 1)} ms late, ${lost}`;
}
