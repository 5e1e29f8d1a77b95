/** Shapes on a canvas, by what the canvas is asked to do. */
import { expect, it } from 'vitest';
import type { Shape } from '../../../src/scene/shapes.js';
import { rootFile } from '../../support/runs.js';

/** It knows the browser, which the compiler of the tests does not. */
const { drawShapes } = (await import(rootFile('src/dashboard/page/map/drawing/canvas.ts'))) as {
  drawShapes: (pen: object, shapes: readonly Shape[]) => void;
};

/** What was asked of a canvas, with the look at that time. */
function asked(shape: Shape): string[] {
  const said: string[] = [];
  const look: Record<string, unknown> = {};
  const context = new Proxy(look, {
    get: (_, name: string) => {
      if (name === 'fill') return () => said.push(`fill ${look.fillStyle} ${look.globalAlpha}`);
      if (name === 'stroke')
        return () => said.push(`stroke ${look.strokeStyle} ${look.lineWidth} ${look.lineCap}`);
      return (...numbers: unknown[]) =>
        said.push(`${name} ${numbers.flat().map((x) => (typeof x === 'number' ? Number(x.toFixed(3)) : x)).join(' ')}`.trim()); // biome-ignore format: one line
    },
    set: (_, name: string, value) => {
      look[name] = value;
      return true;
    },
  });
  const camera = { x: 0, y: 0, scale: 100, width: 800, height: 600 };
  const palette = { color: (ink: unknown) => String(ink), font: '' };
  drawShapes({ context, camera, px: 0.01, ratio: 1, palette }, [shape, { pieces: [], fill: 'ink' }]);
  return said.slice(1);
}

it('a circle is filled, and then has its edge', () => {
  const pieces = [{ kind: 'circle', at: { x: 1, y: 2 }, radius: 0.5 }] as const;
  expect(
    asked({ pieces, fill: 'robot', stroke: 'ink', width: 0.02, dashes: [0.1, 0.2], alpha: 0.5 }),
  ).toEqual([
    'beginPath',
    'moveTo 1.5 2',
    'arc 1 2 0.5 0 6.283',
    'fill robot 0.5',
    'setLineDash 0.1 0.2',
    'stroke ink 0.02 butt',
    'setLineDash',
  ]);
});

it('an arrow is a shaft, and a head in the color of its stroke, which has no dashes', () => {
  const pieces = [{ kind: 'arrow', from: { x: 0, y: 0 }, along: { x: 1, y: 0 } }] as const;
  expect(asked({ pieces, stroke: 'sum', width: 0.1, head: 0.2, round: true })).toEqual([
    'beginPath',
    'moveTo 0 0',
    'lineTo 0.81 0',
    'setLineDash',
    'stroke sum 0.1 round',
    'setLineDash',
    'beginPath',
    'moveTo 1 0',
    'lineTo 0.8 0.084',
    'lineTo 0.8 -0.084',
    'closePath',
    'fill sum 1',
  ]);
});

it('boxes, sectors, ellipses and single lines are traced where they are', () => {
  const traced = (piece: Shape['pieces'][number]) => asked({ pieces: [piece], fill: 'ink' }).slice(1, -1);
  expect(traced({ kind: 'box', at: { x: 0, y: 0, heading: 0 }, size: [2, 1] })).toEqual([
    'moveTo 1 0.5',
    'lineTo -1 0.5',
    'lineTo -1 -0.5',
    'lineTo 1 -0.5',
    'closePath',
  ]);
  expect(traced({ kind: 'sector', at: { x: 1, y: 0, heading: 1 }, radius: 2, spread: 0.25 })).toEqual([
    'moveTo 1 0',
    'arc 1 0 2 0.75 1.25',
    'closePath',
  ]);
  expect(traced({ kind: 'ellipse', at: { x: 1, y: 0 }, long: 2, short: 1, angle: Math.PI / 2 })).toEqual([
    'moveTo 1 2',
    'ellipse 1 0 2 1 1.571 0 6.283',
  ]);
  expect(traced({ kind: 'segments', ends: [0, 1, 2, 3, 4, 5, 6, 7] })).toEqual([
    'moveTo 0 1',
    'lineTo 2 3',
    'moveTo 4 5',
    'lineTo 6 7',
  ]);
});
