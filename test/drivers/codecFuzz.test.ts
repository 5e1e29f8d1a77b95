import { describe, expect, it } from 'vitest';
import { codecFuzz } from '../bench/codecFuzz.js';

describe('motor frames over a line that flips, drops, repeats and invents', () => {
  const result = codecFuzz(300_000, 1);

  it('are never acted upon corrupted, and never twice', () => {
    expect(result).toMatchObject({ sent: 300_000, corrupted: 0, replayed: 0 });
  });

  it('are acted upon where nothing has happened to them', () => {
    expect(result.unharmed).toBeGreaterThan(99_000);
    expect(result.lost).toBe(0);
  });

  it('are harmed for good', () => {
    expect(result.badFrames).toBeGreaterThan(50_000);
  });

  it('fare the same with the same seed, and otherwise with another', () => {
    expect(codecFuzz(20_000, 7)).toEqual(codecFuzz(20_000, 7));
    expect(codecFuzz(20_000, 7)).not.toEqual(codecFuzz(20_000, 8));
  });
});
