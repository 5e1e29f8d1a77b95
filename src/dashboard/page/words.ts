/** What the words of the page mean: for tooltips of the map, its legend and the charts, and for the help. */
import { scene } from './store.js';

const PAGE_WORDS: Readonly<Record<string, string>> = {
  sum: 'The sum of all behaviors’ forces, before the force limit.',
  'limited force': 'The sum of the forces, cut to the robot’s force limit: this force steers the robot.',
  'desired velocity': 'The velocity that the mission wants to reach.',
  velocity: 'How fast and where the robot moves.',
  'where it thinks it is':
    'The robot’s estimate of its place; it is inside the ring with a probability of 86 %.',
  'ghost, to compare': 'A robot for comparison. Other robots do not see or touch it.',
  'allowed speed': 'The speed that the safety limits leave of the wanted one.',
  left: 'Of the left wheel.',
  right: 'Of the right wheel.',
  forward: 'The mean of both wheels.',
  lateness: 'How late the last control step came.',
  'lost periods': 'Control steps that were left out because the computer was too slow.',
  battery: 'The measured voltage of the battery.',
};

/** Of a mark its robot says it. Undefined for a word that explains itself, such as the name of a behavior. */
export const meaningOf = (word: string): string | undefined =>
  PAGE_WORDS[word] ?? scene.value?.robots.find(({ words }) => words?.[word])?.words?.[word];

/** For the help: each word with its meaning. */
export const GLOSSARY: readonly (readonly [word: string, meaning: string])[] = Object.entries(PAGE_WORDS);
