/** The parts of a lesson, and which of them it is time for. */
import type { Seconds } from '../../../math/units.js';

/** A heading of the lesson's text with its time: `## Watch it (10 min)`. */
export interface LessonPart {
  readonly title: string;
  readonly lasts: Seconds;
}

const PART = /^(.+) \((\d+) min\)$/;

/** The part that begins with this heading; undefined for other headings. */
export function lessonPartOf(heading: string): LessonPart | undefined {
  const [, title = '', minutes = ''] = PART.exec(heading) ?? [];
  return title === '' ? undefined : { title, lasts: 60 * Number(minutes) };
}

/** The parts of a text in Markdown, in their order. */
export const lessonParts = (text: string): readonly LessonPart[] =>
  [...text.matchAll(/^## (.+)$/gm)].flatMap(([, heading = '']) => lessonPartOf(heading) ?? []);

export interface LessonTime {
  /** Index of the part it is time for; the number of parts when all are over. */
  readonly part: number;
  /** What is left of that part, and of the whole lesson. */
  readonly left: Seconds;
  readonly total: Seconds;
}

/** @param elapsed since the lesson began, without its pauses */
export function timeAt(parts: readonly LessonPart[], elapsed: Seconds): LessonTime {
  const whole = parts.reduce((sum, { lasts }) => sum + lasts, 0);
  let end = 0;
  for (const [part, { lasts }] of parts.entries()) {
    end += lasts;
    if (elapsed < end) return { part, left: end - elapsed, total: whole - elapsed };
  }
  return { part: parts.length, left: 0, total: 0 };
}

/** `9:05`; a begun second counts. */
export function clockWords(time: Seconds): string {
  const seconds = Math.ceil(time);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
