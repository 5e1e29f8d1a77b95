/** Emulated robots that are not wired as in their file, and a user who sees how their wheels really turn. */
import { NEVER } from 'rxjs';
import { vi } from 'vitest';
import { openEmulated } from '../../../sim/avr/loadEmulated.js';
import { type Answer, identifyWheels, type ObservedMotions } from '../../../src/cli/tryWheels/diagnosis.js';
import { type SpinResult, spin } from '../../../src/cli/tryWheels/spin.js';
import { isBehindBus } from '../../../src/kit/shields.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import type { Side, WheelSpeeds } from '../../../src/signals/signals.js';

/** What may be wrong with one pair of motors, or of encoders. */
export interface Mistake {
  readonly swapped: boolean;
  readonly left: boolean;
  readonly right: boolean;
}

export const MISTAKES: readonly Mistake[] = [...Array(8).keys()].map((bits) => ({
  swapped: (bits & 1) > 0,
  left: (bits & 2) > 0,
  right: (bits & 4) > 0,
}));

export const inWords = ({ swapped, left, right }: Mistake): string =>
  [swapped && 'swapped', left && 'left the wrong way', right && 'right the wrong way']
    .filter(Boolean)
    .join(', ') || 'right';

type Pair<T> = { readonly left: T; readonly right: T };

function mistaken<T>({ left, right }: Pair<T>, mistake: Mistake, turned: (one: T) => T): Pair<T> {
  const [l, r] = mistake.swapped ? [right, left] : [left, right];
  return { left: mistake.left ? turned(l) : l, right: mistake.right ? turned(r) : r };
}

/** The robot as it really is, where its file is mistaken so. */
export function wiredOtherwise(robot: RobotDefinition, motors: Mistake, encoders: Mistake): RobotDefinition {
  const wheels = mistaken(robot.motors as Required<RobotDefinition['motors']>, motors, (motor) => ({
    ...motor,
    invert: !motor.invert,
  }));
  const counters =
    robot.encoders &&
    mistaken(robot.encoders, encoders, ({ a = '', b = '', ...encoder }) => ({ ...encoder, a: b, b: a }));
  return { ...robot, motors: { ...robot.motors, ...wheels }, ...(counters && { encoders: counters }) };
}

const MOVES = 0.01;

const ofMoving = ({ left, right }: WheelSpeeds): number => (Math.abs(left) > Math.abs(right) ? left : right);

/** By what is true, whatever is in the file. */
export function truthfully(
  question: string,
  { wheels, before }: Pick<SpinResult, 'wheels' | 'before'>,
): Answer {
  const now = wheels ?? { left: 0, right: 0 };
  const first = ofMoving(before?.wheels ?? now);
  if (/begin/.test(question)) return first > MOVES ? 'yes' : 'no';
  const wheel = /LEFT/.test(question) ? now.left : /RIGHT/.test(question) ? now.right : ofMoving(now);
  if (/wards/i.test(question) && first * ofMoving(now) < 0) return 'both';
  const says = /forwards/i.test(question)
    ? wheel > MOVES
    : /backwards/i.test(question)
      ? wheel < -MOVES
      : Math.abs(wheel) > MOVES;
  return says ? 'yes' : 'no';
}

/** Lets the emulated Arduino, which lives in real time, live as fast as it can. */
async function inNoTime<T>(promise: Promise<T>): Promise<T> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  while (!settled) await vi.advanceTimersByTimeAsync(20);
  return promise;
}

async function onTable<T>(
  robot: RobotDefinition,
  options: { readonly body: RobotDefinition; readonly unpowered?: boolean },
  watch: (spinning: (side: Side) => Promise<SpinResult>) => Promise<T>,
): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const body = await openEmulated(robot, {
      ...options,
      testsWiring: true,
      withoutDeadman: isBehindBus(robot.motors),
    });
    const bench = { body, robot, ended$: NEVER, enough$: NEVER };
    return await inNoTime(watch((side) => spin(side, bench)).finally(() => body.close()));
  } finally {
    vi.useRealTimers();
  }
}

export interface Trial {
  readonly motions: ObservedMotions;
  readonly questions: readonly string[];
}

/** The whole dialogue, with a user who answers truthfully. */
export function tried(
  robot: RobotDefinition,
  options: { readonly body: RobotDefinition; readonly unpowered?: boolean },
): Promise<Trial> {
  return onTable(robot, options, async (spinning) => {
    const questions: string[] = [];
    let seen: SpinResult | undefined;
    const motions = await identifyWheels({
      spin: async (side) => {
        seen = await spinning(side);
        return seen;
      },
      ask: async (question) => {
        questions.push(question);
        return truthfully(question, seen ?? { wheels: undefined });
      },
    });
    return { motions, questions };
  });
}

/** What each motor of a file really does to a body. */
export const spun = (robot: RobotDefinition, body: RobotDefinition): Promise<Record<Side, SpinResult>> =>
  onTable(robot, { body }, async (spinning) => ({
    left: await spinning('left'),
    right: await spinning('right'),
  }));
