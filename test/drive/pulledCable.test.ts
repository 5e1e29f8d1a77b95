/** The cable of an emulated board is pulled while a story runs: resumed from its recording, it ends as it would have. */
import { describe, expect } from 'vitest';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import { distance, vec, wrapAngle } from '../../src/math/geometry.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { deg } from '../../src/math/units.js';
import { itThorough as it } from '../support/effort.js';
import { PulledStory, randomPulls } from '../support/pulledStory.js';

const DOCK = { ...vec(0.3, 0.4), heading: deg(90) };
/** The shortest story takes so many ticks. */
const TICKS = 1450;

describe('a story whose cable is pulled', () => {
  it.each([
    [101, 1],
    [102, 1],
    [103, 2],
    [104, 3],
  ])('with the pulls of seed %i, %i in all, docks all the same', async (seed, count) => {
    const scenario = loadScenario('story', { seed });
    const pulls = randomPulls(resumeRandom(seedRandom(seed)), count, TICKS);
    const { ending, pose, pulls: done } = await new PulledStory(scenario).run(pulls);
    expect(ending).toBe('arrived');
    expect(done).toHaveLength(count);
    // (It could be the one before, if that ended in the second that was not written yet.)
    for (const { pulledIn, wentOnIn } of done) expect(wentOnIn).toBe(pulledIn);
    expect(distance(pose, DOCK)).toBeLessThan(0.005);
    expect(Math.abs(wrapAngle(pose.heading - DOCK.heading))).toBeLessThan(deg(2));
  });
});
