/** The articles name scenes, missions and numbers that there are, and say the values that these have. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import { SimSession } from '../../sim/session/simSession.js';
import { ARTICLES } from '../../src/dashboard/page/articles/articleList.js';
import { calculated, numbersNamed } from '../../src/dashboard/page/articles/tuned.js';
import { formatInput } from '../../src/dashboard/page/format.js';
import { inShownUnit } from '../../src/dashboard/page/tuning/sections.js';
import type { SceneView } from '../../src/signals/view.js';
import { rootFile } from '../support/runs.js';

const textOf = (name: string): string => readFileSync(rootFile(`docs/articles/${name}.md`), 'utf8');

/** `[words](kind:name)`, in order. */
const linksOf = (text: string) =>
  [...text.matchAll(/\[([^\]]+)\]\((scene|mission|tune|calc):([^)]+)\)/g)].map(
    ([, words = '', kind = '', name = '']) => ({ words, kind, name }),
  );

/** The views of a session in which a reader does what the text says. */
function reader(first: string) {
  const views: SceneView[] = [];
  const open = (name: string) => ({ name, about: '', scenario: loadScenario(name) });
  let now = 0;
  let later = () => {};
  const after = (delay: number, then: () => void) => {
    later = () => {
      now += delay;
      then();
    };
    return () => {};
  };
  const time = { now: () => now, after };
  const session = new SimSession({ open, gallery: () => [], time } as never, first);
  session.start((view) => {
    if (view.kind === 'scene') views.push(view);
  });
  const shown = (): SceneView => {
    // A change is told with the next frame, and a mission begins with the next tick.
    for (let i = 0; i < 4; i++) later();
    return views.at(-1) as SceneView;
  };
  return { session, shown };
}

it('each file is an article of the page, and each article of the page a file', () => {
  const files = readdirSync(rootFile('docs/articles')).filter((file) => file.endsWith('.md'));
  expect(files.map((file) => file.replace('.md', '')).sort()).toEqual(
    ARTICLES.map(({ name }) => name).sort(),
  );
});

describe.each(ARTICLES)('$title', ({ name, scene }) => {
  const text = textOf(name);
  const links = linksOf(text);

  it('begins with its scene, and ends with a real robot', () => {
    expect(links[0]).toMatchObject({ kind: 'scene', name: scene });
    expect(text).toMatch(/\n## On a real robot\n[\s\S]*steerbot drive/);
    expect(
      links.some(({ name: number }) => /mass/.test(number)),
      'a mass that one drags',
    ).toBe(true);
  });

  it('has numbers that can be dragged, with the values that they have', () => {
    const { session, shown } = reader(scene);
    try {
      for (const { words, kind, name: wanted } of links) {
        if (kind === 'scene') session.operate({ kind: 'open', scene: wanted });
        else if (kind === 'mission') {
          expect(shown().missions.length, words).toBeGreaterThanOrEqual(Number(wanted));
          session.operate({ kind: 'choose', mission: Number(wanted) - 1 } as never);
        } else if (kind === 'calc') {
          const value = calculated(wanted, shown().tunables);
          expect(value, `${wanted} in ${shown().name}`).toBeCloseTo(Number.parseFloat(words), 6);
        } else {
          const [found] = numbersNamed(wanted, shown().tunables);
          expect(found, `${wanted} in ${shown().name}`).toBeDefined();
          const { value, unit, min, max } = inShownUnit(found as NonNullable<typeof found>);
          expect(words).toBe(`${formatInput(value)} ${unit}`.trim());
          expect(max - min).toBeGreaterThan(0);
        }
        if (kind === 'scene') expect(shown().name).toBe(wanted);
      }
    } finally {
      session.close();
    }
  });
});
