/** The page with the simulator in it: the same app as with a server, and a session instead of the server. */
/// <reference types="vite/types/importMeta.d.ts" />
import { SimSession } from '../../sim/session/simSession.js';
import type { SavedFile } from '../config/tuning/tunedFiles.js';
import { wallTime } from '../control/clock.js';
import { mount } from '../dashboard/page/app.js';
import { addressWith, articleOf } from '../dashboard/page/articles/articleList.js';
import { article } from '../dashboard/page/articles/articles.js';
import { attach, connection, operate, refusal, scene, storeView } from '../dashboard/page/store.js';
import type { View } from '../signals/view.js';
import { messageOf } from '../validation/errors.js';
import { type FileTexts, fragmentOf, PlaygroundFiles, sceneOf } from './files.js';
import { playgroundHost } from './host.js';

const FIRST_SCENE = 'playground';

/** Every file that a scene may name, built into the page. */
const TEXTS: FileTexts = import.meta.glob<string>(
  ['../../sim/scenarios/**/*.yaml', '../../sim/scenarios/**/*.csv', '../../robots/*.yaml'],
  { query: '?raw', import: 'default', eager: true },
);

function download({ file, text }: SavedFile): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = file.replace(/^.*\//, '');
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Puts the open scene into the address, which can be shared; going back opens the previous scene. */
function show(view: View): void {
  const before = scene.peek()?.name;
  storeView(view);
  if (view.kind !== 'scene' || view.name === before || sceneOf(location.hash) === view.name) return;
  const address = addressWith(article.peek() ?? articleOf(location.hash), fragmentOf(view.name));
  if (before === undefined) history.replaceState(null, '', address);
  else location.hash = address;
}

function begin(): SimSession {
  const host = playgroundHost(new PlaygroundFiles(TEXTS), { time: wallTime, download });
  try {
    return new SimSession(host, sceneOf(location.hash) ?? FIRST_SCENE);
  } catch (error) {
    refusal.value = messageOf(error);
    return new SimSession(host, FIRST_SCENE);
  }
}

const root = document.getElementById('app');
if (root) mount(root);
const session = begin();
attach({ send: (operation) => session.operate(operation) });
connection.value = 'open';
session.start(show);

addEventListener('hashchange', () => {
  const wanted = sceneOf(location.hash);
  if (wanted !== undefined && wanted !== scene.peek()?.name) operate({ kind: 'open', scene: wanted });
});
