/** Who of several has how much of what they do together. */

/**
 * Shapley's values φᵢ = Σ over the sets S without i of |S|!·(n − |S| − 1)!/n! · (v(S ∪ {i}) − v(S)): what i adds, in the
 * mean of all orders in which they may come. They add up to v(all) − v(none). Asks for 2ⁿ values.
 *
 * L. S. Shapley, A value for n-person games, 1953.
 *
 * @param value of a set, as the bits of a number
 */
export function shapley(count: number, value: (set: number) => number): number[] {
  const values = Array.from({ length: 1 << count }, (_, set) => value(set));
  const weights = Array.from({ length: count }, (_, size) => 1 / (count * choose(count - 1, size)));
  return Array.from({ length: count }, (_, i) =>
    values.reduce((sum, before, set) => {
      if (set & (1 << i)) return sum;
      const gain = (values[set | (1 << i)] as number) - before;
      return sum + (weights[sizeOf(set)] as number) * gain;
    }, 0),
  );
}

function sizeOf(set: number): number {
  let size = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) size++;
  return size;
}

function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return ways;
}
