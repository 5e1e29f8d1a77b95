/** What a pupil hands in: a file that the teacher's grader reads. */
import type { Seconds } from '../../../math/units.js';

export interface HandIn {
  readonly lesson: string;
  readonly by: string;
  /** What the clock has counted. */
  readonly took: Seconds;
  /** The answers by their questions' names. */
  readonly answers: Readonly<Record<string, string>>;
  /** The mission that drives now, as a mission file has it. */
  readonly mission: string;
}

/** Its text: a JSON string is one of YAML, too. */
export const handInText = ({ lesson, by, took, answers, mission }: HandIn): string =>
  [
    `lesson: ${JSON.stringify(lesson)}`,
    `by: ${JSON.stringify(by)}`,
    `minutes: ${Math.round(took / 60)}`,
    'answers:',
    ...Object.entries(answers).map(([name, answer]) => `  ${name}: ${JSON.stringify(answer)}`),
    'mission:',
    ...mission
      .split('\n')
      // They part documents, and would end this one.
      .filter((line) => line.trim() !== '' && !/^(---|\.\.\.)\s*$/.test(line))
      .map((line) => `  ${line}`),
    '',
  ].join('\n');

/** `Ada Lovelace` → `ada-lovelace-1-stop.yaml` */
export function handInFile(by: string, lesson: string): string {
  const plain = by.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const name = plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return `${name || 'hand-in'}-${lesson}.yaml`;
}
