/** The benchmark courses on a body, and at rates, that the robot's file does not describe well. */

import { AS_DECLARED, type PlantSpec } from '../../sim/scenario/plantSpec.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { measuredScene } from './scenes.js';

export interface Otherwise {
  readonly rate?: number;
  readonly counts?: number;
  readonly plant?: Partial<PlantSpec>;
}

/** A scenario with another rate, other encoders, or another true body. */
export function changed(name: string, { rate, counts, plant }: Otherwise): Scenario {
  const scenario = measuredScene(name);
  const robots = scenario.robots.map((spec) => {
    const { control, encoders } = spec.robot;
    const wheel = (side: 'left' | 'right') => ({
      a: 2,
      b: 4,
      ...encoders?.[side],
      countsPerRevolution: counts ?? 0,
    });
    return {
      ...spec,
      robot: {
        ...spec.robot,
        control: { ...control, rate: rate ?? control.rate },
        ...(counts !== undefined && { encoders: { left: wheel('left'), right: wheel('right') } }),
      },
    };
  });
  const sensing = counts === undefined ? scenario.sensing : 'odometry';
  return { ...scenario, robots, sensing, criteria: [], plant: { ...AS_DECLARED, ...plant } };
}

/** With the RMS that they keep to [mm]: figure-eight, square, sine. As described the body has 0.3, 4.0, 0.5. */
export const CASES: readonly (readonly [string, Otherwise, readonly [number, number, number]])[] = [
  ['at 10 Hz', { rate: 10 }, [0.6, 6, 0.9]],
  ['at 20 Hz', { rate: 20 }, [0.5, 5, 0.7]],
  ['at 100 Hz', { rate: 100 }, [0.5, 4.5, 0.7]],
  ['30 % slower than described', { plant: { delay: 0.052, lag: 0.078 } }, [1.2, 7, 1.6]],
  ['30 % quicker than described', { plant: { delay: 0.028, lag: 0.042 } }, [1.6, 6, 2.2]],
  [
    'whose right wheel is 5 % weaker',
    { plant: { wheelSpeedError: { left: 0, right: -0.05 } } },
    [1.8, 5, 2.2],
  ],
  ['with 80 counts a turn', { counts: 80 }, [1.3, 5.5, 1.3]],
  ['with 20 counts a turn', { counts: 20 }, [6, 8.5, 6]],
  ['with 20 counts a turn at 20 Hz', { counts: 20, rate: 20 }, [6, 8, 6]],
  ['with 20 counts a turn, and 30 % slower', { counts: 20, plant: { delay: 0.052, lag: 0.078 } }, [7, 10, 5]],
  [
    'with 20 counts a turn, and a weaker wheel',
    { counts: 20, plant: { wheelSpeedError: { left: 0, right: -0.05 } } },
    [8, 10, 12],
  ],
];
