/** The questions that tell how the wheels are wired: three where all is well, and none twice. */

import type { Side } from '../../config/robot/wiring/pinUses.js';
import { SWITCH_ON_CURE } from '../../drivers/firmata/linkErrors.js';
import type { Seen } from './spin.js';

export type Answer = 'yes' | 'no' | 'again';

export interface Examiner {
  /** Gives the motor that the file calls so a little power for a moment. */
  readonly spin: (side: Side) => Promise<Seen>;
  readonly ask: (question: string) => Promise<Answer>;
}

/** What one motor of the file does, in truth, and what was seen of it the last time. */
export interface Motion extends Pick<Seen, 'counts' | 'cutShort'> {
  readonly wheel: Side;
  readonly forwards: boolean;
}

/** By what the file calls them. */
export type Motions = Readonly<Record<Side, Motion>>;

/** A motor turns nothing at all: that is no matter of sides and signs. */
export class NoPower extends Error {
  override readonly name = 'NoPower';

  constructor(which: string) {
    const cure = `${SWITCH_ON_CURE}, and check the wires between driver and motor`;
    super(`${which} turned; ${cure}; if a motor hums, raise motors.deadband; nothing is written`);
  }
}

export const otherSide = (side: Side): Side => (side === 'left' ? 'right' : 'left');

/** @throws NoPower, and whatever ends it in between */
export async function watchWheels(examiner: Examiner): Promise<Motions> {
  const left = await watchFirst(examiner);
  const right = await watchSecond(examiner, otherSide(left.wheel));
  return { left, right };
}

/** Nothing is known yet: which wheel is it? */
async function watchFirst(examiner: Examiner): Promise<Motion> {
  const motor = await turned('left', examiner);
  const isLeft = await motor.does('Did the LEFT wheel turn?');
  if (!isLeft && !(await motor.does('Did the RIGHT wheel turn?'))) throw new NoPower('no wheel');
  const forwards = await motor.does('Forwards?');
  return { wheel: isLeft ? 'left' : 'right', forwards, ...motor.seen() };
}

/** It can only be the other wheel. */
async function watchSecond(examiner: Examiner, wheel: Side): Promise<Motion> {
  const motor = await turned('right', examiner);
  const forwards = await motor.does(`Did the ${wheel.toUpperCase()} wheel turn forwards?`);
  if (!forwards && !(await motor.does('Backwards?'))) throw new NoPower(`the ${wheel} wheel has not`);
  return { wheel, forwards, ...motor.seen() };
}

/** A motor that has turned, and turns again whenever somebody wants to see it once more. */
async function turned(side: Side, { spin, ask }: Examiner) {
  let seen = await spin(side);
  const does = async (question: string): Promise<boolean> => {
    for (;;) {
      const answer = await ask(question);
      if (answer !== 'again') return answer === 'yes';
      seen = await spin(side);
    }
  };
  return { does, seen: () => seen };
}
