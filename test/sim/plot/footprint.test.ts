import { describe, expect, it } from 'vitest';
import { endStyle, footprint } from '../../../sim/plot/robots.js';
import { attribute } from '../../support/svgReader.js';

const AT = { x: 100, y: 100 };
/** Long ahead, so that it shows where it faces. */
const ARROW = [
  [0.2, 0],
  [-0.1, 0.1],
  [-0.1, -0.1],
] as const;

const drawn = (heading: number, shape = { radius: 0.2, footprint: ARROW }, scale = 100): string =>
  footprint(AT, shape, heading, endStyle('#0072b2'), scale);

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
    const tick = /<line [^>]*>/.exec(footprint(AT, short, 0, {}, 100))?.[0] ?? '';
    expect(attribute(tick, 'x2')).toBe(110);
  });

  it('is a circle without an outline, and where an outline could not be seen', () => {
    expect(footprint(AT, { radius: 0.2 }, 0, {}, 100)).toContain('<circle cx="100" cy="100" r="20"');
    expect(drawn(0, undefined, 5)).toContain('<circle cx="100" cy="100" r="3"');
  });
});
