/** The questions that tell how the wheels are wired, three if all is well, and how the answers correct the file. */

import type { WiringChange } from '../../config/robot/saveWiring.js';
import { SWITCH_ON_CURE } from '../../drivers/firmata/linkErrors.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { hasOneChannel } from '../../sensors/boardInputs.js';
import { SIDES, type Side } from '../../signals/signals.js';
import type { SpinResult } from './spin.js';

/** `both`: first one way, then the other. */
export type Answer = 'yes' | 'no' | 'both' | 'again';

export interface WheelTester {
  /** Gives the motor of this name in the file a little power for a moment. */
  readonly spin: (side: Side) => Promise<SpinResult>;
  /** @param turnsBack whether `both` is an answer, too */
  readonly ask: (question: string, turnsBack?: boolean) => Promise<Answer>;
}

/** What one motor of the file really does, and what was seen of it the last time. */
export interface ObservedMotion extends Pick<SpinResult, 'counts' | 'cutShort'> {
  readonly wheel: Side;
  /** At the end of the spin. */
  readonly forwards: boolean;
  /** It turned back when the other motor's direction pins changed. */
  readonly turnedBack: boolean;
}

/** By the motors' names in the file. */
export type ObservedMotions = Readonly<Record<Side, ObservedMotion>>;

/** A motor turns nothing at all: then sides and signs do not matter. */
export class WheelsDoNotTurn extends Error {
  override readonly name = 'WheelsDoNotTurn';

  constructor(which: string) {
    const cure = `${SWITCH_ON_CURE}, and check the wires between driver and motor`;
    super(`${which} turned; ${cure}; if a motor hums, raise motors.deadband; nothing was written`);
  }
}

export const otherSide = (side: Side): Side => (side === 'left' ? 'right' : 'left');

/** @throws WheelsDoNotTurn, and whatever interrupts the test */
export async function identifyWheels(tester: WheelTester): Promise<ObservedMotions> {
  const left = await identifyFirst(tester);
  const right = await identifySecond(tester, otherSide(left.wheel));
  return { left, right };
}

/** The first motor: it may be either wheel. */
async function identifyFirst(tester: WheelTester): Promise<ObservedMotion> {
  const motor = await spinAndAsk('left', tester);
  const isLeft = await motor.does('Did the LEFT wheel turn?');
  if (!isLeft && !(await motor.does('Did the RIGHT wheel turn?'))) throw new WheelsDoNotTurn('no wheel');
  const way = await motor.way('Forwards?');
  return { wheel: isLeft ? 'left' : 'right', ...way, ...motor.seen() };
}

/** The second motor can only be the other wheel. */
async function identifySecond(tester: WheelTester, wheel: Side): Promise<ObservedMotion> {
  const motor = await spinAndAsk('right', tester);
  const way = await motor.way(`Did the ${wheel.toUpperCase()} wheel turn forwards?`);
  const turned = way.forwards || way.turnedBack || (await motor.does('Backwards?'));
  if (!turned) throw new WheelsDoNotTurn(`the ${wheel} wheel has not`);
  return { wheel, ...way, ...motor.seen() };
}

/** Asked where a wheel turned one way and then the other. */
export const FIRST_WAY = 'Did it begin forwards?';

/** Spins a motor, and again whenever the user wants to see it once more. */
async function spinAndAsk(side: Side, { spin, ask }: WheelTester) {
  let seen = await spin(side);
  const answer = async (question: string, turnsBack = false): Promise<Answer> => {
    for (;;) {
      const said = await ask(question, turnsBack);
      if (said !== 'again') return said;
      seen = await spin(side);
    }
  };
  const does = async (question: string) => (await answer(question)) === 'yes';
  const way = async (question: string) => {
    const said = await answer(question, seen.before !== undefined);
    // A user may have looked at one half only; encoders count both.
    const turnedBack = said === 'both' || countedBack(seen);
    const forwards = turnedBack ? !(await does(FIRST_WAY)) : said === 'yes';
    return { forwards, turnedBack };
  };
  const counted = () => ({ counts: seen.counts, cutShort: seen.cutShort });
  return { does, way, seen: counted };
}

/** More than a wheel that shakes or rolls out. */
const MIN_COUNTS = 4;

/** Whether an encoder counted one way, and then the other. */
const countedBack = ({ before, counts }: SpinResult): boolean =>
  SIDES.some((side) => {
    const [first, second] = [before?.counts?.[side] ?? 0, counts?.[side] ?? 0];
    return first * second < 0 && Math.min(Math.abs(first), Math.abs(second)) >= MIN_COUNTS;
  });

/** A message to the user, with the change to the file where there is one. */
export interface WheelAdvice {
  readonly message: string;
  readonly change?: WiringChange;
}

