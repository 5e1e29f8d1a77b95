/** The results of the run: crossings while it goes on, criteria and remarks once it is judged. */

import { computed } from '@preact/signals';
import type { FrameView, VerdictView } from '../../../signals/view.js';
import { formatFixed } from '../format.js';
import { frame, judgedFrame } from '../store.js';

export const crossings = computed(() => frame.value?.flow?.crossings);
export const crossingsPerSecond = computed(() => formatFixed(frame.value?.flow?.perSecond, 2));

// As text, which changes only where the words do: a frame comes sixty times a second.
const verdict = computed(() => JSON.stringify(judgedFrame.value ? toldOf(judgedFrame.value) : []));
const remissionWords = computed(() => JSON.stringify(judgedFrame.value?.remarks ?? []));

/** Before the run is judged, what was lost after an operator took over is not told, but contacts: its goals are others now. */
export function toldOf({ verdict, judgedAt, takenOverAt }: FrameView): readonly VerdictView[] {
  if (judgedAt !== undefined || takenOverAt === undefined) return verdict;
  return verdict.filter(({ words, at = 0 }) => words.startsWith('contacts') || at < takenOverAt);
}

export const criteria = computed(() => JSON.parse(verdict.value) as readonly VerdictView[]);
export const remarks = computed(() => JSON.parse(remissionWords.value) as string[]);

export const hasResults = computed(
  () => crossings.value !== undefined || criteria.value.length > 0 || remarks.value.length > 0,
);

/** Whether an operator changed the run before it was judged: then it says nothing of the mission. */
export const isMeddledWith = ({
  takenOverAt,
  judgedAt,
}: Pick<FrameView, 'takenOverAt' | 'judgedAt'>): boolean =>
  takenOverAt !== undefined && takenOverAt < (judgedAt ?? 0);

export const isMeddled = computed(() => judgedFrame.value !== null && isMeddledWith(judgedFrame.value));

interface LessonOutcome {
  readonly words: string;
  /** Missing where the run counts for nothing. */
  readonly passed?: boolean;
}

/** What all criteria together say; undefined while nothing is told. */
export function outcomeOf(now: FrameView): LessonOutcome | undefined {
  const rows = toldOf(now);
  if (rows.length === 0) return undefined;
  if (isMeddledWith(now))
    return { words: 'This run was stopped or changed by hand: press Run it, and leave it alone.' };
  const missed = rows.filter(({ passed }) => !passed).length;
  if (missed > 0) return { words: `Not yet: ${missed} of what is asked is missed.`, passed: false };
  return { words: `Passed: all ${rows.length} of what is asked is met.`, passed: true };
}

const outcomeText = computed(() => JSON.stringify((frame.value && outcomeOf(frame.value)) ?? null));
export const outcome = computed(() => JSON.parse(outcomeText.value) as LessonOutcome | null);

/** `Result of the scenario at 12.3 s, before you took over.`; empty while there is no result. */
export function verdictHeading({ verdict, judgedAt, takenOverAt }: Partial<FrameView>): string {
  if (!verdict?.length || judgedAt === undefined) return '';
  const at = `at ${formatFixed(judgedAt, 1)} s`;
  if (takenOverAt === undefined) return `Result of the scenario ${at}.`;
  if (takenOverAt < judgedAt)
    return `Result ${at}, of a run that was changed by hand at ${formatFixed(takenOverAt, 1)} s.`;
  return `Result of the scenario ${at}, before you took over at ${formatFixed(takenOverAt, 1)} s.`;
}
