/** A marker that stands, seen with noise: a robot that has arrived rests. */
import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { simulatedRobot } from '../../sim/engine/simulatedRobot.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { drive } from '../../src/drive/drive.js';
import type { TargetNews } from '../../src/drive/run.js';
import type { Pose, Vec2 } from '../../src/math/geometry.js';
import { wrapAngle } from '../../src/math/geometry.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { arrive } from '../../src/steering/behaviors/arrive.js';

/** How far it turns from the fifth second to the twentieth, and where it is. */
async function restAt(noise: number, moves: (at: number) => Vec2, within = 0.03) {
  const robot = loadRobot('scout');
  const chance = resumeRandom(seedRandom(7));
  const targets$ = new Subject<TargetNews>();
  const behavior = arrive({ target: { mover: 'm' }, within });
  const run = await drive(robot, behavior, { driver: simulatedRobot(robot), targets$, until: 'stopped' });
  let [turned, n] = [0, 0];
  let last: Pose | undefined;
  run.ticks$.subscribe(({ at, estimate: { pose } }) => {
    if (at > 5 && last) turned += Math.abs(wrapAngle(pose.heading - last.heading));
    last = pose;
    const { x, y } = moves(at);
    if (n++ % 5 === 0)
      targets$.next({
        id: 'm',
        position: { x: x + noise * chance.gaussian(), y: y + noise * chance.gaussian() },
      });
    if (at > 20) void run.stop();
  });
  const { pose } = await run.result;
  return { turned, pose };
}

const STANDS = () => ({ x: 0.6, y: 0.2 });

describe('a robot that has arrived at a marker that stands', () => {
  it.each([0, 0.003, 0.006])('does not turn, seen with %s m of noise', async (noise) => {
    const { turned, pose } = await restAt(noise, STANDS);
    expect(turned).toBeLessThan(0.1);
    expect(Math.hypot(pose.x - 0.6, pose.y - 0.2)).toBeLessThan(0.03);
  });

  it('follows it out of the tolerance', async () => {
    const { pose } = await restAt(0.003, (at) => (at < 8 ? STANDS() : { x: 0.65, y: 0.2 }));
    expect(Math.hypot(pose.x - 0.65, pose.y - 0.2)).toBeLessThan(0.03);
  });
});
