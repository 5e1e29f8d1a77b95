import { afterAll, beforeAll, describe, expect } from 'vitest';
import { seriousViolations } from '../support/axe.js';
import { noChromium, openPage } from '../support/chromium.js';
import { itThorough as it } from '../support/effort.js';
import { type Served, served } from '../support/served.js';

let run: Served;

describe.skipIf(noChromium)('the page', () => {
  beforeAll(async () => {
    run = await served(['sim', 'playground']);
  });
  afterAll(() => run.end());

  it.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['the size of a phone', { colorScheme: 'light', viewport: { width: 390, height: 844 }, hasTouch: true }],
  ] as const)('%s, has no serious fault of accessibility', async (_, options) => {
    const { page, complaints } = await openPage(run.address, { ...options, bypassCSP: true });
    await page.getByTestId('map').waitFor();
    await page.waitForTimeout(500);
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Scenes' }).click();
    expect(await seriousViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('can be driven by the keyboard alone: every control is reached by Tab', async () => {
    const { page } = await openPage(run.address);
    await page.getByTestId('map').waitFor();
    const reached = new Set<string>();
    for (let i = 0; i < 120; i++) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(
        `(() => { const e = document.activeElement; return (e.getAttribute('aria-label') ?? e.textContent ?? '').trim(); })()`,
      );
      reached.add(String(name));
    }
    for (const name of ['STOP', 'Scenes', 'Pause', 'Step', 'Restart']) {
      expect([...reached].filter((one) => one.startsWith(name))).not.toEqual([]);
    }
    await page.context().close();
  });
});
