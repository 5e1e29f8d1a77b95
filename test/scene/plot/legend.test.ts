import { describe, expect, it } from 'vitest';
import { plotRun } from '../../../sim/session/plotRun.js';
import { leaf, robotSpec, scenarioOf, straightTrace } from '../../support/plotFixtures.js';
import { attribute, borderOf } from '../../support/svgReader.js';

describe('the legend', () => {
  it('continues in another row if the names of marks are long', () => {
    const labels = ['predicted position', 'nearest point of the path', 'edge of the band'];
    const marks = labels.map((label, x) => ({ kind: 'point', at: { x, y: 0 }, label }) as const);
    const contributions = [{ behavior: 'followPath', force: { x: 0.1, y: 0 }, marks }];
    const trace = straightTrace('a', { x: 0, y: 0 }, { x: 1, y: 0 }, contributions);
    const svg = plotRun(scenarioOf([robotSpec('a', leaf('wander', {}))]), [trace]);
    expect(svg).toContain('>predicted position<');
    expect(svg).toContain('>nearest point of the path<');
    expect(svg).toContain('>edge of the band<');
  });

  it.each([
    ['beside a square run', { x: 1, y: 1 }],
    ['below a wide run', { x: 4, y: 0 }],
  ])('does not cover the drawing %s', (_, to) => {
    const svg = plotRun(scenarioOf([robotSpec('a', leaf('wander', {}))]), [
      straightTrace('a', { x: 0, y: 0 }, to, []),
    ]);
    const { left, top, width, height } = borderOf(svg);
    const legend = svg.split('class="legend"')[1] ?? '';
    const signs = legend.match(/<(line|text) [^>]*>/g) ?? [];
    expect(signs.length).toBeGreaterThan(3);
    for (const sign of signs) {
      const x = attribute(sign, sign.startsWith('<line') ? 'x1' : 'x');
      const y = attribute(sign, sign.startsWith('<line') ? 'y1' : 'y');
      expect(x > left + width || y > top + height).toBe(true);
    }
  });
});
