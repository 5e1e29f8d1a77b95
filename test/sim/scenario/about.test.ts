import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aboutOf } from '../../../sim/scenario/about.js';
import { SCENE_GROUPS } from '../../../sim/scenario/gallery.js';
import { loadGallery, loadScene } from '../../../sim/scenario/loadScenario.js';
import { rootFile } from '../../support/runs.js';
import { readScenario } from '../session/opened.js';

const REST = 'robots: [{ id: a, robot: scout, mission: { wander: {} } }]\n';

describe('what a scenario is about', () => {
  it.each([
    ['its first comment', `# One.\n#  Two.\n${REST}# Three.\n`, 'One. Two.'],
    ['its first comment, with line ends of Windows', `\uFEFF# One.\r\n# Two.\r\n${REST}`, 'One. Two.'],
    ['not what only editors read', `# yaml-language-server: $schema=s.json\n# One.\n${REST}`, 'One.'],
    ['what it says itself', `# One.\nabout: Something else\n${REST}`, 'Something else'],
    ['nothing, without a comment', REST, ''],
  ])('is %s', (_, text, about) => {
    expect(aboutOf(text, 'a.yaml')).toBe(about);
    expect(readScenario(text).about).toBe(about);
  });

  it('is its comment if the file is invalid YAML or `about` is not a text', () => {
    expect(aboutOf('# One.\nabout: {\n', 'a.yaml')).toBe('One.');
    expect(aboutOf('# One.\nabout: [1]\n', 'a.yaml')).toBe('One.');
  });
});

describe('the gallery', () => {
  const gallery = loadGallery();

  it('has every scene once, the playground and the doorway first', () => {
    const files = ['sim/scenarios', 'docs/lessons'].flatMap((folder) =>
      readdirSync(rootFile(folder)).filter((name) => name.endsWith('.yaml')),
    );
    expect(new Set(gallery.map(({ name }) => `${name}.yaml`))).toEqual(new Set(files));
    expect(gallery).toHaveLength(files.length);
    const named = SCENE_GROUPS.flatMap(({ scenes }) => scenes);
    // Each in one group, in the order of the groups.
    expect(gallery.map(({ name }) => name)).toEqual(named);
    expect(gallery.every(({ group }) => SCENE_GROUPS.some(({ title }) => title === group))).toBe(true);
  });

  it.each(gallery)(
    '$name says in sentences what it is about, as the scene itself does',
    ({ name, about }) => {
      expect(about).toMatch(/^[A-Z].{20,}\S$/);
      expect(loadScene(name)).toMatchObject({ name, about });
    },
  );

  it('has the description and the path of each file', () => {
    const { file, scenario } = loadScene('playground');
    expect(readFileSync(file, 'utf8')).toContain(`name: ${scenario.name}`);
  });
});
