/** The page of a program's own run. */
import { requireRun } from '../../drive/driveRun.js';
import type { Run } from '../../drive/run.js';
import { aText, type Check, type Checks, inDetail, requireOptions } from '../../validation/options.js';
import { fieldOf } from '../../validation/values.js';
import { openDrivePage } from '../drive/drivePage.js';
import type { FoxgloveAddresses, Listen } from './messages.js';

export interface PageOptions {
  /** By default this machine alone, port 4280 or a free one; a `host` other than 127.0.0.1 lets other machines in. */
  readonly listen?: Listen;
  /** Records everything into this file. */
  readonly record?: string;
  /** Shows the run to Foxglove and Lichtblick, too, at this address. */
  readonly foxglove?: Listen;
}

const anAddress: Check = (value) => {
  const isRight = typeof fieldOf(value, 'host') === 'string' && Number.isInteger(fieldOf(value, 'port'));
  return isRight ? undefined : `is ${inDetail(value)}; { host: '127.0.0.1', port: 4280 } is wanted`;
};

const PAGE_SHAPES: Checks<PageOptions> = { listen: anAddress, record: aText, foxglove: anAddress };

export interface ServedPage {
  /** Link to watch and drive in a browser; it contains a token. */
  readonly address: string;
  /** With this link users can watch, and stop, but not drive. */
  readonly viewAddress: string;
  /** For Foxglove and Lichtblick; with `set` parameters may be set. Missing unless asked for. */
  readonly foxglove?: FoxgloveAddresses;
  /** The page keeps the program alive until then, even after the run has ended. */
  close(): Promise<void>;
}

/**
 * Serves the web page of a run until you close it. On the page operators stop the robot, send it to another target and
 * tune it.
 *
 * @throws TypeError for a run that `drive` did not return; Error if the page cannot be served
 */
export async function servePage(run: Run, options: PageOptions = {}): Promise<ServedPage> {
  requireRun('servePage', run);
  requireOptions('servePage', options, PAGE_SHAPES);
  const { robot, mission, own } = run;
  const page = await openDrivePage({ robot, mission, own }, { ...options, attended: false, quiet: true });
  try {
    run.observe(page.session);
  } catch (error) {
    await page.close({ faulted: false });
    throw error;
  }
  void run.result.then(({ outcome, cause }) => {
    const words = `the run has ended: ${cause === null ? outcome : `${outcome}, ${cause}`}`;
    page.session.lost(words, outcome === 'arrived' || outcome === 'stopped' ? 'info' : 'fault');
  });
  const { drive: address, view: viewAddress } = page.addresses ?? { drive: '', view: '' };
  return {
    address,
    viewAddress,
    ...(page.foxglove && { foxglove: page.foxglove }),
    close() {
      // Guards people: without the page, the operator who sent the robot somewhere cannot stop it there.
      if (page.session.tookOver) page.session.stop('the page was closed');
      // After a fault no recording is kept: a program that wants one sets `record`.
      return page.close({ faulted: false });
    },
  };
}
