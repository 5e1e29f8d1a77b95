/** A line at the bottom of a terminal that is kept up to date: what a robot does, or the progress of long work. */

import type { Seconds } from '../../math/units.js';
import type { PoseSource, Tick } from '../../signals/signals.js';
import { CLEAR_LINE } from './terminal.js';

const STATUS_PERIOD: Seconds = 0.1;

/** What a driving robot does; a pipe or a file gets only the permanent lines. */
export interface StatusLine {
  show(tick: Tick): void;
  /** Prints a permanent line above the status line. */
  say(text: string): void;
  clear(): void;
}

/** @param mark a short text in front of every status */
export function statusLine(terminal: NodeJS.WriteStream, mark: string | null): StatusLine {
  const width = () => (terminal.columns ?? 80) - 1;
  let next = Number.NEGATIVE_INFINITY;
  // A terminal that takes nothing at present is not sent more: an old status is of no use.
  const write = (text: string) => terminal.isTTY && !terminal.writableLength && terminal.write(text);
  return {
    show(tick) {
      if (tick.at < next) return;
      next = tick.at + STATUS_PERIOD;
      const line = mark === null ? tickText(tick) : `${mark} | ${tickText(tick)}`;
      write(`${CLEAR_LINE}${line.slice(0, width())}`);
    },
    say(text) {
      write(CLEAR_LINE);
      terminal.write(`${text}\n`);
    },
    clear: () => void write(CLEAR_LINE),
  };
}

/** Where the pose comes from, in words for users. */
export const POSE_SOURCE_WORDS: Readonly<Record<PoseSource, string>> = {
  encoders: 'by encoders',
  granted: '(estimated from the commands)',
  pose: 'by external poses',
};

function tickText({ at, estimate: { pose, source }, granted, safety, cause, hold, standing }: Tick): string {
  const speed = (granted.left + granted.right) / 2;
  // Rounded, −0.4° is 0, not −0.
  const degrees = Math.round((pose.heading * 180) / Math.PI) || 0;
  const where = `x ${pose.x.toFixed(2)} m, y ${pose.y.toFixed(2)} m, ${degrees}°`;
  // The most important first: a narrow terminal cuts the rest.
  const why = cause?.what ?? standing?.why ?? hold;
  const state = why === null ? safety : `${safety} (${why})`;
  return `${state} ${at.toFixed(1)} s: ${where} ${POSE_SOURCE_WORDS[source]}, ${speed.toFixed(2)} m/s`;
}

/** Shorter work shows no progress. */
const PROGRESS_DELAY: Seconds = 1;
const PROGRESS_PERIOD: Seconds = 0.25;

/** The progress of long work; nothing is written to a pipe or a file. */
export interface WorkProgress {
  /** @param done work done: simulated seconds, or runs @param wall seconds since it began */
  at(done: number, wall: Seconds): void;
  /** Prints a permanent line above it. */
  say(text: string): void;
  done(): void;
}

function showProgress(
  terminal: NodeJS.WriteStream,
  textOf: (done: number, wall: Seconds) => string,
): WorkProgress {
  let next = PROGRESS_DELAY;
  let shown = false;
  return {
    at(done, wall) {
      if (!terminal.isTTY || wall < next) return;
      next = wall + PROGRESS_PERIOD;
      shown = true;
      terminal.write(`${CLEAR_LINE}${textOf(done, wall)}`);
    },
    say: (text) => void terminal.write(`${shown ? CLEAR_LINE : ''}${text}\n`),
    done() {
      if (shown) terminal.write(CLEAR_LINE);
    },
  };
}

/** Progress of one run. @param duration simulated at most */
export const showRunProgress = (duration: Seconds, terminal: NodeJS.WriteStream): WorkProgress =>
  showProgress(terminal, (simulated) => {
    const share = Math.floor((100 * simulated) / duration);
    return `${simulated.toFixed(0)} of at most ${duration} s simulated (${share} %)`;
  });

/** A rate is that of the last seconds: work may pause, and go on with more hands. */
const RATE_TIME: Seconds = 10;

interface ExperimentProgress {
  /** Runs in all. */
  readonly total: number;
  /** Runs that were done before: they come at once, and say nothing of the rate. */
  readonly before?: number;
  /** More words about who runs it. */
  readonly more?: () => string;
}

/** Progress of an experiment, with its rate and the time that is left. */
export function showExperimentProgress(
  { total, before = 0, more = () => '' }: ExperimentProgress,
  terminal: NodeJS.WriteStream,
): WorkProgress {
  /** At least a second apart; the first one is that from which the rate is taken: threads take time to start. */
  const marks: { readonly done: number; readonly wall: Seconds }[] = [];
  const progress = showProgress(terminal, (done, wall) => {
    const [since = { done, wall }] = marks;
    const each = (wall - since.wall) / (done - since.done);
    const isSure = wall - since.wall >= PROGRESS_DELAY;
    const rate = isSure ? `, ${shortNumber(1 / each)} a second` : '';
    const left = isSure ? `, about ${approximateDuration(each * (total - done))} left` : '';
    return `${done} of ${total} runs (${Math.floor((100 * done) / total)} %)${rate}${more()}${left}`;
  });
  return {
    ...progress,
    at(done, wall) {
      const last = marks.at(-1)?.wall ?? Number.NEGATIVE_INFINITY;
      if (done >= before && wall - last >= PROGRESS_DELAY) marks.push({ done, wall });
      while (marks[1] && wall - marks[1].wall >= RATE_TIME) marks.shift();
      progress.at(done, wall);
    },
  };
}

const shortNumber = (value: number): string => (value < 100 ? value.toPrecision(2) : value.toFixed(0));

/** `12 s`, `3 min`, `1 h 20 min`: no more digits than an estimate has. */
export function approximateDuration(seconds: Seconds): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Progress of writing a firmware: shown at once, from 0 to 1. */
export function showFlashProgress(terminal: NodeJS.WriteStream) {
  const write = (text: string) => void (terminal.isTTY && terminal.write(`${CLEAR_LINE}${text}`));
  write('writing and verifying …');
  return {
    at: (done: number) => write(`writing and verifying: ${Math.floor(100 * done)} %`),
    done: () => write(''),
  };
}
