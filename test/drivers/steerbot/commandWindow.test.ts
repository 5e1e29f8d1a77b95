import { describe, expect, it } from 'vitest';
import { CommandWindow } from '../../../src/drivers/steerbot/commandWindow.js';

/** D = 0.2 s, T = 20 ms: it asks behind each command, and W = ⌈(r + 0.05) / 0.02⌉ + 2. */
function windowOf(period = 0.02) {
  const asked: number[] = [];
  const window = new CommandWindow({
    ...{ deadMan: 0.2, period, pins: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] },
    ask: (pin) => asked.push(pin),
  });
  const send = (now: number) => {
    window.count();
    window.askAt(now);
  };
  return { window, asked, send };
}

describe('the window of commands', () => {
  it('limits nothing until the first answer of all, then to those that a line has under way that keeps up', () => {
    const { window, send } = windowOf();
    for (let i = 0; i < 12; i++) send(0.02 * i);
    expect(window.isOpen).toBe(true);
    window.answered(0, 0.04);
    // r = 40 ms: W = 7, and 11 have gone since the one that has come.
    expect(window.isOpen).toBe(false);
    window.answered(4, 0.12);
    expect(window.isOpen).toBe(false);
    window.answered(5, 0.14);
    expect(window.isOpen).toBe(true);
  });

  it.each([
    [0.02, 0.005],
    [0.02, 0.18],
    [0.1, 0.1],
    [0.004, 0.02],
    [0.01, 0.15],
  ])('never closes where a command goes every %d s, and answers come after %d s', (period, trip) => {
    const { window, asked, send } = windowOf(period);
    const under: { pin: number; due: number }[] = [];
    for (let now = 0; now < 5; now += period) {
      for (let next = under[0]; next && next.due <= now; next = under[0]) {
        window.answered(next.pin, next.due);
        under.shift();
      }
      expect(window.isOpen).toBe(true);
      const before = asked.length;
      send(now);
      for (const pin of asked.slice(before)) under.push({ pin, due: now + trip });
    }
    expect(asked.length).toBeGreaterThan(10);
  });

  it('takes an answer for its own question: one that was lost, or comes late, changes nothing', () => {
    const { window, asked, send } = windowOf();
    send(0);
    window.answered(0, 0.01);
    for (let i = 1; i <= 5; i++) send(0.02 * i);
    expect([asked.length, window.isOpen]).toEqual([5, false]);
    // All answers before the third are lost.
    window.answered(3, 0.12);
    expect(window.isOpen).toBe(true);
    for (let i = 6; i <= 8; i++) send(0.02 * i);
    expect(window.isOpen).toBe(false);
    for (const pin of [1, 2, 3]) window.answered(pin, 0.3);
    expect(window.isOpen).toBe(false);
  });

  it('asks again while it is closed, each time about another pin, and lets go what was held back', () => {
    const { window, asked, send } = windowOf();
    send(0);
    window.answered(0, 0.01);
    for (let i = 1; i <= 5; i++) send(0.02 * i);
    let taken = 0;
    window.whenOpen(() => taken++);
    for (let i = 6; i <= 40; i++) window.askAt(0.02 * i);
    // No pin is asked about that may still be answered.
    expect(asked).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0]);
    expect(taken).toBe(0);
    window.answered(13, 0.9);
    expect([taken, window.isOpen]).toEqual([1, true]);
  });

  it('begins anew behind a stop', () => {
    const { window, send } = windowOf();
    send(0);
    window.answered(0, 0.01);
    for (let i = 1; i <= 5; i++) send(0.02 * i);
    let taken = 0;
    window.whenOpen(() => taken++);
    expect(taken).toBe(0);
    window.clear();
    expect([taken, window.isOpen]).toEqual([1, true]);
    window.answered(3, 0.3);
    expect(window.isOpen).toBe(true);
  });
});
