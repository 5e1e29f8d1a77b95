/** What to know, besides the wires, before wiring a robot. */
import { BOARDS } from '../../kit/boards.js';
import { motorDriverOf } from '../../kit/motorDrivers.js';
import { SHIELDS } from '../../kit/shields.js';
import { hasDeadMan } from '../../robot/deadMan.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { hasOneChannel } from '../../sensors/boardInputs.js';
import { SIDES } from '../../signals/signals.js';
import { drivesWheels, type Part, PULL_DOWN_VALUE, pullDowns } from './parts.js';

const SWITCH_NOTE =
  "Put a switch into the wire from the motors' battery, within reach. STOP in software is no emergency stop.";
const GROUND_NOTE =
  'Connect the grounds of board, motor driver, battery and sensors: otherwise no signal has a known level.';
/** Guards motors: if their current lifts the board's ground, the board's signal levels are wrong. */
const MOTOR_GROUND_NOTE =
  "They join at the motor driver: through the board's GND the motors' current would lift the board's ground.";

function pullDownNotes(parts: readonly Part[]): string[] {
  const inputs = parts.flatMap(pullDowns).map(({ terminal }) => terminal);
  if (inputs.length === 0) return [];
  return [
    `A resistor of ${PULL_DOWN_VALUE} from each of ${inputs.join(', ')} to GND keeps the motors off while the board starts.`,
  ];
}

/** Guards motors: the board's dead-man cuts PWM pins; a plain output stays as it is. */
function standbyNotes({ motors, board }: RobotDefinition): string[] {
  const { standby } = motors;
  if (standby === undefined || !board || BOARDS[board].pwm.includes(Number(standby))) return [];
  return [`On a pin with PWM, which ${standby} is not, standby would go low with the dead-man, too.`];
}

function shieldNotes({ motors }: RobotDefinition, parts: readonly Part[]): string[] {
  if (!parts.some(({ kind }) => kind === 'shield')) return [];
  const shield = SHIELDS[motors.left?.shield ?? ''] ?? SHIELDS[motors.right?.shield ?? ''];
  const plugged = 'The shield plugs onto the board; the pins that it uses are free for nothing else.';
  const unguarded =
    'Only messages reach its motors: no dead-man can stop them. It drives --without-deadman, at 0.2 m/s at most.';
  return shield?.bus ? [plugged, unguarded] : [plugged];
}

function mountingNotes(robot: RobotDefinition): string[] {
  const { motors } = robot;
  const turned = SIDES.filter((side) => motors[side]?.invert);
  const seen = `See which way each wheel turns with its wheels off the ground: steerbot drive ROBOT --try-wheels${hasDeadMan(robot) ? '' : ' --without-deadman'}.`;
  return turned.length === 0
    ? [seen]
    : [`The ${turned.join(' and the ')} motor counts as mounted the other way round (invert: true).`, seen];
}

function servoNotes(parts: readonly Part[]): string[] {
  if (!parts.some(({ kind }) => kind === 'servo')) return [];
  return ["The servos get 5 to 6 V of a battery of their own: the board's 5 V is too weak for them."];
}

const CHANNELS_NOTE =
  'Rolling forward, a leads b: if a count goes down, swap the two wires, or a and b in the file.';
const ONE_CHANNEL_NOTE =
  'An encoder with one channel cannot tell the direction: the robot does not notice a motor that turns the wrong way.';

function encoderNotes({ encoders }: RobotDefinition): string[] {
  const channels = encoders ? SIDES.map((side) => hasOneChannel(encoders[side])) : [];
  return [
    ...(channels.includes(false) ? [CHANNELS_NOTE] : []),
    ...(channels.includes(true) ? [ONE_CHANNEL_NOTE] : []),
  ];
}

/** Two resistors whose ratio at the pin is 1/divider; a kit's board has them. */
function batteryNotes({ battery }: RobotDefinition, parts: readonly Part[]): string[] {
  if (!battery || parts.some(({ kind }) => kind === 'built')) return [];
  const upper = Number(((battery.divider - 1) * 10).toFixed(1));
  const divider = `The battery divider is ${upper} kOhm from battery + to pin ${battery.pin}, and 10 kOhm from there to GND.`;
  return [battery.divider > 1 ? `${divider} No pin may get more than 5 V.` : 'No pin may get more than 5 V.'];
}

function driverNotes({ motors }: RobotDefinition, parts: readonly Part[]): string[] {
  const chip = motorDriverOf(motors.driver);
  const built = parts.some(({ kind }) => kind === 'built');
  const onePin = SIDES.some((side) => motors[side]?.dir !== undefined && motors[side]?.cdir === undefined);
  const [a, b] = chip?.built ? [] : (chip?.halves.map(({ inputs }) => inputs) ?? []);
  const halved = onePin && a?.cdir !== undefined;
  return [
    ...(built ? ["Its kit's board has these wires already."] : []),
    ...(halved
      ? [`${a.cdir} and ${b?.cdir} get the opposite of ${a.dir} and ${b?.dir}: by an inverter.`]
      : []),
    ...parts.flatMap(({ ties }) => ties.map(({ without }) => without)),
    ...(chip?.notes ?? []),
  ];
}

/** In the order in which a builder needs them. */
export const notesOf = (robot: RobotDefinition, parts: readonly Part[]): string[] => [
  ...shieldNotes(robot, parts),
  ...driverNotes(robot, parts),
  ...(parts.some(drivesWheels) ? [SWITCH_NOTE] : []),
  GROUND_NOTE,
  ...(parts.some(({ kind }) => kind === 'driver' || kind === 'shield') ? [MOTOR_GROUND_NOTE] : []),
  ...pullDownNotes(parts),
  ...standbyNotes(robot),
  ...servoNotes(parts),
  ...encoderNotes(robot),
  ...batteryNotes(robot, parts),
  ...mountingNotes(robot),
];
