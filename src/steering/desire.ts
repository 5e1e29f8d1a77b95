/** From the velocity that a behavior wants to the force that it asks for: F = k (v_d − v). */
import type { Vec2 } from '../math/geometry.js';
import type { Percept, Steering } from './behavior.js';

/**
 * The steering force of a desired velocity: F = k (v_d − v) [N], k in N·s/m.
 *
 * v is the reference velocity, so a body that already moves as desired asks for no force. Source: Reynolds, GDC 1999,
 * with the gain made explicit.
 */
export const steeringForce = (desired: Vec2, velocity: Vec2, gain: number): Vec2 => ({
  x: gain * (desired.x - velocity.x),
  y: gain * (desired.y - velocity.y),
});

/**
 * Turns a desired velocity into a behavior's answer: its force F = k (v_d − v) [N], with the memory for the next tick.
 *
 * (Every answer has the same keys, in the same order: those who read them read them ten times as fast.)
 *
 * @example
 * ```ts
 * import { defineBehavior, desire, scenario, simulate } from 'steerbot';
 * const creep = defineBehavior({
 *   name: 'creep',
 *   start: () => null,
 *   steer: (percept, memory) => desire(percept, { x: 0.1, y: 0 }, memory),
 * });
 * const { robots: [a] } = await simulate(scenario({ duration: '5 s', robots: [{ robot: 'scout', mission: creep }] }));
 * console.log(a?.maxSpeed.toFixed(1)); // 0.1
 * ```
 */
export function desire<M>(
  percept: Percept,
  desiredVelocity: Vec2,
  memory: M,
  rest: Omit<Steering<M>, 'force' | 'desiredVelocity' | 'memory' | 'contributions'> = {},
): Steering<M> {
  return {
    force: steeringForce(desiredVelocity, percept.velocity, percept.body.steeringGain),
    desiredVelocity,
    memory,
    arrived: rest.arrived,
    done: rest.done,
    why: rest.why,
    sets: rest.sets,
    retraces: rest.retraces,
    acceleration: rest.acceleration,
    face: rest.face,
    goal: rest.goal,
    velocityScale: rest.velocityScale,
    gain: rest.gain,
    lookahead: rest.lookahead,
    twist: rest.twist,
    stands: rest.stands,
    says: rest.says,
    marks: rest.marks,
    contributions: undefined,
  };
}
