/** The scene in the page's address: `#scene=doorway`. It stays in the browser: no server ever sees it. */

/** Undefined where the fragment names none. */
export const sceneOf = (fragment: string): string | undefined =>
  new URLSearchParams(fragment.replace(/^#/, '')).get('scene') || undefined;

export const fragmentOf = (scene: string): string => `#${new URLSearchParams({ scene })}`;
