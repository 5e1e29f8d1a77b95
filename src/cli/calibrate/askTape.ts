/** The tape in a person's hand: what to do, and what was measured, at the terminal. */
import { confirm, isCancel, text } from '@clack/prompts';
import { RULER_LENGTH, type TapeAnswer } from '../../identify/tapeErrors.js';
import { type Meters, mm } from '../../math/units.js';
import { readMeasure } from '../../validation/quantity.js';
import type { Tape, TapeQuestion } from './tape.js';

/** The user ended the calibration at a question; the motors are off. */
export class CalibrationDeclined extends Error {
  override readonly name = 'Declined';
}

/** @throws Declined */
export async function askYes(message: string, signal: AbortSignal): Promise<boolean> {
  const answer = await confirm({ message, signal, output: process.stderr });
  if (isCancel(answer)) throw new CalibrationDeclined('ended');
  return answer;
}

async function askText(message: string, faultOf: (typed: string) => string | undefined, signal: AbortSignal) {
  const validate = (typed: string | undefined) => faultOf(typed ?? '');
  const answer = await text({ message, validate, signal, output: process.stderr });
  if (isCancel(answer)) throw new CalibrationDeclined('ended');
  return answer;
}

const QUESTIONS: Readonly<Record<TapeQuestion, readonly [question: string, count: number]>> = {
  distance: ['How far is it from the mark at the start to the middle of the axle, in mm?', 1],
  place: [
    'Where is the middle of the axle, from the mark, looking as the robot did at the start? Forward and left in mm, such as `12 -40`',
    2,
  ],
  angle: [
    `Lay a ruler of ${1000 * RULER_LENGTH} mm along the robot's right side. Distance of its front end and of its rear end from the edge, in mm, such as \`24 20\``,
    2,
  ],
};

export function askedTape(signal: AbortSignal, say: (line: string) => void): Tape {
  return {
    start: async (what) => {
      say(`Next: ${what}. Any key stops it.`);
      const ready = await askYes('Does it stand on its mark, with nothing in its way?', signal);
      if (!ready) throw new CalibrationDeclined('ended');
    },
    measure: async (question) => answerOf(question, await askNumbers(question, signal)),
  };
}

async function askNumbers(question: TapeQuestion, signal: AbortSignal): Promise<readonly Meters[]> {
  const [message, count] = QUESTIONS[question];
  const typed = await askText(message, (words) => lengthsFault(words, count), signal);
  return lengthsOf(typed);
}

const wordsOf = (typed: string): string[] => typed.trim().split(/[\s,;]+/);
const lengthsOf = (typed: string): Meters[] => wordsOf(typed).map((word) => mm(Number(word)));

export function lengthsFault(typed: string, count: number): string | undefined {
  const words = wordsOf(typed);
  const fault = words
    .map((word) => readMeasure(Number(word), 'a number of mm is wanted'))
    .find((read) => typeof read === 'string');
  if (words.length !== count)
    return `${count === 1 ? 'One number is' : `${count} numbers are`} wanted, in mm.`;
  return typeof fault === 'string' || words.includes('') ? 'Numbers are wanted, in mm.' : undefined;
}

/** An edge at the robot's right side: turned to the left, its front end is farther away. */
export function answerOf(question: TapeQuestion, [first = 0, second = 0]: readonly Meters[]): TapeAnswer {
  switch (question) {
    case 'distance':
      return { distance: first };
    case 'place':
      return { place: { forward: first, left: second } };
    case 'angle':
      return { angle: Math.asin(Math.max(-1, Math.min(1, (first - second) / RULER_LENGTH))) };
  }
}
