/** A pupil's work on the open lesson: answers, name and clock; the browser keeps it until it is begun anew. */
import { computed, effect, signal } from '@preact/signals';
import type { Seconds } from '../../../math/units.js';
import { LESSONS } from '../articles/articleList.js';
import { article } from '../articles/articles.js';
import { type Part, timeAt } from './clock.js';

interface Work {
  readonly by: string;
  readonly answers: Readonly<Record<string, string>>;
  /** What the clock had counted when it last began to run [s]. */
  readonly counted: Seconds;
  /** When it last began to run, in milliseconds since 1970; null while it stands. */
  readonly since: number | null;
}

const NOTHING: Work = { by: '', answers: {}, counted: 0, since: null };

const keyOf = (lesson: string): string => `steerbot.lesson.${lesson}`;

function kept(lesson: string): Work {
  try {
    return { ...NOTHING, ...JSON.parse(localStorage.getItem(keyOf(lesson)) ?? '{}') };
  } catch {
    return NOTHING;
  }
}

/** The open lesson's name; null while none is open. */
export const lesson = computed(() => {
  const name = article.value;
  return LESSONS.some((one) => one.name === name) ? name : null;
});

export const work = signal<Work>(NOTHING);
/** The parts of the open lesson, once its text has come. */
export const parts = signal<readonly Part[]>([]);
/** For the clock, each second [ms]. */
const now = signal(Date.now());

effect(() => {
  work.value = lesson.value === null ? NOTHING : kept(lesson.value);
});

effect(() => {
  if (work.value.since === null) return;
  now.value = Date.now();
  const timer = setInterval(() => {
    now.value = Date.now();
  }, 1000);
  return () => clearInterval(timer);
});

export const isRunning = computed(() => work.value.since !== null);

/** What the clock has counted. A computer's clock that is set back takes nothing away. */
export const elapsed = computed(() => countedAt(work.value, now.value));

/** The part that it is time for while the clock runs, and what is left of it and of the lesson. */
export const time = computed(() => timeAt(parts.value, elapsed.value));
export const partNow = computed(() => (isRunning.value ? parts.value[time.value.part]?.title : undefined));

const countedAt = ({ counted, since }: Work, at: number): Seconds =>
  counted + (since === null ? 0 : Math.max(0, at - since) / 1000);

function become(change: Partial<Work>): void {
  work.value = { ...work.peek(), ...change };
  if (lesson.peek() === null) return;
  try {
    localStorage.setItem(keyOf(lesson.peek() ?? ''), JSON.stringify(work.peek()));
  } catch {
    // A browser that stores nothing keeps it as long as the page lives.
  }
}

export const sign = (by: string): void => become({ by });

export const answer = (question: string, words: string): void =>
  become({ answers: { ...work.peek().answers, [question]: words } });

export function toggleClock(): void {
  const at = Date.now();
  const { since } = work.peek();
  become({ counted: countedAt(work.peek(), at), since: since === null ? at : null });
}

/** For the next pupil at this computer. */
export const beginAnew = (): void => become(NOTHING);
