/** Stories on an emulated board whose cable is pulled at random ticks, and that go on from their recordings. */
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import { distance, vec, wrapAngle } from '../../src/math/geometry.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { deg } from '../../src/math/units.js';
import { PulledStory, randomPulls } from '../support/pulledStory.js';
import type { Figures } from './figures/figures.js';

const DOCK = { ...vec(0.3, 0.4), heading: deg(90) };
const STORIES = 100;
/** The shortest story takes so many ticks. */
const TICKS = 1450;

/** @param words how many stories; all hundred unless given */
export async function benchPulls(
  [words = String(STORIES)]: readonly string[],
  figures: Figures,
): Promise<void> {
  let docked = 0;
  let [farthest, turned] = [0, 0];
  for (let seed = 1; seed <= Number(words); seed++) {
    const pulls = randomPulls(resumeRandom(seedRandom(seed)), 1, TICKS);
    const { ending, pose, pulls: done } = await new PulledStory(loadScenario('story', { seed })).run(pulls);
    const off = distance(pose, DOCK);
    const turn = Math.abs(wrapAngle(pose.heading - DOCK.heading));
    const isSame = ending === 'arrived' && off < 0.005 && turn < deg(2) && done.length === 1;
    if (isSame) docked += 1;
    [farthest, turned] = [Math.max(farthest, off), Math.max(turned, turn)];
    if (!isSame)
      console.log(`  seed ${seed}: ${ending}, ${(1000 * off).toFixed(1)} mm, ${(turn / deg(1)).toFixed(1)}°`);
  }
  console.log(
    `  ${docked} of ${words} ended in their dock; at worst ${(1000 * farthest).toFixed(1)} mm and ${(turned / deg(1)).toFixed(1)}° off`,
  );
  if (Number(words) !== STORIES) return;
  figures.exact('pulls.docked', docked, '');
  figures.exact('pulls.stories', STORIES, '');
}
