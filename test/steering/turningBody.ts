/** lookAround on a body that turns and brakes: what it asks for is all that the body does. */
import { angleOf, clamp, fromPolar, length, type Pose, wrapAngle } from '../../src/math/geometry.js';
import type { Wish } from '../../src/steering/behavior.js';
import { type LookAroundInput, lookAround } from '../../src/steering/behaviors/lookAround.js';
import { percept, SMALL } from '../support/percept.js';
import { EYE } from './worlds.js';

/** A body that turns by 8/s of what is left and as fast as it may, and drives and brakes at 1 m/s². */
export interface TurningBody {
  readonly rate: number;
  readonly turnRate: number;
  readonly seconds: number;
  readonly wish: (pose: Pose) => Wish;
  readonly start?: Pose;
  readonly input?: LookAroundInput;
  /** What happens to the pose before a tick. */
  readonly carried?: (pose: Pose, at: number) => Pose;
}

export interface Moment {
  readonly at: number;
  readonly pose: Pose;
  readonly looks: boolean;
  readonly speed: number;
}

export function driveLooking({
  rate,
  turnRate,
  seconds,
  wish,
  start,
  input,
  carried,
}: TurningBody): readonly Moment[] {
  const behavior = lookAround(input);
  const dt = 1 / rate;
  let memory = behavior.start();
  let pose: Pose = start ?? { x: 0, y: 0, heading: 0 };
  let speed = 0;
  const moments: Moment[] = [];
  for (let tick = 0; tick < seconds * rate; tick++) {
    const at = tick * dt;
    pose = carried?.(pose, at) ?? pose;
    const wanted = wish(pose);
    const velocity = fromPolar(speed, pose.heading);
    const said = behavior.steer(
      percept({
        body: SMALL,
        rangers: { eye: EYE },
        at,
        dt,
        pose,
        wish: wanted,
        forwardSpeed: speed,
        velocity,
      }),
      memory,
      { x: 0, y: 0 },
    );
    // As a recording would keep it.
    memory = JSON.parse(JSON.stringify(said.memory));
    const looks = said.force !== undefined;
    moments.push({ at, pose, looks, speed });
    const to = said.face ?? wanted.face ?? angleOf(wanted.velocity);
    const goes = looks ? 0 : length(wanted.velocity);
    speed += clamp(goes - speed, -dt, dt);
    const left = wrapAngle(to - pose.heading);
    const fastest = Math.min(turnRate, 8 * Math.abs(left)) * dt;
    const heading = wrapAngle(pose.heading + clamp(left, -fastest, fastest));
    const step = fromPolar(speed * dt, heading);
    pose = { x: pose.x + step.x, y: pose.y + step.y, heading };
  }
  return moments;
}

/** The runs of moments in which it looks. */
export function looksOf(moments: readonly Moment[]): readonly (readonly Moment[])[] {
  const looks: Moment[][] = [];
  moments.forEach((moment, i) => {
    if (!moment.looks) return;
    if (!moments[i - 1]?.looks) looks.push([]);
    looks.at(-1)?.push(moment);
  });
  return looks;
}
