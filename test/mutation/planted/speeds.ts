/** Planted for the mutator's own test: every mutant but one changes what its test checks. */
export const LIMIT = 4;

export function cut(speed: number): number {
  // With <= it is the same.
  if (speed < 0) return 0;
  return Math.min(speed, LIMIT);
}

export function countTo(end: number): number {
  let n = 0;
  while (n < end) n += 1;
  return n;
}

export function name(speed: number): string {
  return speed > LIMIT ? `too fast: ${speed + 1}` : 'a speed that is allowed';
}
