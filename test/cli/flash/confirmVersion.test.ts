import { describe, expect, it } from 'vitest';
import type { BoardAccess } from '../../../src/cli/drive/boardAccess.js';
import { confirmVersion } from '../../../src/cli/flash/flash.js';
import type { FakeBoardOptions } from '../../drivers/fakeBoard.js';
import { plugIn } from '../../drivers/robots.js';

function asked(options?: FakeBoardOptions) {
  const { time, board } = plugIn(options);
  const port = Object.assign(board, { reset: async () => {} });
  const reach: BoardAccess = { port: board.name, time, open: async () => port, during: (work) => work };
  return { time, board, version: confirmVersion({ board: 'uno' }, reach) };
}

/** Nothing of it is seen by the machine that the test runs on. */
const press = (signal: 'SIGINT' | 'SIGTERM') => process.emit(signal, signal);

describe('a board that was written to', () => {
  it('tells its version', async () => {
    const { time, board, version } = asked();
    expect(await time.until(version)).toBe('1.3');
    expect(board.closed).toBe(true);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'is let be on %s, at once and without a mistake; its port is closed',
    async (signal) => {
      const { time, board, version } = asked({ firmware: 'none' });
      time.after(0.5, () => press(signal));
      expect(await time.until(version)).toBeUndefined();
      expect(time.now()).toBeLessThan(0.6);
      expect(board.closed).toBe(true);
      expect(time.waiting).toBe(0);
    },
  );

  it('is let be while its port is being opened, too', async () => {
    const { time, board, version } = asked({ firmware: 'none' });
    press('SIGINT');
    expect(await time.until(version)).toBeUndefined();
    expect(board.closed).toBe(true);
  });

  it('that does not answer is reported, and Ctrl-C is no longer caught', async () => {
    const before = process.listenerCount('SIGINT');
    const { time, version } = asked({ firmware: 'none' });
    await expect(time.until(version)).rejects.toThrow('nothing answered within 3 s');
    expect(process.listenerCount('SIGINT')).toBe(before);
  });
});
