/** Where a point of the plane is on the page's map, for tests that press there. */
import type { Page } from 'playwright-core';
import type { Vec2 } from '../../src/math/geometry.js';

interface Shown {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** Pixels of the page. */
export async function onMap(page: Page, { x, y }: Vec2): Promise<Vec2> {
  const map = page.getByTestId('map');
  const box = await map.boundingBox();
  const camera = JSON.parse((await map.getAttribute('data-camera')) ?? 'null') as Shown | null;
  if (!box || !camera) throw new Error('the map shows nothing');
  return {
    x: box.x + box.width / 2 + (x - camera.x) * camera.scale,
    y: box.y + box.height / 2 - (y - camera.y) * camera.scale,
  };
}

/** Presses at a point of the plane, moves through others, and lets go at the last. */
export async function dragOnMap(page: Page, points: readonly Vec2[], steps = 5): Promise<void> {
  const [first, ...others] = await Promise.all(points.map((point) => onMap(page, point)));
  if (!first) return;
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const { x, y } of others) await page.mouse.move(x, y, { steps });
  await page.mouse.up();
}
