/** Figures of motors that differ: by wheel, and forwards and backwards. */
import type { Duty, MetersPerSecond } from '../math/units.js';

/** A figure forwards, and backwards. */
export interface ByDirection<T = number> {
  readonly forward: T;
  readonly back: T;
}

/** A figure of each wheel, forwards and backwards. */
export interface ByWheel<T = number> {
  readonly left: ByDirection<T>;
  readonly right: ByDirection<T>;
}

/** What a robot's file says of one motor: a figure, or one for each direction. */
export interface OwnFigures {
  readonly noLoadSpeed?: MetersPerSecond | ByDirection<MetersPerSecond>;
  readonly deadband?: Duty | ByDirection<Duty>;
}

/** How a motor answers its duty in one direction. */
export interface MotorFigures {
  readonly noLoadSpeed: MetersPerSecond;
  readonly deadband: Duty;
}

/** Where the motors differ. */
export interface EachFigures {
  readonly left?: OwnFigures;
  readonly right?: OwnFigures;
}

/** The figures of a robot's motors: those of both, and where one differs. */
export interface WrittenFigures extends MotorFigures {
  readonly each?: EachFigures;
}

const SAME: OwnFigures = {};

/** Each motor's figures in each direction. */
export function motorFigures({ noLoadSpeed, deadband, each }: WrittenFigures): ByWheel<MotorFigures> {
  const of = (own: OwnFigures, direction: 'forward' | 'back'): MotorFigures => ({
    noLoadSpeed: inDirection(own.noLoadSpeed ?? noLoadSpeed, direction),
    deadband: inDirection(own.deadband ?? deadband, direction),
  });
  const both = (own: OwnFigures = SAME) => ({ forward: of(own, 'forward'), back: of(own, 'back') });
  return { left: both(each?.left), right: both(each?.right) };
}

const inDirection = (figure: number | ByDirection, direction: 'forward' | 'back'): number =>
  typeof figure === 'number' ? figure : figure[direction];

/** Both motors' figures in both directions. */
export function allFigures(motors: WrittenFigures): readonly [MotorFigures, ...MotorFigures[]] {
  const { left, right } = motorFigures(motors);
  return [left.forward, left.back, right.forward, right.back];
}

/** The speed that both wheels reach in both directions. */
export const sharedSpeed = (motors: WrittenFigures): MetersPerSecond =>
  Math.min(...allFigures(motors).map(({ noLoadSpeed }) => noLoadSpeed));
