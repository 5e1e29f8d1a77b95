/** A real browser, without a window; its tests skip where it is missing, but never in CI. */
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterFile } from './afterFile.js';
import { isMissing } from './tools.js';

export const noChromium = isMissing('chromium');

const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
];

let browser: Promise<Browser> | undefined;

/** One for all tests of a file. */
export const openBrowser = (): Promise<Browser> => {
  if (browser === undefined) {
    const launched = chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run', ...QUIET],
    });
    browser = launched;
    afterFile(async () => {
      browser = undefined;
      await (await launched).close();
    });
  }
  return browser;
};

export interface Watched {
  readonly page: Page;
  /** What went wrong in it: errors, refused requests, requests to others. */
  readonly complaints: readonly string[];
}

/** A page of its own, with nothing remembered from others. @param script executed in it before its own */
export async function openPage(
  address: string,
  options: Parameters<Browser['newContext']>[0] = {},
  script = '',
): Promise<Watched> {
  const context = await (await openBrowser()).newContext({
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== new URL(address).host)
      complaints.push(`asked ${request.url()}`);
  });
  await page.addInitScript(script);
  await page.goto(address);
  return { page, complaints };
}
