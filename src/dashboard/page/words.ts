/** What the words of the page mean: for tooltips of the map, its legend and the charts, and for the help. */
import { scene } from './store.js';

const PAGE_WORDS: Readonly<Record<string, string>> = {
  sum: 'The sum of all behaviors’ forces, before the force limit.',
  'limited force': 'The sum of the forces, cut to the robot’s force limit: this force steers the robot.',
  'desired velocity': 'The velocity that the mission wants to reach.',
  velocity: 'How fast and where the robot moves.',
  robot: 'The dark wedge points ahead; the bars are its wheels.',
  target: 'Where a robot wants to go.',
  pointer: 'Where a robot wants to go: it follows your pointer.',
  spot: 'A place of the game: drive over it.',
  path: 'The path that a robot follows; in the band round it, it is not corrected.',
  wall: 'Something solid.',
  post: 'Something solid.',
  box: 'Something solid; a robot may push it away if it is movable.',
  mover: 'It moves by itself, along the dotted way; a dashed ring can be driven through.',
  lamp: 'Light sensors see it.',
  beacon: 'A sensor hears from which direction it sends.',
  tape: 'A line on the floor, for reflectance sensors.',
  'robots are put back here': 'A robot that has arrived starts again here.',
  'way driven, a dot each half second': 'The line that the robot has driven; far apart dots: it was fast.',
  'echoes that it remembers':
    'Where its range sensors have heard something, seen at present or not: round these it steers.',
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

/** Of a behavior or a mark its robot says it. Undefined for a word that explains itself. */
export const meaningOf = (word: string): string | undefined =>
  scene.value?.robots.find(({ words }) => words?.[word])?.words?.[word] ?? PAGE_WORDS[word];

/** For the help: each word with its meaning. */
export const GLOSSARY: readonly (readonly [word: string, meaning: string])[] = Object.entries(PAGE_WORDS);
