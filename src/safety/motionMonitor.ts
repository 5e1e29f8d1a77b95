/**
 * Checks whether the body follows its commands: how far the wheels should have rolled, against the encoder counts and
 * the gyroscope's turn.
 *
 * The body's response is known only roughly. So three models run along: one as declared, and a quick and a slow one with
 * half and one and a half times its latency and lag. In a window [t − W, t] a healthy wheel rolls about as far as one of
 * them, or something between. With e the smallest and g the greatest of the distances (e = 0 if they differ in sign), and
 * c the counted one, a wheel fails its check if
 *
 *     c/e ≤ −0.3             it runs backwards          c/e < 0.45          it hardly runs
 *     |c| > 1.3 g + slack    it runs on                 (c_r − c_l)/(e_r − e_l) ≤ −0.3    the two are exchanged
 *
 * W is 0.25 s, or the time of four counts if longer. It finds broken parts, not figures that are 40 % off.
 */

import { exceeds, reaches } from '../math/time.js';
import type { MetersPerSecond, Radians, Seconds } from '../math/units.js';
import { rollWheels, type SentCommand } from '../math/wheel.js';
import { SIDES, type WheelSpeeds } from '../signals/signals.js';
import { doubtWheels, runsOn, usualWays } from './departure.js';
import { allowingPauses, countedLate, SETTLING_TIME } from './linkPauses.js';
import type { MonitoredBody } from './monitoredBody.js';
import {
  commandsOf,
  type DepartureState,
  type Finding,
  lastBefore,
  type MotionState,
  millimeters,
  motionUpdated,
  type Sample,
  sumsSince,
  type Ways,
} from './motionWindow.js';
import { lastRolled, lastRolledAfter, NO_PROGRESS_TIME, stall } from './stall.js';
import { addTurns, turnsDisagree } from './twoTurns.js';
import { unaskedTurn } from './unaskedTurn.js';
import { weaknessOf } from './weakBody.js';
import { blamingFirst, diagnose } from './wheelDiagnosis.js';

interface Monitored {
  readonly state: MotionState;
  readonly finding?: Finding;
}

/** What was watched in a tick. */
interface Watched extends Monitored {
  /** Its wheels follow their commands, but more slowly than its file says. */
  readonly isSlow?: true;
}

const WINDOW: Seconds = 0.25;
/** The last part of the window shows what a wheel does now. */
const RECENT_WINDOW: Seconds = 0.12;
/** Longest window, for a creeping wheel whose counts are far apart. */
const MAX_WINDOW: Seconds = 2;
/** Four counts at this speed must fit into the window. */
const CREEP_SPEED: MetersPerSecond = 0.05;
const MAX_SAMPLES = 24;
/** Without encoders nothing else is kept, and short windows tell most. */
const MAX_GYRO_SAMPLES = 60;
const MIN_SAMPLE_SPACING: Seconds = 0.02;
const LATE_COUNTS_TIME: Seconds = 0.06;
/** As old as this the last counts may be where a wheel is to be doubted. */
const FRESH_TIME: Seconds = 0.03;
/** Encoders report in every period; the link may lose a few reports. */
const SILENCE_TIME: Seconds = 0.3;
/** If a wheel fails its check after this many ticks without a report, the encoders are silent. */
const UNHEARD_TICKS = 3;

/**
 * Adds the distance that the wheels rolled since the last encoder report. A distance that no motor can reach in that
 * time, |Δc| > 1.5 v₀ (Δt + 20 ms) and four counts, is a jump.
 */
export function countWheels(
  state: MotionState,
  at: Seconds,
  way: Ways,
  { metersPerCount, noLoadSpeed, period, pause }: MonitoredBody,
): Monitored {
  if (!metersPerCount) return { state };
  const samples = countedLate(state.samples, [state.countedAt ?? at, at], way);
  const { at: ticked, quick, likely, slow, counted, turned } = state.now;
  const sum = { left: counted.left + way.left, right: counted.right + way.right };
  const now = { at: ticked, quick, likely, slow, counted: sum, turned };
  // Guards people: a report so old when it comes, as by a clock that stands, tells nothing of the wheels.
  const isOld = exceeds(ticked - at, silenceTime({ period, pause }));
  const next = motionUpdated(state, { samples, now, countedAt: at, unheard: isOld ? state.unheard : 0 });
  if (state.countedAt === null) return { state: next };
  const passed = Math.max(0, at - state.countedAt);
  const most = 1.5 * noLoadSpeed * (passed + 0.02);
  const jumped = SIDES.find((side) => Math.abs(way[side]) > most + 4 * metersPerCount[side]);
  if (!jumped) return { state: next };
  const far = `${millimeters(way[jumped])} within ${Math.round(1000 * passed)} ms`;
  return { state: next, finding: { kind: 'encoderJump', what: `the ${jumped} encoder jumped: ${far}` } };
}

