/** Home: back to where the robot started, straight or by the way it came. */
import { z } from 'zod';
import { distance, type Pose } from '../../math/geometry.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior } from '../behavior.js';
import { entryOf, shared } from '../entry.js';
import { type WayCome, wayBack } from '../missions/trail.js';
import { arrive } from './arrive.js';
import { followPath } from './followPath.js';

const homeParameters = z.strictObject({
  by: z
    .enum(['straight', 'trail'])
    .default('straight')
    .describe('Straight, or along the way it came, without the loops of that way.'),
  within: quantity('m', { above: 0 })
    .default(0.02)
    .describe('It is home when it stands still this near to where it started.'),
  heading: quantity('rad').optional().describe('The heading to which it turns at home.'),
});

export type HomeInput = Written<typeof homeParameters>;

/** What it goes by; null before its first tick. */
interface HomeMemory {
  readonly way: 'straight' | 'trail' | null;
  /** Of `arrive`, or of `followPath`. */
  readonly memory: unknown;
}

/**
 * Drives back to where the robot started: straight as `arrive` does, or as `followPath` along its trail.
 *
 * The trail is the line that the robot's estimate drove since it started, to 5 mm, without its loops: a way that led there is
 * free, as far as anybody knows. It is kept by the loop, and shorter by what is driven back, so that a robot that is sent
 * elsewhere on its way home knows its way from there. Source: ArduPilot Rover (SmartRTL), without its limit of points.
 *
 * @example
 * ```ts
 * import { arrive, home, scenario, sequence, simulate } from 'steerbot';
 * const mission = sequence(arrive({ target: [1, 0] }), arrive({ target: [1, 1] }), home({ by: 'trail' }));
 * const { robots: [a] } = await simulate(scenario({ duration: '40 s', robots: [{ robot: 'scout', mission }] }));
 * console.log(a?.outcome, (a?.distanceTravelled ?? 0) > 3.9); // arrived true
 * ```
 */
export function home(input: HomeInput = {}): Behavior<HomeMemory> {
  const { by, within, heading } = checkedInput('home', homeParameters, input);
  const facing = heading === undefined ? {} : { heading };
  const straightTo = remembering((at: Pose) => arrive({ target: [at.x, at.y], within, ...facing }));
  const alongTrail = remembering((trail: WayCome, start: Pose) => {
    const back = wayBack(trail);
    // Of a robot whose mission was changed on its way, the trail begins there.
    const isShort = distance(back.at(-1) ?? start, start) > within;
    const line = isShort ? [...back, start] : back;
    return line.length > 1
      ? followPath({ path: line.map(({ x, y }) => [x, y] as const), within, ...facing })
      : null;
  });
  return {
    name: 'home',
    input,
    start: () => ({ way: null, memory: null }),
    steer(percept, before, soFar) {
      const { trail, home: start } = percept.mission;
      const path = by === 'trail' && trail ? alongTrail(trail, start) : null;
      const behavior: Behavior = path ?? straightTo(start);
      const way = path ? 'trail' : 'straight';
      // In its first tick the loop brings the trail up to here; then it stays, as long as it is driven back.
      if (before.way === null && by === 'trail') return { memory: { way: 'straight', memory: null } };
      const memory = before.way === way && before.memory !== null ? before.memory : behavior.start();
      const said = behavior.steer(percept, memory, soFar);
      const driven = way === 'trail' ? (said.memory as { readonly progress: number }).progress : undefined;
      return { ...said, memory: { way, memory: said.memory }, retraces: driven };
    },
  };
}

home.entry = entryOf({
  about: 'Back to where the robot started, straight or by the way it came.',
  parameters: homeParameters,
  marks: {
    ...shared('target', 'predicted'),
    'off the path': 'How far away the nearest place on the path is.',
    'path band': 'Inside the band around the path the robot is not corrected.',
  },
  goal: ({ within, heading }) => ({ kind: 'home', within, heading }),
});

/** What was made of the last thing, which is nearly always the same. */
function remembering<From extends object, Rest extends readonly unknown[], To>(
  make: (from: From, ...rest: Rest) => To,
): (from: From, ...rest: Rest) => To {
  let last: { readonly from: From; readonly to: To } | undefined;
  return (from, ...rest) => {
    if (last?.from !== from) last = { from, to: make(from, ...rest) };
    return last.to;
  };
}
