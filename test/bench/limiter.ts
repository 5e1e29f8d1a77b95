/** What reaches the motors, for as many random wishes as wanted. */
import { limiterViolations } from '../support/limiterSoak.js';

const SAMPLES = 1e7;
const SEEN_EVERY = 10;
const SHOWN = 10;

/** `limiter 1000000 7`: so many samples of that seed. */
export function benchLimiter([samples, seed]: readonly string[] = []): void {
  const count = Number(samples ?? SAMPLES);
  const found = limiterViolations(count, Number(seed ?? 1), SEEN_EVERY);
  for (const line of found.slice(0, SHOWN)) console.log(`  ${line}`);
  console.log(
    `${found.length} violations in ${count} samples, ${Math.ceil(count / SEEN_EVERY)} with things in the way`,
  );
}