/** Notes since when a gyroscope repeats one value: a healthy one has noise. */
export const recordTurnRate = (state: MotionState, at: Seconds, value: number): MotionState =>
  state.rate?.value === value ? state : motionUpdated(state, { rate: { value, since: at } });

/** What is known beside the wheels. */
export interface Known {
  /** The gyroscope's turn from any zero; null without a valid one. */
  readonly turned?: Radians | null;
  /** What the wheels were told, as far back as `commandMemory`. */
  readonly sent?: readonly SentCommand[];
  /** What their duties would do, for half a second or more; without it no finding is put down to weak motors. */
  readonly driven?: readonly SentCommand[] | undefined;
  /** Nothing is known yet of how late it answers: wheels that have not moved may only be late. */
  readonly isNew?: boolean;
}

/**
 * Goes on to a tick of the clock: rolls all three models, and compares.
 */
export function watchMotion(
  before: MotionState,
  at: Seconds,
  body: MonitoredBody,
  { turned = null, sent: all = [], driven = [], isNew = false }: Known = {},
): Watched {
  const sent = commandsOf(before, all, before.now.at - commandMemory(body));
  const state = advance(before, { at, turned, sent }, body);
  // Without fresh counts, only silence is checked.
  const fresh =
    at - (state.countedAt ?? Number.NEGATIVE_INFINITY) <= Math.max(2.5 * body.period, LATE_COUNTS_TIME);
  const heard = !body.metersPerCount || fresh;
  const finding =
    silence(state, body) ??
    (heard
      ? ((state.rolled && stall(state.rolled, state.now, body)) ??
        check(state, sent, body) ??
        followed(state, body) ??
        turnsDisagree(state.turns, body))
      : undefined);
  if (!finding)
    return { state: motionUpdated(state, { unclearSince: null, departure: doubt(state, body, driven) }) };
  const since = state.unclearSince ?? at;
  const next = motionUpdated(state, { unclearSince: since });
  const weakness = finding.seen ? weaknessOf(state.samples, state.now, driven, body) : undefined;
  if (weakness === 'slow') return { state: next, isSlow: true };
  const isLate = isNew && finding.kind === 'wheelStands';
  const blamed = weakness ? 'bodyWeak' : isLate ? 'bodyLate' : null;
  const { after = 0, seen: _, ...sure } = blamed ? blamingFirst(finding, blamed) : finding;
  // At a low rate it does not wait for another tick.
  return body.period < after && !reaches(at - since, after)
    ? { state: next }
    : { state: next, finding: sure };
}

/** What has come by a tick. */
interface News {
  readonly at: Seconds;
  readonly turned: Radians | null;
  readonly sent: readonly SentCommand[];
}

function advance(state: MotionState, { at, turned, sent }: News, body: MonitoredBody): MotionState {
  const to = { at, sent };
  const quick = roll(state, 'quick', to, body);
  const likely = roll(state, 'likely', to, body);
  const slow = roll(state, 'slow', to, body);
  const { before, now: last, samples, begun, countedAt, rate, unclearSince, departure, turns } = state;
  const now = {
    at,
    quick: quick.way,
    likely: likely.way,
    slow: slow.way,
    counted: last.counted,
    turned,
  };
  const most = body.metersPerCount ? MAX_SAMPLES : MAX_GYRO_SAMPLES;
  const kept = sampled(samples, now, windowOf(body) + doubtOf(unclearSince, at), most);
  const [oldest, first] = [samples[0] as Sample, kept[0] as Sample];
  // Written out instead of a spread, for speed: it is created in every tick.
  return {
    before,
    quick: quick.speed,
    likely: likely.speed,
    slow: slow.speed,
    begun,
    now,
    samples: kept,
    countedAt,
    unheard: state.unheard + 1,
    // Unknown before the first tick, and in older recordings.
    rolled: lastRolledAfter(state.rolled ?? lastRolled(last), now, quick.speed, body),
    rate,
    unclearSince,
    turns: body.metersPerCount ? addTurns(turns, now, body) : turns,
    departure: oldest === first ? departure : usualWays(departure, oldest, first),
  };
}

function roll(
  state: MotionState,
  model: 'quick' | 'likely' | 'slow',
  { at, sent }: Pick<News, 'at' | 'sent'>,
  body: MonitoredBody,
): { readonly speed: WheelSpeeds; readonly way: Ways } {
  let { left, right } = state.now[model];
  const time = { speeds: state[model], from: state.now.at, to: at };
  const speed = rollWheels(body[model], time, sent, (l, r) => {
    left += l;
    right += r;
  });
  return { speed, way: { left, right } };
}

