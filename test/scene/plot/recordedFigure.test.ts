import { describe, expect, it } from 'vitest';
import { drawRecordedFigure, type RecordedFigure } from '../../../src/scene/plot/recordedFigure.js';
import type { FrameView } from '../../../src/signals/view.js';
import { frameOf, sceneOf } from '../../dashboard/page/views.js';

const frameAt = (at: number, x: number): FrameView => ({
  ...frameOf({}, { at }),
  robots: [{ id: 'a', ranges: {}, truth: { x, y: 0, heading: 0 } }],
});

const FIGURE: RecordedFigure = {
  scene: { ...sceneOf('a'), things: [{ kind: 'circle', id: 'post', at: { x: 3, y: 1 }, radius: 0.2 }] },
  frames: [frameAt(2, 0), frameAt(4, 2)],
  samples: [frameAt(2, 0), frameAt(3, 1), frameAt(4, 2)],
  lines: [
    {
      points: [
        { x: 0, y: 0 },
        { x: 1, y: -1 },
      ],
      ink: 'target',
    },
  ],
  charts: [
    {
      title: 'Speeds [m/s]',
      legend: [{ words: 'forward', color: '#123456' }],
      curves: [
        {
          color: '#123456',
          points: [
            { x: 2, y: 0.1 },
            { x: 4, y: 0.5 },
          ],
        },
      ],
    },
  ],
};

const pointsOf = (svg: string, stroke: string): number[][] =>
  [...svg.matchAll(/<polyline [^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.includes(`stroke="${stroke}"`))
    .flatMap((tag) =>
      (/points="([^"]*)"/.exec(tag)?.[1] ?? '').split(' ').map((at) => at.split(',').map(Number)),
    );

describe('the figure of a recording', () => {
  const svg = drawRecordedFigure(FIGURE);

  it('has the way, the other futures, the robot at both instants, and what stands there, to one scale', () => {
    const way = pointsOf(svg, '#4f77a8');
    expect(way).toHaveLength(3);
    const [a = [], b = [], c = []] = way;
    const metre = (b[0] ?? 0) - (a[0] ?? 0);
    expect((c[0] ?? 0) - (b[0] ?? 0)).toBeCloseTo(metre, 1);
    const [from = [], to = []] = pointsOf(svg, '#c2185b');
    expect((to[0] ?? 0) - (from[0] ?? 0)).toBeCloseTo(metre, 1);
    // Down the page is down the plane.
    expect((to[1] ?? 0) - (from[1] ?? 0)).toBeCloseTo(metre, 1);
    const post = /<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"/.exec(svg);
    expect(Number(post?.[3])).toBeCloseTo(0.2 * metre, 1);
    expect(Number(post?.[1])).toBeCloseTo((a[0] ?? 0) + 3 * metre, 0);
  });

  it('has its charts over the time of the part, with what their colors mean', () => {
    const [from = [], to = []] = pointsOf(svg, '#123456');
    expect(from[0]).toBeCloseTo(48, 1);
    expect(to[0]).toBeCloseTo(720 - 48, 1);
    expect(svg).toMatch(/fill="#123456"[^>]*>forward</);
    expect(svg).toMatch(/>2\.4<[\s\S]*>time \[s\]</);
    expect(svg).not.toContain('NaN');
  });

  it('lies within its page, and needs nothing from elsewhere', () => {
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
    for (const [x = 0, y = 0] of [...pointsOf(svg, '#4f77a8'), ...pointsOf(svg, '#123456')]) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(Number(width));
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(Number(height));
    }
    expect(svg).not.toMatch(/href|url\(/);
  });
});