/** All findings; none if the wheels do what the file says. */
export const findings = (robot: RobotDefinition, motions: ObservedMotions): WheelAdvice[] => [
  ...motorFindings(robot, motions),
  ...encoderFindings(robot, motions),
];

function motorFindings({ motors }: RobotDefinition, motions: ObservedMotions): WheelAdvice[] {
  const swapped: WheelAdvice[] =
    motions.left.wheel === 'left'
      ? []
      : [{ message: 'the motors change sides', change: { kind: 'swap sides', of: 'motors' } }];
  const turnedBack = SIDES.filter((side) => motions[side].turnedBack);
  if (turnedBack.length === 1) return [...swapped, { message: oneDirection(motions) }];
  const isCrossed = turnedBack.length === 2;
  const crossed: WheelAdvice[] = isCrossed
    ? [{ message: "the motors' direction pins change places", change: { kind: 'swap directions' } }]
    : [];
  const inverted = SIDES.flatMap((side): WheelAdvice[] => {
    const { wheel, forwards } = motions[side];
    // A wheel on the other motor's direction pins went as that motor's own `invert` says.
    const rule = motors[isCrossed ? otherSide(side) : side]?.invert ?? false;
    const invert = forwards === rule;
    if (invert === (motors[side]?.invert ?? false)) return [];
    return [
      { message: `the ${wheel} wheel's motor: invert: ${invert}`, change: { kind: 'invert', side, invert } },
    ];
  });
  return [...crossed, ...swapped, ...inverted];
}

/** Both wheels follow the same direction pins, which no file can say. */
function oneDirection({ left, right }: ObservedMotions): string {
  const { wheel } = left.turnedBack ? left : right;
  return `the ${wheel} wheel's direction follows the other motor's pins, and so does the other wheel's; check the direction wires`;
}

/** An encoder must have counted this part of a turn, and this many times what the other one has. */
const MIN_TURN = 0.02;
const MIN_COUNT_RATIO = 4;

type Encoders = NonNullable<RobotDefinition['encoders']>;

function encoderFindings({ encoders }: RobotDefinition, { left, right }: ObservedMotions): WheelAdvice[] {
  if (!encoders) return [];
  const heard = [left, right].map((motion) => countingEncoder(motion, encoders));
  const unheard = [left, right].filter((_, i) => heard[i] === undefined);
  if (unheard.length > 0) return unheard.map((motion) => ({ message: whyNotCounted(motion, encoders) }));
  const [ofLeft, ofRight] = heard as [Side, Side];
  if (ofLeft === ofRight) return [{ message: `the ${ofLeft} encoder counted both wheels; check its wires` }];
  const swapped: WheelAdvice[] =
    ofLeft === left.wheel
      ? []
      : [{ message: 'the encoders change sides', change: { kind: 'swap sides', of: 'encoders' } }];
  const channels = [
    [left, ofLeft],
    [right, ofRight],
  ] as const;
  return [
    ...swapped,
    ...channels.flatMap(([motion, side]) =>
      hasOneChannel(encoders[side]) ? [] : channelFindings(motion, side),
    ),
  ];
}

/** How far a wheel has turned by an encoder, which is named as in the file. */
const turnsOf = ({ counts }: ObservedMotion, encoders: Encoders, side: Side): number =>
  Math.abs(counts?.[side] ?? 0) / encoders[side].countsPerRevolution;

/** The encoder that counted a wheel; undefined if none or both did. */
function countingEncoder(motion: ObservedMotion, encoders: Encoders): Side | undefined {
  const turns = (side: Side): number => turnsOf(motion, encoders, side);
  return SIDES.find(
    (side) => turns(side) > MIN_TURN && turns(side) > MIN_COUNT_RATIO * turns(otherSide(side)),
  );
}

/** Blames no encoder that had no time to count. */
function whyNotCounted(motion: ObservedMotion, encoders: Encoders): string {
  const { wheel, cutShort } = motion;
  const both = SIDES.some((side) => turnsOf(motion, encoders, side) > MIN_TURN);
  if (both) return `both encoders counted the ${wheel} wheel; check their wires`;
  return cutShort
    ? `the ${wheel} wheel was stopped before its encoder could be heard; try the wheels again`
    : `no encoder counted the ${wheel} wheel; check its wires`;
}

/** A wheel that rolls forward must count up. */
function channelFindings({ wheel, forwards, counts }: ObservedMotion, side: Side): WheelAdvice[] {
  if ((counts?.[side] ?? 0) > 0 === forwards) return [];
  return [
    {
      message: `the ${wheel} wheel's encoder: a and b change places`,
      change: { kind: 'swap channels', side },
    },
  ];
}
