/** The map has most of every screen. */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { folderWith } from '../cli/steerbot.js';
import { noChromium, openPage } from '../support/chromium.js';
import { itThorough as it } from '../support/effort.js';
import { type Served, served } from '../support/served.js';

let run: Served;

const SCREENS = {
  'a phone': [390, 844],
  'a phone that lies': [844, 390],
  'a tablet': [820, 1180],
  'a projector': [1024, 768],
  'a laptop': [1280, 800],
  'a large screen': [1920, 1080],
} as const;

describe.skipIf(noChromium)('the map', () => {
  beforeAll(async () => {
    run = await served(['sim', 'playground'], folderWith({}));
  }, 60_000);

  afterAll(async () => {
    await run.end();
  });

  it.each(Object.entries(SCREENS))(
    'has at least 60 %% of %s, where nothing is cut',
    async (_, [width, height]) => {
      const { page, complaints } = await openPage(run.address, { viewport: { width, height } });
      const map = page.getByTestId('map');
      await map.waitFor();
      await expect
        .poll(async () => {
          const box = await map.boundingBox();
          return ((box?.width ?? 0) * (box?.height ?? 0)) / (width * height);
        })
        .toBeGreaterThan(0.6);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      const stop = await page.getByRole('button', { name: /STOP/ }).boundingBox();
      expect([stop !== null && stop.x >= 0, (stop?.y ?? height) + (stop?.height ?? 0) <= height]).toEqual([
        true,
        true,
      ]);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
  );
});
