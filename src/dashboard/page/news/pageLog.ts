/** The page's eventLog: the news of each frame, and what was refused. */
import { effect, signal, untracked } from '@preact/signals';
import type { FrameView, News } from '../../../signals/view.js';
import { connection, frame, onView, refusal, scene } from '../store.js';
import { type Entry, noted, unheardOf, upTo } from './eventLog.js';

export const eventLog = signal<readonly Entry[]>([]);
/** For a screen reader, at once. */
export const alarm = signal('');

export function note(level: News['level'], words: string): void {
  add([{ at: frame.peek()?.at ?? 0, level, words }]);
}

function add(news: readonly News[]): void {
  if (news.length === 0) return;
  eventLog.value = noted(eventLog.peek(), news);
  const fault = news.findLast(({ level }) => level === 'fault');
  if (fault) alarm.value = fault.words;
}

/** Nothing was heard yet since the page was connected: what it hears then may have been told before. */
let reconnected = true;

function heard({ at, news = [] }: FrameView): void {
  if (scene.peek()?.source !== 'recording') {
    add(reconnected ? unheardOf(eventLog.peek(), news) : news);
    reconnected = false;
    return;
  }
  // Of a recording one may go back: what came later has not happened yet.
  const before = upTo(eventLog.peek(), at);
  if (before !== eventLog.peek()) alarm.value = '';
  eventLog.value = before;
  add(unheardOf(before, news));
}

/** @returns what ends it */
export function keepEventLog(): () => void {
  const forget = onView((view) => {
    if (view.kind === 'frame') untracked(() => heard(view));
  });
  const end = effect(() => {
    const why = refusal.value;
    if (why === null) return;
    // Taken, so that the same refusal said again counts again.
    refusal.value = null;
    untracked(() => note('warning', `Refused: ${why}`));
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
