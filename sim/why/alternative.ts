/** One alternative of a run: the same scenario with one change; and helpers to make and name it. */
import type { RobotSpec, Scenario } from '../scenario/scenario.js';

export interface Alternative {
  /** `arrive · slowing radius 0.36 m, not 0.3 m` */
  readonly words: string;
  readonly kind: AlternativeKind;
  /** Alternatives that change the same thing share it. */
  readonly about: string;
  /** How unusual is what it sets right, 0 … 1. */
  readonly oddity: number;
  readonly scenario: Scenario;
}

export type AlternativeKind =
  | 'fault'
  | 'body'
  | 'usual number'
  | 'number'
  | 'sensor'
  | 'order'
  | 'left out'
  | 'thing'
  | 'latency'
  | 'place';

/** `wheelSlip` → `wheel slip` */
export const spaced = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export const withRobot = (scenario: Scenario, index: number, changed: Partial<RobotSpec>): Scenario => ({
  ...scenario,
  robots: scenario.robots.map((robot, i) => (i === index ? { ...robot, ...changed } : robot)),
});

/** Whose it is, where there are several. */
export const whose = ({ robots }: Scenario, { id }: RobotSpec): string =>
  robots.length > 1 ? `${id}: ` : '';

/** The oddity of what has no size that can be compared. */
export const SOME_ODDITY = 0.3;
