/** The articles, a text for each of Reynolds' behaviors, and the lessons: read beside the scene that they speak of. */
/// <reference types="vite/types/importMeta.d.ts" />
import { signal } from '@preact/signals';
import { can, operate, scene } from '../store.js';
import { addressWith, articleOf, LESSON_TEXTS, READABLE } from './articleList.js';

/** The files of the guides: each is loaded when it is opened. */
const TEXTS = import.meta.glob<string>(['../../../../docs/articles/*.md', '../../../../docs/lessons/*.md'], {
  query: '?raw',
  import: 'default',
});

/** The open article's name. */
export const article = signal<string | null>(null);

/** Its Markdown. @throws Error if the page's host does not have it any more */
export async function textOf(name: string): Promise<string> {
  const folder = LESSON_TEXTS.some((one) => one.name === name) ? 'lessons' : 'articles';
  const load = TEXTS[`../../../../docs/${folder}/${name}.md`];
  if (!load) throw new Error(`there is no article '${name}'`);
  return load();
}

function show(name: string | null): void {
  article.value = name;
  history.replaceState(null, '', location.pathname + location.search + addressWith(name, location.hash));
}

export const closeArticle = (): void => show(null);

/** Opens it with its scene, unless that is open. */
export function openArticle(name: string): void {
  show(name);
  const first = READABLE.find((one) => one.name === name)?.scene;
  if (first !== undefined && first !== scene.peek()?.name && can('open'))
    operate({ kind: 'open', scene: first });
}

/** Opens the article that the address names, once there is a scene to open it with. @returns a call that ends it */
export function watchAddress(): () => void {
  const begin = scene.subscribe((now) => {
    const named = now && article.peek() === null ? articleOf(location.hash) : null;
    // Not within the news of this scene: a session in this page would be asked while it tells.
    if (named !== null) setTimeout(() => openArticle(named));
  });
  const changed = (): void => {
    const named = articleOf(location.hash);
    if (named !== null && named !== article.peek()) openArticle(named);
  };
  addEventListener('hashchange', changed);
  return () => {
    begin();
    removeEventListener('hashchange', changed);
  };
}
