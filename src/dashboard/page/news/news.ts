/** The page's journal: the news of each frame, and what was refused. */
import { effect, signal, untracked } from '@preact/signals';
import type { FrameView, News } from '../../../view.js';
import { connection, frame, onView, refusal, scene } from '../store.js';
import { type Entry, noted, unheardOf, upTo } from './journal.js';

export const journal = signal<readonly Entry[]>([]);
/** For a screen reader, at once. */
export const alarm = signal('');

export function note(level: News['level'], words: string): void {
  add([{ at: frame.peek()?.at ?? 0, level, words }]);
}

function add(news: readonly News[]): void {
  if (news.length === 0) return;
  journal.value = noted(journal.peek(), news);
  const fault = news.findLast(({ level }) => level === 'fault');
  if (fault) alarm.value = fault.words;
}

/** Nothing was heard yet since the page was connected: what it hears then may have been told before. */
let reconnected = true;

function heard({ at, news = [] }: FrameView): void {
  if (scene.peek()?.source !== 'recording') {
    add(reconnected ? unheardOf(journal.peek(), news) : news);
    reconnected = false;
    return;
  }
  // Of a recording one may go back: what came later has not happened yet.
  const before = upTo(journal.peek(), at);
  if (before !== journal.peek()) alarm.value = '';
  journal.value = before;
  add(unheardOf(before, news));
}

/** @returns what ends it */
export function keepJournal(): () => void {
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
