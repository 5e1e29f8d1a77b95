/** The texts there are to be read beside a scene, and the scene with which each begins. */

export interface TextEntry {
  /** That of its file. */
  readonly name: string;
  readonly title: string;
  readonly scene: string;
}

/** In the order in which one reads them. */
export const ARTICLES: readonly TextEntry[] = [
  { name: 'seek', title: 'Seek', scene: 'seek' },
  { name: 'flee', title: 'Flee', scene: 'flee' },
  { name: 'arrive', title: 'Arrive', scene: 'arrive' },
  { name: 'wander', title: 'Wander', scene: 'wander' },
  { name: 'pursue-and-evade', title: 'Pursue and evade', scene: 'pursue' },
  { name: 'path-following', title: 'Path following', scene: 'slalom' },
  { name: 'collision-avoidance', title: 'Collision avoidance', scene: 'avoid-obstacles' },
  { name: 'queue', title: 'Queue', scene: 'doorway' },
  { name: 'flocking', title: 'Flocking', scene: 'flock' },
];

/** For a class: with a clock, questions, and a hand-in. */
export const LESSON_TEXTS: readonly TextEntry[] = [
  { name: '1-stop', title: 'Lesson 1: stand still on a point', scene: '1-stop' },
  { name: '2-path', title: 'Lesson 2: follow a path', scene: '2-path' },
  { name: '3-courtyard', title: 'Lesson 3: a yard with posts', scene: '3-courtyard' },
];

export const READABLE: readonly TextEntry[] = [...ARTICLES, ...LESSON_TEXTS];

const KEY = 'article';

/** The article or lesson that the page's address names. */
export function articleOf(fragment: string): string | null {
  const name = new URLSearchParams(fragment.replace(/^#/, '')).get(KEY);
  return READABLE.some((one) => one.name === name) ? name : null;
}

/** The page's address with an article, or without. */
export function addressWith(name: string | null, fragment: string): string {
  const parts = new URLSearchParams(fragment.replace(/^#/, ''));
  parts.delete(KEY);
  if (name !== null) parts.set(KEY, name);
  const rest = parts.toString();
  return rest && `#${rest}`;
}
