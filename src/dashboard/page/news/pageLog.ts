/** The page's eventLog: the news of each frame, and what was refused. */
import { effect, signal, untracked } from '@preact/signals';
import type { FrameView, News } from '../../../signals/view.js';
import { connection, frame, onView, refusal, scene } from '../store.js';
import { entriesUpTo, type LogEntry, notYetLogged, withNews } from './eventLog.js';

export const eventLog = signal<readonly LogEntry[]>([]);
/** For a screen reader, at once. */
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

/** Nothing was heard yet since the page was connected: what it hears then may have been told before. */
let reconnected = true;

function logFrame({ at, news = [] }: FrameView): void {
  if (scene.peek()?.source !== 'recording') {
    append(reconnected ? notYetLogged(eventLog.peek(), news) : news);
    reconnected = false;
    return;
  }
  // Of a recording one may go back: what came later has not happened yet.
  const before = entriesUpTo(eventLog.peek(), at);
  if (before !== eventLog.peek()) faultAnnouncement.value = '';
  eventLog.value = before;
  append(notYetLogged(before, news));
}

/** @returns what ends it */
export function watchEventLog(): () => void {
  const forget = onView((view) => {
    if (view.kind === 'frame') untracked(() => logFrame(view));
  });
  const end = effect(() => {
    const why = refusal.value;
    if (why === null) return;
    // Taken, so that the same refusal said again counts again.
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
