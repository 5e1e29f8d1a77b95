import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SysexGuard } from '../../../src/drivers/firmata/sysexGuard.js';

function guarded(bytes: Iterable<number>): number[][] {
  const messages: number[][] = [];
  new SysexGuard((message) => messages.push([...message])).push(bytes);
  return messages;
}

describe('the messages in a stream', () => {
  it('come whole, one by one', () => {
    const messages = [
      [0xf9, 2, 5],
      [0xf0, 0x79, 2, 5, 0xf7],
      [0xe0, 1, 2],
      [0x91, 3, 4],
      [0xf0, 0xf7],
    ];
    expect(guarded(messages.flat())).toEqual(messages);
  });

  it('come without what was cut short or belongs to none', () => {
    expect(guarded([1, 2, 3, 0xe0, 1, 0xe1, 4, 5, 6, 0xf0, 0x79, 0xe2, 7, 8, 0xc0, 9, 0xf7])).toEqual([
      [0xe1, 4, 5],
      [0xe2, 7, 8],
    ]);
  });

  it('never grow beyond 2 kB, and go on after an endless one', () => {
    const endless = [0xf0, ...Array<number>(1_000_000).fill(0)];
    expect(guarded([...endless, 0xf7, 0xe0, 1, 2])).toEqual([[0xe0, 1, 2]]);
    const longest = [0xf0, ...Array<number>(2047).fill(0), 0xf7];
    expect(guarded(longest)).toEqual([longest]);
    expect(guarded([0xf0, ...Array<number>(2048).fill(0), 0xf7])).toEqual([]);
  });

  it('are well formed, whatever comes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (garbage) => {
        for (const message of guarded(garbage)) {
          const [first = 0, ...rest] = message;
          const data = first === 0xf0 ? rest.slice(0, -1) : rest;
          expect(first).toBeGreaterThan(0x7f);
          expect(data.every((byte) => byte < 0x80)).toBe(true);
          expect(first === 0xf0 ? message.at(-1) : message.length).toBe(first === 0xf0 ? 0xf7 : 3);
        }
      }),
    );
  });
});
