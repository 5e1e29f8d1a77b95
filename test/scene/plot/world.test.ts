import { describe, expect, it } from 'vitest';
import { plotRun } from '../../../sim/session/plotRun.js';
import { seekScenario, upward } from '../../support/plotFixtures.js';
import { attribute, checkXml, drivenLine, tagsIn } from '../../support/svgReader.js';

describe('the world in a picture', () => {
  const world = {
    walls: [
      [
        { x: -1, y: 2 },
        { x: 3, y: 2 },
      ],
    ],
    circles: [{ at: { x: 1, y: 0.5 }, radius: 0.13 }],
    boxes: [{ at: { x: 2, y: 0 }, size: [0.4, 0.2] as const, heading: 0.5, movable: true }],
    posts: {
      radius: 0.05,
      at: [
        { x: 0, y: 1.5 },
        { x: 1, y: 1.5 },
      ],
    },
    movers: [
      {
        id: 'ball',
        waypoints: [
          { x: 0, y: 1 },
          { x: 2, y: 1 },
        ],
        speed: 0.2,
        radius: 0.05,
        solid: false,
      },
    ],
  };
  const svg = plotRun({ ...seekScenario, world }, [upward]);

  it('is drawn to scale, with a legend', () => {
    const radii = (svg.match(/<circle [^>]*>/g) ?? []).map((tag) => attribute(tag, 'r'));
    const scale = attribute(tagsIn(svg, 'ends', 'circle')[0] ?? '', 'r') / 0.09;
    const meters = radii.map((r) => (r / scale).toFixed(3));
    expect(meters).toContain('0.130');
    expect(meters.filter((r) => r === '0.050').length).toBeGreaterThanOrEqual(3);
    for (const words of ['wall', 'obstacle', 'mover and its track', 'ball'])
      expect(svg).toContain(`>${words}<`);
    checkXml(svg);
  });

  it('shows tape to scale and lamps, only if there are any', () => {
    const lines = [
      {
        points: [
          { x: 0, y: 0 },
          { x: 1, y: 0 },
        ],
        width: 0.02,
      },
    ];
    const lights = [{ at: { x: 9, y: 0 }, brightness: 1 }];
    const lit = plotRun({ ...seekScenario, world: { ...seekScenario.world, lines, lights } }, [upward]);
    const scale = attribute(tagsIn(lit, 'ends', 'circle')[0] ?? '', 'r') / 0.09;
    expect(lit).toContain(`stroke-width="${(0.02 * scale).toFixed(1)}`);
    expect(lit).toContain('fill="#c77700"');
    expect(plotRun(seekScenario, [upward])).not.toContain('#c77700');
    checkXml(lit);
  });

  it('shows a beacon as two rings, and makes room for it', () => {
    const beacons = [{ at: { x: 9, y: 0 } }];
    const heard = plotRun({ ...seekScenario, world: { ...seekScenario.world, beacons } }, [upward]);
    const rings = (svg: string) => [...svg.matchAll(/<circle[^>]* r="[48]"/g)].length;
    expect(rings(heard) - rings(plotRun(seekScenario, [upward]))).toBe(2);
    checkXml(heard);
  });

  it('widens the frame for things where no robot drove', () => {
    const near = drivenLine(plotRun(seekScenario, [upward]));
    const far = drivenLine(
      plotRun(
        {
          ...seekScenario,
          world: {
            ...world,
            walls: [
              [
                { x: -50, y: 0 },
                { x: 50, y: 0 },
              ],
            ],
          },
        },
        [upward],
      ),
    );
    const height = (points: [number, number][]) => Math.abs((points[0]?.[1] ?? 0) - (points[1]?.[1] ?? 0));
    expect(height(far)).toBeLessThan(height(near) / 20);
  });
});
