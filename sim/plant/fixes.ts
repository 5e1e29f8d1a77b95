/** A camera over the floor, or radio beacons: tells a robot's place from outside, late and inexactly. */
import type { FixesSpec } from '../scenario/fixesSpec.js';
import { chanceOf } from './realism/chance.js';
import type { Sense } from './sense.js';

/** A fix has the time at which it was taken; its heading does not count. */
export function fixesSense({ rate, delay, deviation, outliers, far }: FixesSpec, seed: number): Sense {
  const chance = chanceOf(seed, 'fixes');
  return {
    rate,
    lateness: () => delay,
    read: (at, { x, y }) => {
      const [dx, dy] = [deviation * chance.gaussian(), deviation * chance.gaussian()];
      const isWrong = chance.uniform() < outliers;
      const towards = 2 * Math.PI * chance.uniform();
      const [ox, oy] = isWrong ? [far * Math.cos(towards), far * Math.sin(towards)] : [0, 0];
      return { kind: 'pose', at, pose: { x: x + dx + ox, y: y + dy + oy, heading: 0 }, deviation };
    },
  };
}
