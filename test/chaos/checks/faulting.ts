/** What must latch a fault within one tick: a bad reading, bad news, a bad clock, a bad behavior; and what must refuse to arm. */
import { type Check, type Moment, mayDrive, SIDES, type Struck, type Subject } from '../moment.js';

export const faultsAtOnce = (): Check => ({
  rule: 'at once',
  tick({ tick, mustFault }) {
    if (mustFault === null || tick.safety === 'faulted') return undefined;
    return `${tick.safety} in the tick after ${mustFault}`;
  },
});

/** Those of the scenario go by the run's time, those of the behavior by what the robot's clock tells it. */
const THROWN = ['behaviorThrows'];
const BADLY_ANSWERED = ['behaviorNaN', 'behaviorNothing', 'behaviorLimits'];

/** A mission is not asked while a gyroscope learns, so this counts from the first motion on. */
export function badBehaviorFaults({ struck }: Subject): Check {
  let hasMoved = false;
  let before: Moment | undefined;
  return {
    rule: 'bad behavior',
    tick(now) {
      const { tick } = now;
      const last = before;
      before = now;
      if (now.placed) hasMoved = false;
      if (tick.granted.left !== 0) hasMoved = true;
      const [bad] = [...struck.on(THROWN, now.at), ...struck.on(BADLY_ANSWERED, tick.at)];
      const asked = hasMoved && tick.mode === 'auto' && last && mayDrive(last.tick) && mayDrive(tick);
      return bad && asked && now.regular ? `${tick.safety} while ${bad.kind}` : undefined;
    },
  };
}

/** A wheel faster than this moves. */
const MOVING = 0.1;
const ENCODER_FAULTS = ['encoderStuck', 'encoderSilent', 'encoderReversed', 'encoderJump', 'encodersSwapped'];

/** An operator cannot arm a robot whose encoders see it move. */
export function refusesToArmInMotion({ robot, struck }: Subject): Check {
  let before: Moment | undefined;
  return {
    rule: 'armed in motion',
    tick(now) {
      const last = before;
      before = now;
      if (!last || !robot.encoders || mayDrive(last.tick) || !mayDrive(now.tick)) return undefined;
      if (now.placed || blind(struck, now)) return undefined;
      const moved = SIDES.some(
        (side) => Math.abs(now.wheels[side]) > MOVING && Math.abs(last.wheels[side]) > MOVING,
      );
      return moved ? `armed while its wheels turn: ${JSON.stringify(now.wheels)}` : undefined;
    },
  };
}

const blind = (struck: Struck, { at }: Moment): boolean => struck.on(ENCODER_FAULTS, at, 1).length > 0;
