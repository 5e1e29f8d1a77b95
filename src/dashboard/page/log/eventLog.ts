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

/** The log as it was at an instant, without later entries. */
export const entriesUpTo = (eventLog: readonly LogEntry[], at: Seconds): readonly LogEntry[] =>
  eventLog.some((entry) => entry.at > at) ? eventLog.filter((entry) => entry.at <= at) : eventLog;

/** News that the log lacks: a replayed recording, or a server after a reconnect, repeats earlier news. */
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
  append([{ at: frame.peek()?.at ?? 0, level, words }]);
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
  // In a recording the user may go back: then later entries have not happened yet.
  const before = entriesUpTo(eventLog.peek(), at);
  if (before !== eventLog.peek()) faultAnnouncement.value = '';
  eventLog.value = before;
  append(notYetLogged(before, news));
}

/** @returns a call that ends it */
export function watchEventLog(): () => void {
  let name: string | undefined;
  const forget = onView((view) => {
    if (view.kind === 'frame') untracked(() => logFrame(view));
    // The times of another scene would stand among its own.
    else if (view.name !== name) {
      if (name !== undefined) eventLog.value = [];
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
