import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isMarkExplained, meaningOf } from '../../../src/dashboard/page/words.js';

const sources = readdirSync('src/steering', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(`src/steering/${file}`, 'utf8'))
  .join('\n');

const MARK_LABELS = [
  ...[...sources.matchAll(/\blabel: (?:'([^']+)'|"([^"]+)")/g)].map(([, one, other]) => one ?? other ?? ''),
  ...[...sources.matchAll(/neighborhoodMarks\([^)]*'([^']+)'\)/g)].map(([, label]) => label ?? ''),
  ...[...sources.matchAll(/EDGE_LABEL = '([^']+)'/g)].map(([, label]) => label ?? ''),
];

describe('the words of the page', () => {
  it('explain every mark that a behavior draws', () => {
    expect(MARK_LABELS.length).toBeGreaterThan(30);
    expect(MARK_LABELS.filter((label) => !isMarkExplained(label))).toEqual([]);
  });

  it('explain the arrows of the legend and the curves of the charts', () => {
    for (const word of ['limited force', 'desired velocity', 'where it thinks it is', 'allowed speed'])
      expect(meaningOf(word), word).toMatch(/\.$/);
    expect(meaningOf('seek')).toBeUndefined();
  });
});
