/** The articles there are, and the scene with which each begins. */

/** In the order in which one reads them; a name is that of its file. */
export const ARTICLES: readonly { readonly name: string; readonly title: string; readonly scene: string }[] =
  [
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

const KEY = 'article';

/** The article that the page's address names. */
export function articleOf(fragment: string): string | null {
  const name = new URLSearchParams(fragment.replace(/^#/, '')).get(KEY);
  return ARTICLES.some((one) => one.name === name) ? name : null;
}

/** The page's address with an article, or without. */
export function addressWith(name: string | null, fragment: string): string {
  const parts = new URLSearchParams(fragment.replace(/^#/, ''));
  parts.delete(KEY);
  if (name !== null) parts.set(KEY, name);
  const rest = parts.toString();
  return rest && `#${rest}`;
}
