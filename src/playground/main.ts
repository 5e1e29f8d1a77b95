/** The page with the simulator in it: the same app as with a server, and a session instead of the server. */
/// <reference types="vite/types/importMeta.d.ts" />
import { SimSession } from '../../sim/session/simSession.js';
import { wallTime } from '../control/clock.js';
import { mount } from '../dashboard/page/app.js';
import { addressWith, articleOf } from '../dashboard/page/articles/articleList.js';
import { article } from '../dashboard/page/articles/articles.js';
import { downloadYaml } from '../dashboard/page/download.js';
import { attach, connection, operate, refusal, scene, storeView } from '../dashboard/page/store.js';
import type { View } from '../signals/view.js';
import { messageOf } from '../validation/errors.js';
import { type FileTexts, fragmentOf, PlaygroundFiles, sceneOf } from './files.js';
import { playgroundHost } from './host.js';

const FIRST_SCENE = 'playground';

/** Every file that a scene may name, built into the page. */
const TEXTS: FileTexts = import.meta.glob<string>(
  [
    '../../sim/scenarios/**/*.yaml',
    '../../sim/scenarios/**/*.csv',
    '../../docs/lessons/*.yaml',
    '../../robots/*.yaml',
  ],
  { query: '?raw', import: 'default', eager: true },
);

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
  const host = playgroundHost(new PlaygroundFiles(TEXTS), {
    time: wallTime,
    download: ({ file, text }) => downloadYaml(file.replace(/^.*\//, ''), text),
  });
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
