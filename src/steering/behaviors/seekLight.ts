/** Seek light: drive to a lamp by two or more light sensors, as Reynolds' seek or as one of Braitenberg's vehicles. */
import { z } from 'zod';
import { add, angleOf, fromPolar, length, scale, type Vec2, wrapAngle, ZERO } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import { deg, type Radians } from '../../math/units.js';
import type { LevelReading } from '../../signals/signals.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior, Percept, Steering } from '../behavior.js';
import { standsStill } from '../braking.js';
import { desire } from '../desire.js';
import { entryOf } from '../entry.js';
import { type Felt, felt, waitingMarks } from '../felt.js';

const seekLightParameters = z.strictObject({
  wiring: z
    .enum(['bearing', 'crossed', 'uncrossed'])
    .default('bearing')
    .describe(
      'How the levels move the robot: by the lamp’s bearing, or by a wire from each sensor to a wheel.',
    ),
  within: quantity('', { above: 0, max: 1 })
    .default(0.9)
    .describe('It has arrived where it stands in so much light.'),
  ambient: quantity('', { min: 0, below: 1 })
    .default(0.02)
    .describe('The level of the room without the lamp.'),
});

export type SeekLightInput = Written<typeof seekLightParameters>;

type Parameters = z.output<typeof seekLightParameters>;

interface Memory {
  /** It has been where the level is reached, and stays unless the light is taken away. */
  readonly there: boolean;
}

/** A robot that is there sets out again where the level falls below this share of it: it may roll on while it stops. */
const LEAVING_SHARE = 0.5;
/** Two sensors that face less apart than this tell no direction. */
const LEAST_ANGLE: Radians = deg(10);
/** It turns on the spot to a lamp that lies farther aside. */
const FACING: Radians = deg(45);
/** A wheel without any stimulus turns at this share of its speed, so that the vehicle gets out of the dusk. */
const BASE_SHARE = 0.15;

/**
 * Drives to a lamp by two or more light sensors that face different ways, and stands where it is bright.
 *
 * `bearing` (Reynolds' seek): a sensor that faces φ tells ℓ = u · (cos φ, sin φ), where u points to the lamp and |u| =
 * brightness/d². u solves these equations in the least squares, and v_d = maxSpeed · unit(u), slower while it faces
 * elsewhere. Sensors that see nothing count with ℓ = 0.
 *
 * `crossed` and `uncrossed` (Braitenberg 1984, vehicles 2b and 3a): with the stimulus s = √(ℓ/within), which grows as 1/d,
 * each wheel turns with 2b: maxSpeed · s of the other side, faster and faster; 3a: maxSpeed · (1 − s) of its own side,
 * slower and slower. As a desired velocity: speed (v_r + v_l)/2 on the chord of the arc with κ b = 2 (v_r − v_l)/(v_r +
 * v_l), b = track.
 *
 * `arrived` where a sensor tells `within`, standing. Silent in the dark (`ambient`), with less than two sensors, or where
 * all of them face one way. While a sensor sends nothing it stands.
 *
 * @example
 * ```ts
 * import { loadScenario, seekLight, simulate } from 'steerbot';
 * // A lamp, and a robot with light sensors whose mission is seekLight({}).
 * const { robots: [a] } = await simulate(loadScenario('light'));
 * console.log(seekLight({}).name, a?.outcome); // seekLight arrived
 * ```
 */
export function seekLight(input: SeekLightInput = {}): Behavior<Memory> {
  const parameters = checkedInput('seekLight', seekLightParameters, input);
  return {
    name: 'seekLight',
    input,
    start: () => ({ there: false }),
    steer(percept, before) {
      const light = felt(percept, 'light', percept.levels);
      if (light.news.length + light.silent.length < 2) return { memory: before };
      if (light.silent.length > 0)
        return desire(percept, ZERO, before, { marks: waitingMarks(percept, light.silent) });
      const brightest = Math.max(...light.news.map(({ reading }) => reading.level));
      const there = brightest >= parameters.within * (before.there ? LEAVING_SHARE : 1);
      if (there) return desire(percept, ZERO, { there }, { arrived: standsStill(percept.forwardSpeed) });
      if (brightest <= parameters.ambient) return { memory: { there } };
      return parameters.wiring === 'bearing'
        ? towards(percept, light, parameters)
        : wired(percept, light, parameters);
    },
  };
}

