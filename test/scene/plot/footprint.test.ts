import { describe, expect, it } from 'vitest';
import { bodyPieces } from '../../../src/scene/bodies.js';
import { svgOf } from '../../../src/scene/svg.js';

/** Long ahead, so that it shows where it faces. */
const ARROW = [
  [0.2, 0],
  [-0.1, 0.1],
  [-0.1, -0.1],
] as const;

const SHAPE = { radius: 0.2, footprint: ARROW };

/** At the middle of a page, where a metre is so many pixels. */
function drawn(heading: number, view: Parameters<typeof bodyPieces>[0]['view'] = SHAPE, scale = 100): string {
  const pieces = bodyPieces({ view, pose: { x: 0, y: 0, heading } }, 1 / scale);
  const place = ({ x, y }: { x: number; y: number }) => ({ x: 100 + x * scale, y: 100 - y * scale });
  return svgOf({ scale, place }, { pieces, stroke: 'ink', width: 0.01 });
}

describe('a body from above', () => {
  it('is its outline, to scale, ahead to the right', () => {
    expect(drawn(0)).toContain('<polygon points="120,100 90,90 90,110"');
  });

  it('is turned by its heading, left being up the page', () => {
    expect(drawn(Math.PI / 2)).toContain('<polygon points="100,80 90,110 110,110"');
  });

  it('has its tick as far as its outline goes ahead', () => {
    const short = {
      radius: 0.2,
      footprint: [
        [0.1, 0.05],
        [-0.2, 0],
        [0.1, -0.05],
      ] as const,
    };
    const tick = /<polyline [^>]*>/.exec(drawn(0, short))?.[0] ?? '';
    expect(tick).toContain('103.5,100 110,100"');
  });

  it('is a circle without an outline, and where an outline could not be seen', () => {
    expect(drawn(0, { radius: 0.2 })).toContain('<circle cx="100" cy="100" r="20"');
    expect(drawn(0, undefined, 5)).toContain('<circle cx="100" cy="100" r="4"');
  });
});
