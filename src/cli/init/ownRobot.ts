/** The file of a robot that its owner wired himself: what he said of it, and figures to start from. */
import type { BoardName } from '../../drivers/boards.js';
import type { Meters, MetersPerSecond } from '../../math/units.js';
import { quantity } from '../../validation/quantity.js';
import { WIRINGS, type Wiring } from './wirings.js';

export interface OwnRobot {
  readonly board: BoardName;
  readonly wiring: Wiring;
  /** As it was written: `65 mm`. */
  readonly diameter: string;
  readonly track: string;
}

export const TYPICAL: OwnRobot = {
  board: 'uno',
  wiring: 'pwm,dir,cdir',
  diameter: '65 mm',
  track: '130 mm',
};

/** Nothing on a table is as big. */
const length = quantity('m', { above: 0, below: 1 });

/** What is wrong with a length as it was typed: `found; allowed; cure`; undefined where nothing is. */
export const lengthFault = (text: string): string | undefined =>
  length
    .safeParse(text)
    .error?.issues.map(({ message }) => message)
    .join('; ');

/** A part of the track from the axle's middle to what lies farthest from it, for most. */
const REACH = 0.85;

interface Typical {
  readonly noLoadSpeed: MetersPerSecond;
  readonly deadband: number;
  readonly breakaway: MetersPerSecond;
}

const GEAR_MOTOR: Typical = { noLoadSpeed: 0.5, deadband: 0.2, breakaway: 0.05 };
const SERVO: Typical = { noLoadSpeed: 0.17, deadband: 0.03, breakaway: 0.01 };

/** A part of what its motors can do, so that they can also turn it. */
const USED = 0.7;

/** Pins that no motor of ours has, and that tell the board of an edge. */
const ENCODERS: Readonly<Record<BoardName, readonly [left: string, right: string]>> = {
  uno: ['a: 2, b: 4', 'a: 3, b: 12'],
  nano: ['a: 2, b: 4', 'a: 3, b: 12'],
  mega: ['a: 2, b: 3', 'a: 18, b: 19'],
};

/** @param robot its lengths without a fault */
export function ownRobotText(name: string, { board, wiring, diameter, track }: OwnRobot): string {
  const { left, right } = WIRINGS[wiring];
  const { noLoadSpeed, deadband, breakaway } = wiring === 'servo' ? SERVO : GEAR_MOTOR;
  const radius: Meters = REACH * length.parse(track);
  const [leftEncoder, rightEncoder] = ENCODERS[board];
  return `# ${name}: what was said of it, and typical figures for the rest. Measure yours, and write them here.
name: ${name}
board: ${board}
firmware: steerbot

chassis:
${entry('mass: 600 g')}# with its batteries, on kitchen scales
${entry(`radius: ${rounded(1000 * radius)} mm`)}# from the axle's middle to what lies farthest from it
${entry(`track: ${track}`)}# between the wheels' points of contact

wheels:
  diameter: ${diameter}

# Change the pins to yours; \`steerbot wiring\` draws them. Which wheel is which, \`drive --try-wheels\` finds out.
motors:
  left:  ${left}
  right: ${right}
${entry(`noLoadSpeed: ${noLoadSpeed} m/s`)}# wheel rim speed at full duty
${entry(`deadband: ${deadband}`)}# duty below which a wheel does not turn
${entry('lag: 80 ms')}# how fast it gets up to speed
${entry(`breakaway: ${breakaway} m/s`)}# rim speed a wheel at rest must be asked for before it starts

# With encoders it knows where it is; without, it believes that its wheels do as they are told.
# encoders:
#   left:  { ${leftEncoder}, countsPerRevolution: 1437 }
#   right: { ${rightEncoder}, countsPerRevolution: 1437 }

limits:
  speed: ${rounded(USED * noLoadSpeed)} m/s
  acceleration: 0.8 m/s²

control:
  rate: 50 Hz
${entry('responseTime: 150 ms')}# how fast steering answers
${entry('latency: 40 ms')}# command to torque
`;
}

/** Remarks stand below each other. */
const entry = (text: string): string => `  ${text} `.padEnd(25);

const rounded = (value: number): string => String(Number(value.toPrecision(2)));