/** How far from a lamp a level is reached depends on the lamp; a scenario's `arrived: { within }` says it. */
const LAMP_DISTANCE: Meters = 0.5;

seekLight.entry = entryOf({
  about:
    'Drive to a lamp by two or more light sensors, as Reynolds’ seek or as one of Braitenberg’s vehicles.',
  parameters: seekLightParameters,
  marks: {
    lamp: 'The direction in which the robot believes the lamp.',
  },
  goal: () => ({ kind: 'seekLight', within: LAMP_DISTANCE }),
  needs: { senses: 'light', least: 2 },
});

const AWAY: Memory = { there: false };

/** Reynolds' seek, by the direction that the levels give. */
function towards(percept: Percept, light: Felt<LevelReading>, parameters: Parameters): Steering<Memory> {
  const u = lampOf(light, parameters);
  if (!u || length(u) === 0) return { memory: AWAY };
  const { pose, body } = percept;
  const direction = angleOf(u);
  const bearing = wrapAngle(direction - pose.heading);
  const marks = [
    {
      kind: 'segment',
      from: pose,
      to: add(pose, fromPolar(2 * body.radius, direction)),
      label: 'lamp',
    } as const,
  ];
  if (Math.abs(bearing) > FACING) return desire(percept, ZERO, AWAY, { face: direction, marks });
  return desire(percept, fromPolar(body.maxSpeed * Math.cos(bearing), direction), AWAY, { marks });
}

/**
 * u [world] of least squares: (Σ f fᵀ) u = Σ ℓ f, f a sensor's direction when it measured. Undefined where all face one way.
 */
function lampOf({ news }: Felt<LevelReading>, { ambient }: Parameters): Vec2 | undefined {
  let [xx, xy, yy, right] = [0, 0, 0, ZERO];
  for (const { mount, reading } of news) {
    const f = fromPolar(1, reading.from.heading + mount.facing);
    [xx, xy, yy] = [xx + f.x * f.x, xy + f.x * f.y, yy + f.y * f.y];
    right = add(right, scale(f, Math.max(0, reading.level - ambient)));
  }
  const determinant = xx * yy - xy * xy;
  if (determinant < Math.sin(LEAST_ANGLE) ** 2) return undefined;
  return scale({ x: yy * right.x - xy * right.y, y: xx * right.y - xy * right.x }, 1 / determinant);
}

/** One of Braitenberg's vehicles. */
function wired(percept: Percept, light: Felt<LevelReading>, parameters: Parameters): Steering<Memory> {
  const stimulus = { left: stimulusOf(light, 1, parameters), right: stimulusOf(light, -1, parameters) };
  if (stimulus.left === undefined || stimulus.right === undefined) return { memory: AWAY };
  const crossed = parameters.wiring === 'crossed';
  const wheel = (own: number, other: number) =>
    crossed ? BASE_SHARE + (1 - BASE_SHARE) * other : Math.max(BASE_SHARE, 1 - own);
  const left = wheel(stimulus.left, stimulus.right);
  const right = wheel(stimulus.right, stimulus.left);
  const { pose, body } = percept;
  const aside = Math.asin((right - left) / (right + left));
  const speed = (body.maxSpeed * (right + left)) / 2;
  return desire(percept, fromPolar(speed, pose.heading + aside), AWAY, { lookahead: body.track });
}

/** The mean stimulus of the sensors that face a side, 0 … 1; undefined where none does. */
function stimulusOf(
  { news }: Felt<LevelReading>,
  side: 1 | -1,
  { within, ambient }: Parameters,
): number | undefined {
  const levels = news.flatMap(({ mount, reading }) => (side * mount.facing > 0 ? [reading.level] : []));
  if (levels.length === 0) return undefined;
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return Math.sqrt(Math.min(1, Math.max(0, mean - ambient) / within));
}
