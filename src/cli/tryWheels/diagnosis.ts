/** The questions that tell how the wheels are wired, three where all is well, and what the answers say of the file. */

import type { WiringChange } from '../../config/robot/saveWiring.js';
import { SIDES, type Side } from '../../config/robot/wiring/pinUses.js';
import { SWITCH_ON_CURE } from '../../drivers/firmata/linkErrors.js';
import type { RobotDefinition } from '../../robot/robot.js';
import type { SpinResult } from './spin.js';

export type Answer = 'yes' | 'no' | 'again';

export interface WheelTester {
  /** Gives the motor that the file calls so a little power for a moment. */
  readonly spin: (side: Side) => Promise<SpinResult>;
  readonly ask: (question: string) => Promise<Answer>;
}

/** What one motor of the file does, in truth, and what was seen of it the last time. */
export interface ObservedMotion extends Pick<SpinResult, 'counts' | 'cutShort'> {
  readonly wheel: Side;
  readonly forwards: boolean;
}

/** By what the file calls them. */
export type ObservedMotions = Readonly<Record<Side, ObservedMotion>>;

/** A motor turns nothing at all: that is no matter of sides and signs. */
export class WheelsDoNotTurn extends Error {
  override readonly name = 'WheelsDoNotTurn';

  constructor(which: string) {
    const cure = `${SWITCH_ON_CURE}, and check the wires between driver and motor`;
    super(`${which} turned; ${cure}; if a motor hums, raise motors.deadband; nothing is written`);
  }
}

export const otherSide = (side: Side): Side => (side === 'left' ? 'right' : 'left');

/** @throws WheelsDoNotTurn, and whatever ends it in between */
export async function identifyWheels(tester: WheelTester): Promise<ObservedMotions> {
  const left = await identifyFirst(tester);
  const right = await identifySecond(tester, otherSide(left.wheel));
  return { left, right };
}

/** Nothing is known yet: which wheel is it? */
async function identifyFirst(tester: WheelTester): Promise<ObservedMotion> {
  const motor = await spinAndAsk('left', tester);
  const isLeft = await motor.does('Did the LEFT wheel turn?');
  if (!isLeft && !(await motor.does('Did the RIGHT wheel turn?'))) throw new WheelsDoNotTurn('no wheel');
  const forwards = await motor.does('Forwards?');
  return { wheel: isLeft ? 'left' : 'right', forwards, ...motor.seen() };
}

/** It can only be the other wheel. */
async function identifySecond(tester: WheelTester, wheel: Side): Promise<ObservedMotion> {
  const motor = await spinAndAsk('right', tester);
  const forwards = await motor.does(`Did the ${wheel.toUpperCase()} wheel turn forwards?`);
  if (!forwards && !(await motor.does('Backwards?'))) throw new WheelsDoNotTurn(`the ${wheel} wheel has not`);
  return { wheel, forwards, ...motor.seen() };
}

/** A motor that has turned, and turns again whenever somebody wants to see it once more. */
async function spinAndAsk(side: Side, { spin, ask }: WheelTester) {
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

/** Something to be said, and, where it can be put right in the file, how. */
export interface Finding {
  readonly message: string;
  readonly change?: WiringChange;
}

/** All of them; none where the wheels do what the file says. */
export const findings = (robot: RobotDefinition, motions: ObservedMotions): Finding[] => [
  ...motorFindings(robot, motions),
  ...encoderFindings(robot, motions),
];

function motorFindings({ motors }: RobotDefinition, motions: ObservedMotions): Finding[] {
  const swapped: Finding[] =
    motions.left.wheel === 'left'
      ? []
      : [{ message: 'the motors change sides', change: { kind: 'swap sides', of: 'motors' } }];
  const inverted = SIDES.flatMap((side): Finding[] => {
    const { wheel, forwards } = motions[side];
    if (forwards) return [];
    const invert = !motors[side]?.invert;
    return [
      { message: `the ${wheel} wheel's motor: invert: ${invert}`, change: { kind: 'invert', side, invert } },
    ];
  });
  return [...swapped, ...inverted];
}

/** What of a turn an encoder must have counted, and how many times what the other one has. */
const MIN_TURN = 0.02;
const MIN_COUNT_RATIO = 4;

type Encoders = NonNullable<RobotDefinition['encoders']>;

function encoderFindings({ encoders }: RobotDefinition, { left, right }: ObservedMotions): Finding[] {
  if (!encoders) return [];
  const heard = [left, right].map((motion) => countingEncoder(motion, encoders));
  const unheard = [left, right].filter((_, i) => heard[i] === undefined);
  if (unheard.length > 0) return unheard.map((motion) => ({ message: whyNotCounted(motion, encoders) }));
  const [ofLeft, ofRight] = heard as [Side, Side];
  if (ofLeft === ofRight) return [{ message: `the ${ofLeft} encoder counted both wheels; check its wires` }];
  const swapped: Finding[] =
    ofLeft === left.wheel
      ? []
      : [{ message: 'the encoders change sides', change: { kind: 'swap sides', of: 'encoders' } }];
  return [...swapped, ...channelFindings(left, ofLeft), ...channelFindings(right, ofRight)];
}

/** How far an encoder, by the file's name for it, says that a wheel has turned. */
const turnsOf = ({ counts }: ObservedMotion, encoders: Encoders, side: Side): number =>
  Math.abs(counts?.[side] ?? 0) / encoders[side].countsPerRevolution;

/** The encoder that counted a wheel; undefined where none or both did. */
function countingEncoder(motion: ObservedMotion, encoders: Encoders): Side | undefined {
  const turns = (side: Side): number => turnsOf(motion, encoders, side);
  return SIDES.find(
    (side) => turns(side) > MIN_TURN && turns(side) > MIN_COUNT_RATIO * turns(otherSide(side)),
  );
}

/** No word against an encoder that had no time to count. */
function whyNotCounted(motion: ObservedMotion, encoders: Encoders): string {
  const { wheel, cutShort } = motion;
  const both = SIDES.some((side) => turnsOf(motion, encoders, side) > MIN_TURN);
  if (both) return `both encoders counted the ${wheel} wheel; check their wires`;
  return cutShort
    ? `the ${wheel} wheel was stopped before its encoder could be heard; try the wheels again`
    : `no encoder told of the ${wheel} wheel; check its wires`;
}

/** Rolling forward it counts up. */
function channelFindings({ wheel, forwards, counts }: ObservedMotion, side: Side): Finding[] {
  if ((counts?.[side] ?? 0) > 0 === forwards) return [];
  return [
    {
      message: `the ${wheel} wheel's encoder: a and b change places`,
      change: { kind: 'swap channels', side },
    },
  ];
}
