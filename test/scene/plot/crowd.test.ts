import { describe, expect, it } from 'vitest';
import { plotRun } from '../../../sim/session/plotRun.js';
import { leaf, robotSpec, scenarioOf, seekForce, straightTrace } from '../../support/plotFixtures.js';
import { tagsIn } from '../../support/svgReader.js';

/** Robots that drive side by side, each with a force. */
function picture(count: number): string {
  const ids = Array.from({ length: count }, (_, i) => `r${i}`);
  const traces = ids.map((id, i) => straightTrace(id, { x: i, y: 0 }, { x: i, y: 1 }, [seekForce]));
  return plotRun(scenarioOf(ids.map((id) => robotSpec(id, leaf('seek', { target: [0, 9] })))), traces);
}

describe('a picture of a few robots', () => {
  it('draws each with its forces and its name', () => {
    const svg = picture(12);
    expect(tagsIn(svg, 'driven', 'polyline')).toHaveLength(12);
    expect(svg).not.toContain('class="others"');
    expect(svg).toContain('>r11<');
    expect(svg).toContain('>velocity, 0.5 m/s<');
  });
});

describe('a picture of a crowd', () => {
  const svg = picture(30);

  it('draws every line, one of them boldly', () => {
    expect(tagsIn(svg, 'driven', 'polyline')).toHaveLength(1);
    expect(tagsIn(svg, 'others', 'polyline')).toHaveLength(29);
  });

  it('shows where all of them are at the end', () => {
    // One more is in the legend.
    expect(svg.match(/opacity="0.25"/g)).toHaveLength(31);
  });

  it('shows forces, marks and the name only of that one', () => {
    expect(tagsIn(svg, 'forces', 'polygon')).toHaveLength(tagsIn(svg, 'velocities', 'polygon').length);
    expect(tagsIn(svg, 'velocities', 'polygon').length).toBeGreaterThan(0);
    expect(tagsIn(svg, 'velocities', 'polygon').length).toBeLessThanOrEqual(
      tagsIn(picture(1), 'velocities', 'polygon').length,
    );
    expect(svg).toContain('>r0<');
    expect(svg).not.toContain('>r1<');
  });

  it('explains itself in a legend that does not grow with the crowd', () => {
    expect(svg).toContain('>driven line of r0<');
    expect(svg).toContain('>driven lines of 29 others<');
    expect(svg).toContain('>velocity of r0, 0.5 m/s<');
    expect(picture(200).split('class="legend"')[1]?.length).toBeLessThan(4000);
  });
});

it('draws no line to the place where a robot was put', () => {
  const trace = {
    ...straightTrace('a', { x: 0, y: 0 }, { x: 0, y: 1 }),
    line: [
      { x: 0, y: 0 },
      { x: 0, y: 1 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
    ],
    jumps: [2],
  };
  const svg = plotRun(scenarioOf([robotSpec('a', leaf('seek', { target: [0, 9] }))]), [trace]);
  expect(tagsIn(svg, 'driven', 'polyline')).toHaveLength(2);
});
