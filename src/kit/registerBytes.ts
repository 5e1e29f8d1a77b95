/** Signed numbers of 16 bits, as chips keep them in two registers. */
import { clamp } from '../math/geometry.js';

export const fromBigEndian = (high = 0, low = 0): number => ((high << 24) >> 16) | low;

export const fromLittleEndian = (low = 0, high = 0): number => fromBigEndian(high, low);

/** Rounds and clamps to 16 bits. */
export function toBigEndian(value: number): readonly [high: number, low: number] {
  const held = Math.round(clamp(value, -32768, 32767));
  return [(held >> 8) & 0xff, held & 0xff];
}

export function toLittleEndian(value: number): readonly [low: number, high: number] {
  const [high, low] = toBigEndian(value);
  return [low, high];
}
