/** The page's event log: the news of each frame, and refusals; newest last, limited in length. */
import { effect, signal, untracked } from '@preact/signals';
import type { Seconds } from '../../../math/units.js';
import type { FrameView, News } from '../../../signals/view.js';
import { connection, frame, onView, refusal, scene } from '../store.js';

export interface LogEntry extends News {
  readonly id: number;
  /** How many times in a row it came. */
  readonly times: number;
}

const MAX_ENTRIES = 200;

/** News that the log lacks: a server after a reconnect repeats earlier news. */
export const notYetLogged = (eventLog: readonly LogEntry[], news: readonly News[]): readonly News[] =>
  news.filter(({ at, words }) => !eventLog.some((entry) => entry.at === at && entry.words === words));

/** A repeated text is counted, not added again. */
export function withNews(eventLog: readonly LogEntry[], news: readonly News[]): readonly LogEntry[] {
  let entries = eventLog;
  for (const one of news) {
    const { level, words } = one;
    const last = entries.at(-1);
    const again = last?.words === words && last.level === level;
    const entry = {
      ...one,
      id: (last?.id ?? 0) + Number(!again),
      times: again ? last.times + 1 : 1,
    };
    entries = [...entries.slice(again ? 0 : 1 - MAX_ENTRIES, again ? -1 : undefined), entry];
  }
  return entries;
}

export const eventLog = signal<readonly LogEntry[]>([]);
/** Announced by screen readers at once. */
export const faultAnnouncement = signal('');

export function log(level: News['level'], words: string): void {
  const news = { at: frame.peek()?.at ?? 0, level, words };
  if (scene.peek()?.source === 'recording') said = [...said, news];
  append([news]);
}

function append(news: readonly News[]): void {
  if (news.length === 0) return;
  eventLog.value = withNews(eventLog.peek(), news);
  const fault = news.findLast(({ level }) => level === 'fault');
  if (fault) faultAnnouncement.value = fault.words;
}

/** No frame has come since the page connected: the log may already have the news of the first one. */
let reconnected = true;

function logFrame({ at, news = [] }: FrameView): void {
  if (scene.peek()?.source !== 'recording') {
    append(reconnected ? notYetLogged(eventLog.peek(), news) : news);
    reconnected = false;
    return;
  }
  logUpTo(at, scene.peek()?.history?.news ?? []);
}

/** What the page itself said of this recording. */
let said: readonly News[] = [];
let shownUpTo = '';

/** All that happened in a recording before an instant, wherever one comes from. */
function logUpTo(at: Seconds, known: readonly News[]): void {
  const happened = known.filter((one) => one.at <= at + SAME_TIME);
  const now = `${happened.length} ${happened[0]?.at} ${said.length}`;
  if (now === shownUpTo) return;
  shownUpTo = now;
  const last = happened.at(-1);
  faultAnnouncement.value = last?.level === 'fault' ? last.words : '';
  eventLog.value = withNews(
    [],
    [...happened, ...said].sort((a, b) => a.at - b.at),
  );
}

/** Times are rounded to nanoseconds in a recording. */
const SAME_TIME: Seconds = 1e-8;

/** @returns a call that ends it */
export function watchEventLog(): () => void {
  let name: string | undefined;
  const forget = onView((view) => {
    if (view.kind === 'frame') untracked(() => logFrame(view));
    // The times of another scene would stand among its own.
    else if (view.name !== name) {
      if (name !== undefined) eventLog.value = [];
      said = [];
      shownUpTo = '';
      name = view.name;
    }
  });
  const end = effect(() => {
    const why = refusal.value;
    if (why === null) return;
    // Cleared, so that the same refusal is logged again.
    refusal.value = null;
    untracked(() => log('warning', `Refused: ${why}`));
  });
  const endWatch = effect(() => {
    if (connection.value !== 'open') reconnected = true;
  });
  return () => {
    forget();
    end();
    endWatch();
  };
}
