/** What the README promises beside its commands, which `docs/docs.test.ts` executes, and its programs (`package/`). */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { folderWith, steerbot } from './cli/steerbot.js';
import { blocks } from './support/markdown.js';
import { rootFile } from './support/runs.js';

const readme = readFileSync(rootFile('README.md'), 'utf8');

describe('the README', () => {
  it('shows a mission that a robot may have', async () => {
    const mission = blocks(readme, 'yaml').find((block) => block.startsWith('mission:')) ?? 'nothing';
    const robot = mission
      .replace(/^/gm, '    ')
      .replace('    mission', '  - id: a\n    robot: scout\n    mission');
    const cwd = folderWith({ 'tree.yaml': `sensing: truth\nrobots:\n${robot}` });
    const { stdout, stderr } = await steerbot(['check', 'tree.yaml'], { cwd });
    expect(stdout, stderr).toContain('nothing wrong');
  });

  it('leads to every guide', () => {
    const guides = readdirSync(rootFile('docs')).filter((name) => name.endsWith('.md'));
    expect(guides.length).toBeGreaterThan(4);
    for (const name of guides) expect(readme).toContain(`](docs/${name})`);
  });

  it('names the commands that must work on a fresh machine', () => {
    for (const command of ['npm ci && npm start', 'npm ci && npm test']) expect(readme).toContain(command);
  });
});
