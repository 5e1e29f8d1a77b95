/** What happened, newest last; so many lines are kept. */
import type { Seconds } from '../../../math/units.js';
import type { News } from '../../../signals/view.js';

export interface LogEntry extends News {
  readonly id: number;
  /** How often it was said in a row. */
  readonly times: number;
}

const MAX_ENTRIES = 200;

/** As it was at an instant: nothing of what came later. */
export const entriesUpTo = (eventLog: readonly LogEntry[], at: Seconds): readonly LogEntry[] =>
  eventLog.some((entry) => entry.at > at) ? eventLog.filter((entry) => entry.at <= at) : eventLog;

/** What is not noted yet: who plays a recording again hears the same again. */
export const notYetLogged = (eventLog: readonly LogEntry[], news: readonly News[]): readonly News[] =>
  news.filter(({ at, words }) => !eventLog.some((entry) => entry.at === at && entry.words === words));

/** The same words again are counted, not repeated. */
export function withNews(eventLog: readonly LogEntry[], news: readonly News[]): readonly LogEntry[] {
  let entries = eventLog;
  for (const { at, level, words } of news) {
    const last = entries.at(-1);
    const again = last?.words === words && last.level === level;
    const entry = {
      at,
      level,
      words,
      id: (last?.id ?? 0) + Number(!again),
      times: again ? last.times + 1 : 1,
    };
    entries = [...entries.slice(again ? 0 : 1 - MAX_ENTRIES, again ? -1 : undefined), entry];
  }
  return entries;
}
