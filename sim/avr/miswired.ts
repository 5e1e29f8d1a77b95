/** A robot that is wired unlike its file, to practise on: which of its wires are exchanged is drawn from a seed. */
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import { canBeCrossed } from '../../src/robot/directionPins.js';
import type { Pin } from '../../src/robot/pin.js';
import type { EncoderDefinition, MotorPins, RobotDefinition } from '../../src/robot/robot.js';

/**
 * What can be exchanged. `sides`: the motors; `directions`: the direction pins of both motors, while their PWM pins
 * stay; `left inverted`: the two wires of the left wheel's motor; `counters`: the encoders; `left channels`: a and b of
 * the encoder on the left wheel.
 */
export type Exchange =
  | 'sides'
  | 'directions'
  | 'left inverted'
  | 'right inverted'
  | 'counters'
  | 'left channels'
  | 'right channels';

type Pair<T> = readonly [left: T, right: T];

const pinOrder = (pin: Pin | undefined): string => String(pin ?? '').padStart(3, '0');

/** The pin, or the shield's motor, by which a motor is known, wherever it hangs. */
const motorOrder = ({ pwm, forward, servo, shield = '', motor = 0 }: MotorPins): string =>
  `${pinOrder(pwm ?? forward ?? servo)} ${shield} ${motor}`;

const isBefore = (a: string, b: string): boolean => a <= b;

const motorsOf = ({ left, right }: RobotDefinition['motors']): Pair<MotorPins> | undefined =>
  left && right && [left, right];

function encodersOf({ encoders }: RobotDefinition): Pair<EncoderDefinition> | undefined {
  const pair = encoders && ([encoders.left, encoders.right] as const);
  return pair?.every(({ a, b }) => a !== undefined && b !== undefined) ? pair : undefined;
}

/** What can be exchanged on this robot. */
export function exchangesOf(robot: RobotDefinition): Exchange[] {
  const [motors, encoders] = [motorsOf(robot.motors), encodersOf(robot)];
  return [
    ...(motors ? (['sides', 'left inverted', 'right inverted'] as const) : []),
    ...(canBeCrossed(robot.motors) ? (['directions'] as const) : []),
    ...(encoders ? (['counters', 'left channels', 'right channels'] as const) : []),
  ];
}

/** Which exchanges a wiring has against the plain one: lower pins left, a below b, nothing inverted. */
function exchangesIn(robot: RobotDefinition): Set<Exchange> {
  const found = new Set<Exchange>();
  const note = (exchange: Exchange, is: boolean) => is && found.add(exchange);
  const [motors, encoders] = [motorsOf(robot.motors), encodersOf(robot)];
  if (motors) {
    const [left, right] = motors;
    const swapped = !isBefore(motorOrder(left), motorOrder(right));
    note('sides', swapped);
    note('left inverted', left.invert);
    note('right inverted', right.invert);
    const ordered = isBefore(pinOrder(left.dir), pinOrder(right.dir));
    if (canBeCrossed(robot.motors)) note('directions', ordered === swapped);
  }
  if (encoders) {
    const [left, right] = encoders;
    const lowest = ({ a, b }: EncoderDefinition) => [pinOrder(a), pinOrder(b)].toSorted()[0] ?? '';
    note('counters', !isBefore(lowest(left), lowest(right)));
    note('left channels', !isBefore(pinOrder(left.a), pinOrder(left.b)));
    note('right channels', !isBefore(pinOrder(right.a), pinOrder(right.b)));
  }
  return found;
}

const swapIf = <T>(swap: boolean, [left, right]: Pair<T>): Pair<T> => (swap ? [right, left] : [left, right]);

function exchangeMotors(pair: Pair<MotorPins>, made: ReadonlySet<Exchange>): Pair<MotorPins> {
  const [left, right] = swapIf(made.has('sides'), pair);
  const inverts = pair.map(
    ({ invert }, i) => invert !== made.has(i === 0 ? 'left inverted' : 'right inverted'),
  );
  const directions = swapIf(made.has('directions'), [directionsOf(left), directionsOf(right)]);
  const [one, other] = [left, right].map((motor, i) => ({
    ...motor,
    ...directions[i],
    invert: inverts[i] ?? false,
  }));
  return [one ?? left, other ?? right];
}

const directionsOf = ({ dir, cdir }: MotorPins): Pick<MotorPins, 'dir' | 'cdir'> => ({
  ...(dir !== undefined && { dir }),
  ...(cdir !== undefined && { cdir }),
});

function exchangeEncoders(
  pair: Pair<EncoderDefinition>,
  made: ReadonlySet<Exchange>,
): Pair<EncoderDefinition> {
  const turned = pair.map(({ a, b }) => !isBefore(pinOrder(a), pinOrder(b)));
  const [left, right] = swapIf(made.has('counters'), pair).map((encoder, i) => {
    const [a = '', b = ''] = [encoder.a, encoder.b].toSorted((x, y) =>
      isBefore(pinOrder(x), pinOrder(y)) ? -1 : 1,
    );
    const isTurned = turned[i] !== made.has(i === 0 ? 'left channels' : 'right channels');
    return { ...encoder, ...(isTurned ? { a: b, b: a } : { a, b }) };
  });
  return [left ?? pair[0], right ?? pair[1]];
}

/** The robot with these exchanges made. */
export function exchange(robot: RobotDefinition, made: ReadonlySet<Exchange>): RobotDefinition {
  const [motors, encoders] = [motorsOf(robot.motors), encodersOf(robot)];
  const [left, right] = motors ? exchangeMotors(motors, made) : [];
  const [leftEncoder, rightEncoder] = encoders ? exchangeEncoders(encoders, made) : [];
  return {
    ...robot,
    motors: { ...robot.motors, ...(left && right && { left, right }) },
    ...(leftEncoder && rightEncoder && { encoders: { left: leftEncoder, right: rightEncoder } }),
  };
}

/** One of them, or any; never none. */
function draw(all: readonly Exchange[], random: Random): Set<Exchange> {
  const only = all[Math.floor(random.uniform() * all.length)];
  if (only === undefined || random.uniform() < 0.4) return new Set(only === undefined ? [] : [only]);
  const drawn = all.filter(() => random.uniform() < 0.5);
  return new Set(drawn.length > 0 ? drawn : [only]);
}

export interface Miswired {
  readonly body: RobotDefinition;
  /** How the body's wiring differs from the robot's file, in the order of `exchangesOf`. */
  readonly exchanged: readonly Exchange[];
}

/**
 * The body that a seed gives. It does not depend on what the file says now: after the file was put right it is as the
 * file says, with the same seed.
 *
 * @param original the robot before its file was changed, if that is known: the body is wired unlike this
 */
export function miswired(
  robot: RobotDefinition,
  original: RobotDefinition | undefined,
  seed: number,
): Miswired {
  const all = exchangesOf(robot);
  const wrong = draw(all, resumeRandom(seedRandom(seed)));
  const [before, now] = [original ? exchangesIn(original) : new Set(), exchangesIn(robot)];
  const exchanged = all.filter((each) => (before.has(each) !== wrong.has(each)) !== now.has(each));
  return { body: exchange(robot, new Set(exchanged)), exchanged };
}
