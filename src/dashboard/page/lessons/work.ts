/** A pupil's work on the open lesson: answers, mission and clock, and the name; the browser keeps it until it is begun anew. */
import { computed, effect, signal, untracked } from '@preact/signals';
import type { Seconds } from '../../../math/units.js';
import { LESSON_TEXTS } from '../articles/articleList.js';
import { article } from '../articles/articles.js';
import { can, mayOperate, operate, scene } from '../store.js';
import { type LessonPart, timeAt } from './clock.js';

interface Work {
  readonly answers: Readonly<Record<string, string>>;
  /** What the clock had counted when it last began to run [s]. */
  readonly counted: Seconds;
  /** When it last began to run, in milliseconds since 1970; null while it stands. */
  readonly since: number | null;
  /** The mission with which the lesson began, and the pupil's own. */
  readonly given?: string | undefined;
  readonly mission?: string | undefined;
}

const NOTHING: Work = { answers: {}, counted: 0, since: null };

const keyOf = (lesson: string): string => `steerbot.lesson.${lesson}`;
/** Of all lessons: the one who sits here. */
const NAME_KEY = 'steerbot.pupil';

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A browser that stores nothing keeps it as long as the page lives. */
function store(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {}
}

function kept(lesson: string): Work {
  try {
    return { ...NOTHING, ...JSON.parse(stored(keyOf(lesson)) ?? '{}') };
  } catch {
    return NOTHING;
  }
}

/** The pupil's name. */
export const by = signal(stored(NAME_KEY) ?? '');

/** The open lesson's name; null while none is open. */
export const lesson = computed(() => {
  const name = article.value;
  return LESSON_TEXTS.some((one) => one.name === name) ? name : null;
});

export const work = signal<Work>(NOTHING);
/** The parts of the open lesson, once its text has come. */
export const parts = signal<readonly LessonPart[]>([]);
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
  const name = lesson.peek();
  if (name !== null) store(keyOf(name), JSON.stringify(work.peek()));
}

export function sign(name: string): void {
  by.value = name;
  store(NAME_KEY, name);
}

export const answer = (question: string, words: string): void =>
  become({ answers: { ...work.peek().answers, [question]: words } });

export function toggleClock(): void {
  const at = Date.now();
  const { since } = work.peek();
  become({ counted: countedAt(work.peek(), at), since: since === null ? at : null });
}

/** Kept at once: who opens another scene before this one has begun again loses nothing. What is refused drives on as it was. */
export function runWritten(mission: string): void {
  become({ mission });
  operate({ kind: 'write', mission });
}

/** For the next pupil at this computer: all lessons, and the mission as it was given. */
export function beginAnew(): void {
  const { given } = work.peek();
  for (const { name } of LESSON_TEXTS) store(keyOf(name), null);
  sign('');
  become({ ...NOTHING, given, mission: given });
  const name = lesson.peek();
  if (name !== null && can('open')) operate({ kind: 'open', scene: name });
}

/** The last scene's name, and whether it was opened since a lesson has looked at it. */
let opened: string | undefined;
let isFresh = false;

/**
 * Keeps the mission that drives in the lesson's scene. Where the scene was opened again, and drives the given one, it gets the
 * pupil's own back.
 */
effect(() => {
  const now = scene.value;
  if (now?.name !== opened) {
    opened = now?.name;
    isFresh = true;
  }
  const text = now?.missionText;
  // A pupil's text begins only a simulation again, and only on the page that may operate it.
  if (text === undefined || now?.name !== lesson.value || now.source !== 'simulation' || !mayOperate.value)
    return;
  untracked(() => {
    const { given, mission } = work.peek();
    if (given === undefined) become({ given: text, mission: text });
    else if (isFresh && text === given && mission !== undefined && mission !== given)
      operate({ kind: 'write', mission });
    else if (text !== mission) become({ mission: text });
    isFresh = false;
  });
});