/** How long ago a command may have been sent that the monitor still reckons with. */
export const commandMemory = (body: MonitoredBody): Seconds =>
  body.slow.latency + (body.pause > 0 ? windowOf(body) + SETTLING_TIME : 0);

/** How long samples are kept: for four counts of a creeping wheel; without encoders for a turn without effect. */
function windowOf({ metersPerCount }: MonitoredBody): Seconds {
  if (!metersPerCount) return NO_PROGRESS_TIME;
  const four = (4 * Math.max(metersPerCount.left, metersPerCount.right)) / CREEP_SPEED;
  return Math.min(MAX_WINDOW, Math.max(WINDOW, four));
}

/** Samples are kept from a finding on, for as long as the commands of that time are known. */
const MOST_DOUBT: Seconds = 0.35;
const doubtOf = (since: Seconds | null, at: Seconds): Seconds =>
  since === null ? 0 : Math.min(MOST_DOUBT, at - since);

/** Adds the newest sample if it is far enough from the one before; drops samples that are too old. */
function sampled(samples: readonly Sample[], now: Sample, keep: Seconds, most: number): readonly Sample[] {
  const last = samples.at(-1) as Sample;
  if (!reaches(now.at - last.at, Math.max(MIN_SAMPLE_SPACING, keep / most))) return samples;
  let first = 0;
  while (first + 1 < samples.length && reaches(now.at - (samples[first + 1] as Sample).at, keep)) first++;
  return [...samples.slice(first), now];
}

function silence(state: MotionState, { metersPerCount, period, pause }: MonitoredBody): Finding | undefined {
  if (!metersPerCount || state.unheard < 2) return undefined;
  return exceeds(silentFor(state), silenceTime({ period, pause })) ? unheard(state) : undefined;
}

/** A report is missing when none has come for so long. */
const silenceTime = ({ period, pause }: Pick<MonitoredBody, 'period' | 'pause'>): Seconds =>
  Math.max(SILENCE_TIME + pause, 2 * period);

const silentFor = ({ countedAt, begun, now }: MotionState): Seconds => now.at - (countedAt ?? begun);

const unheard = (state: MotionState): Finding => ({
  kind: 'encoderSilent',
  what: `no report from the encoders for ${silentFor(state).toFixed(2)} s`,
});

/** Checks the newest window; with coarse encoders the longest, too. */
function check(state: MotionState, sent: readonly SentCommand[], body: MonitoredBody): Finding | undefined {
  const { samples, now, unclearSince } = state;
  const newest = lastBefore(samples, now.at - WINDOW);
  if (!newest) return undefined;
  // While a finding is unclear, older ones are kept.
  const [first] = samples as [Sample];
  const oldest = unclearSince === null ? first : (lastBefore(samples, now.at - windowOf(body)) ?? first);
  const finding =
    findingSince(newest, state, sent, body) ??
    (oldest === newest ? undefined : findingSince(oldest, state, sent, body));
  if (!body.metersPerCount) return finding ?? unaskedTurn(state, body);
  return finding && state.unheard >= UNHEARD_TICKS ? unheard(state) : finding;
}

/** Within a short time, or with coarse encoders a longer one, a wheel may suddenly do something else than before. */
function doubt(
  { samples, now, departure, countedAt }: MotionState,
  body: MonitoredBody,
  driven: readonly SentCommand[],
): DepartureState {
  const short = lastBefore(samples, now.at - RECENT_WINDOW);
  const long = samples[0];
  // Counts that are late look like a slow wheel.
  const isLate = now.at - (countedAt ?? now.at) > Math.max(1.5 * body.period, FRESH_TIME);
  if (!short || !long || isLate) return departure;
  const isWeak = () => weaknessOf(samples, now, driven, body) === 'slow';
  return doubtWheels(departure, { short, long, now }, body, isWeak);
}

function followed({ samples, now, departure }: MotionState, body: MonitoredBody): Finding | undefined {
  const short = departure.doubted && lastBefore(samples, now.at - RECENT_WINDOW);
  return short ? runsOn(departure, short, now, body) : undefined;
}

function findingSince(
  sample: Sample,
  state: MotionState,
  sent: readonly SentCommand[],
  body: MonitoredBody,
): Finding | undefined {
  const since = (from: Sample) => allowingPauses(sumsSince(from, state), from, sent, body);
  const recent = () => since(lastBefore(state.samples, state.now.at - RECENT_WINDOW) as Sample);
  return diagnose(since(sample), recent, body);
}
