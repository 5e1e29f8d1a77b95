/** A hundred thousand random wishes to the choice of wheel speeds, and how often it breaks each of its laws. */
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { alternatingWishes, brokenLaws, randomSetting } from '../locomotion/wheelLaws.js';

const SETTINGS = 100_000;

export function benchWheels(): void {
  const random = resumeRandom(seedRandom(1));
  const broken: Record<string, number> = {};
  for (let i = 0; i < SETTINGS; i++) {
    const { wanted, last, body, dt } = randomSetting(() => random.uniform());
    for (const law of brokenLaws(wanted, last, body, dt)) broken[law] = (broken[law] ?? 0) + 1;
  }
  console.log(`${SETTINGS} random settings; laws broken: ${JSON.stringify(broken)}`);
  const tooFast = [...alternatingWishes()].map((wish) => wish.tooFast);
  console.log(
    `a wanted turn that alternates: ${Math.max(...tooFast).toFixed(3)} m/s too fast after 1 s at most`,
  );
}
