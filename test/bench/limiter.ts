/** What reaches the motors, for as many random wishes as wanted. */
import { limiterViolations } from '../support/limiterSoak.js';
import type { Figures } from './figures/figures.js';

const SAMPLES = 5e6;
const PROBED = 3000;
const SEEN_EVERY = 10;
const SHOWN = 10;

/** `limiter`, or `limiter 1000000 7`: so many samples of that seed, which are not published. */
export function benchLimiter([samples, seed]: readonly string[], figures: Figures): void {
  const count = Number(samples ?? SAMPLES);
  const found = limiterViolations(count, Number(seed ?? 1), SEEN_EVERY);
  for (const line of found.slice(0, SHOWN)) console.log(`  ${line}`);
  console.log(
    `${found.length} violations in ${count} samples, ${Math.ceil(count / SEEN_EVERY)} with things in the way`,
  );
  if (samples !== undefined) return;
  figures.exact('limiter.samples', count, '');
  figures.exact('limiter.violations', found.length, '');
}

/** What a few samples are granted. */
export function probeLimiter(figures: Figures): void {
  let granted = 0;
  const found = limiterViolations(PROBED, 1, SEEN_EVERY, ({ left, right }) => {
    granted += Math.abs(left) + Math.abs(right);
  });
  figures.probe('limiter.probe.granted', granted);
  figures.probe('limiter.probe.violations', found.length);
}
