/** Numbers of 16 bits with a sign, as the registers of I²C devices hold them. */
import { clamp } from '../math/geometry.js';

export const fromBigEndian = (high = 0, low = 0): number => ((high << 24) >> 16) | low;

/** Rounded, and held to what 16 bits can tell. */
export function toBigEndian(value: number): readonly [high: number, low: number] {
  const held = Math.round(clamp(value, -32768, 32767));
  return [(held >> 8) & 0xff, held & 0xff];
}
