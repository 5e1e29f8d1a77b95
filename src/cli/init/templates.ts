/** The texts that `init` writes: the file of a hand-wired robot, and a first scenario. */

import { type BoardName, DEFAULT_BOARD } from '../../kit/boards.js';
import type { Meters, MetersPerSecond } from '../../math/units.js';
import { quantity } from '../../validation/quantity.js';
import { MOTOR_WIRINGS, type MotorWiring } from './wirings.js';

export interface RobotAnswers {
  readonly board: BoardName;
  readonly wiring: MotorWiring;
  /** As the user wrote it: `65 mm`. */
  readonly diameter: string;
  readonly track: string;
}

export const TYPICAL_ANSWERS: RobotAnswers = {
  board: DEFAULT_BOARD,
  wiring: 'pwm,dir,cdir',
  diameter: '65 mm',
  track: '130 mm',
};

/** A table-top robot is smaller than 1 m. */
const length = quantity('m', { above: 0, below: 1 });

/** The fault of a typed length, as `found; allowed; cure`; undefined for a valid one. */
export const lengthFault = (text: string): string | undefined =>
  length
    .safeParse(text)
    .error?.issues.map(({ message }) => message)
    .join('; ');

/** The chassis radius relative to the track: typical for the farthest part from the axle's middle. */
const RADIUS_RATIO = 0.85;

interface MotorFigures {
  readonly noLoadSpeed: MetersPerSecond;
  readonly deadband: number;
  readonly breakaway: MetersPerSecond;
}

const GEAR_MOTOR_FIGURES: MotorFigures = { noLoadSpeed: 0.5, deadband: 0.2, breakaway: 0.05 };
const SERVO_FIGURES: MotorFigures = { noLoadSpeed: 0.17, deadband: 0.03, breakaway: 0.01 };

/** Top speed relative to the motors' own, so that they can also turn the robot. */
const SPEED_RATIO = 0.7;

/** Pins that MOTOR_WIRINGS does not use, and that can interrupt the board at an edge. */
const ENCODER_PINS: Readonly<Record<BoardName, readonly [left: string, right: string]>> = {
  uno: ['a: 2, b: 4', 'a: 3, b: 12'],
  nano: ['a: 2, b: 4', 'a: 3, b: 12'],
  mega: ['a: 2, b: 3', 'a: 18, b: 19'],
};

/** @param robot with valid lengths */
export function robotTemplate(name: string, { board, wiring, diameter, track }: RobotAnswers): string {
  const { left, right } = MOTOR_WIRINGS[wiring];
  const { noLoadSpeed, deadband, breakaway } = wiring === 'servo' ? SERVO_FIGURES : GEAR_MOTOR_FIGURES;
  const radius: Meters = RADIUS_RATIO * length.parse(track);
  const [leftEncoder, rightEncoder] = ENCODER_PINS[board];
  return `# ${name}: your answers, and typical figures for the rest. Measure your robot and correct the figures here.
name: ${name}
board: ${board}
firmware: steerbot

chassis:
${entry('mass: 600 g')}# with its batteries, on kitchen scales
${entry(`radius: ${rounded(1000 * radius)} mm`)}# from the axle's middle to the farthest part
${entry(`track: ${track}`)}# between the wheels' points of contact

wheels:
  diameter: ${diameter}

# Change the pins to yours; \`steerbot wiring\` draws them. \`drive --try-wheels\` finds out which wheel is which.
motors:
  left:  ${left}
  right: ${right}
${entry(`noLoadSpeed: ${noLoadSpeed} m/s`)}# wheel rim speed at full duty
${entry(`deadband: ${deadband}`)}# duty below which a wheel does not turn
${entry('lag: 80 ms')}# how fast it gets up to speed
${entry(`breakaway: ${breakaway} m/s`)}# smallest commanded rim speed that starts a wheel at rest

# With encoders it measures how far its wheels turn; without, it estimates that from the commands.
# encoders:
#   left:  { ${leftEncoder}, countsPerRevolution: 1437 }
#   right: { ${rightEncoder}, countsPerRevolution: 1437 }

limits:
  speed: ${rounded(SPEED_RATIO * noLoadSpeed)} m/s
  acceleration: 0.8 m/s²

control:
  rate: 50 Hz
${entry('responseTime: 150 ms')}# how fast steering answers
${entry('latency: 40 ms')}# command to torque
`;
}

/** Aligns the comments behind entries. */
const entry = (text: string): string => `  ${text} `.padEnd(25);

const rounded = (value: number): string => String(Number(value.toPrecision(2)));

/** What a first drive can be: a robot that counts its wheels' turns finds back, another one cannot know where it is. */
const FIRST_DRIVES = {
  counted: {
    about: 'round a square metre, and back to where it began',
    mission: `followPath: { path: [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]] }
      # arrive: { target: [1, 0.5] }       # instead: go to a point, and stand still there`,
    within: '350 mm',
  },
  blind: {
    about: '0.3 m ahead, and no farther: without encoders it cannot know where it is',
    mission: `arrive: { target: [0.3, 0] }
      # followPath: { path: [[0, 0], [1, 0], [1, 1]] }       # instead: along a path`,
    within: '120 mm',
  },
};

/** @param robot the path of its file, relative to the scenario's @param hasEncoders whether it counts its wheels' turns */
export const firstDriveTemplate = (name: string, robot: string, hasEncoders: boolean): string => {
  const { about, mission, within } = FIRST_DRIVES[hasEncoders ? 'counted' : 'blind'];
  return `# The first drive of ${name.replace(/-first-drive$/, '')}: ${about}.
name: ${name}
duration: 60 s           # simulated; it ends when the goal is reached

# Obstacles, at rest or moving; [x, y] in metres, x forward, y to the left.
# world:
#   boxes: [{ at: [0.5, 0.5], size: [0.2, 0.2] }]

# The true body: a typical one, whose battery sags, whose motors differ, and which slips; \`--seed 2\` is another one.
plant: table             # \`ideal\`: exactly as its file says

robots:
  - id: a
    robot: ${robot}
    at: { x: 0, y: 0, heading: 0 deg }
    mission:
      ${mission}

# The run passes when all of these are met; \`steerbot sim\` then ends with exit code 0.
criteria:
  - arrived: { within: ${within} }       # on a typical body; more exact with a gyroscope
  - contacts: { atMost: 0 }
`;
};
