/** Sets up a board with our firmware: its pins, and how often it reports. */

import { DEFAULT_BOARD } from '../../kit/boards.js';
import { clamp } from '../../math/geometry.js';
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import { BAUD_RATE } from '../../robot/baud.js';
import type { Pin } from '../../robot/pin.js';
import { MAX_SONARS, pingRate } from '../../robot/pings.js';
import type { EncoderDefinition, RobotDefinition } from '../../robot/robot.js';
import type { BoardInput, DischargeInput, SonarInput } from '../../signals/boardInput.js';
import { watchSensors } from '../firmata/boardSensors.js';
import type { FirmataLink } from '../firmata/firmataLink.js';
import { oldFirmware, otherVersion, refused, tooOldFor, wrongFirmware } from '../firmata/linkErrors.js';
import { EnableDiags, enableDiagsOf } from '../motors/enableDiag.js';
import { gatesOf, MotorGates } from '../motors/motorGates.js';
import {
  type AnalogPins,
  MOTOR_OPTIONS,
  type Motors,
  type PinMotor,
  pinNumber,
} from '../motors/motorWiring.js';
import { ODOMETRY_BYTES } from './boardClock.js';
import { COUNT_MINOR_VERSION, PROTOCOL_VERSION, RATE_MINOR_VERSION, STALL_MINOR_VERSION } from './frame.js';
import { FrameLine, NoAnswer, type Status } from './frameLine.js';
import { raiseLineRate } from './lineRate.js';
import { type Message, NO_PIN, SENSOR_FIELDS } from './messages.js';
import { SonarSweep } from './sonarSweep.js';
import { stallMessage } from './stallLimits.js';
import { SteerbotDriver } from './steerbotDriver.js';

/** From no power to full power in 50 ms: quicker than any wheel, slow enough for the gears [‰ per ms]. */
const MAX_SLEW = 20;

interface SteerbotOptions {
  readonly time: TimeSource;
  readonly inputs?: readonly BoardInput[];
  /** As in `DriverOptions`. */
  readonly testsWiring?: boolean;
}

/** @throws DriverError when the board runs another firmware, or refuses the robot's wiring */
export async function openSteerbot(
  link: FirmataLink,
  robot: RobotDefinition,
  motors: Motors<PinMotor>,
  { time, inputs = [], testsWiring = false }: SteerbotOptions,
): Promise<SteerbotDriver> {
  const line = new FrameLine(link, time);
  const { nonce, minor } = await queryFirmware(link, line, robot);
  if (minor < RATE_MINOR_VERSION) refuseForOldFirmware(link, robot, motors, inputs);
  const baud = minor >= RATE_MINOR_VERSION ? await raiseLineRate(link, line) : BAUD_RATE;
  requireAccepted(link, 'the wiring of the motors', await line.ask(motorsMessage(motors)));
  const { motors: wiring, control, encoders: counted } = robot;
  // Before the next question: when the board answers it, the gates are shut.
  const gates = new MotorGates(
    link.io,
    gatesOf(wiring, link.io.analogPins),
    new EnableDiags(link.io, enableDiagsOf(wiring, link.io.analogPins), {
      time,
      faulty: (why) => driver.stopForFault(why),
    }),
  );
  const encoders = encoderPins(counted, link.io.analogPins);
  const period = 1 / control.rate;
  const report = reportMessage(encoders, period);
  requireAccepted(link, 'the wiring of the encoders', await line.ask(report));
  const isOld = minor < STALL_MINOR_VERSION;
  const sonars = inputs.filter((input): input is SonarInput => input.kind === 'sonar');
  for (const message of sonarMessages(sonars, link.io.analogPins))
    requireAccepted(link, 'the wiring of the sonars', await line.ask(message));
  const discharged = inputs.filter((input): input is DischargeInput => input.kind === 'discharge');
  for (const message of dischargeMessages(discharged, period, link.io.analogPins))
    requireAccepted(link, 'the wiring of the reflectance sensors', await line.ask(message));
  const stall = encoders && !isOld && !testsWiring ? stallMessage(robot) : undefined;
  if (stall) requireAccepted(link, 'the limits of its wheels', await line.ask(stall));
  const { deadMan } = control;
  const hasEncoders = encoders !== undefined;
  const warning = isOld ? oldFirmware(link.name, robot.board, minor) : null;
  const settings = {
    time,
    nonce,
    deadMan,
    period,
    motors: wiring,
    gates,
    hasEncoders,
    sonars: sonars.map((sonar) => (sonar.sweep ? new SonarSweep(link, time, sonar.sweep) : sonar)),
    discharged,
    askedByOthers: sonars.flatMap(({ sweep }) => (sweep ? [pinNumber(sweep.servo, link.io.analogPins)] : [])),
    baud,
    countsFrames: minor >= COUNT_MINOR_VERSION,
    warning,
  };
  const driver = new SteerbotDriver(link, line, settings);
  watchSensors(link, inputs, {
    time,
    interval: period,
    otherTraffic:
      (ODOMETRY_BYTES * 1000) / report.intervalMs +
      (sonars.length > 0 ? ECHO_BYTES * pingRate(sonars.length) : 0) +
      (discharged.length > 0 ? DISCHARGE_BYTES / dischargeInterval(period) : 0),
    ...(baud !== BAUD_RATE && { lineBytes: baud / BITS_PER_BYTE }),
    each: (measured) => driver.sense(measured),
  });
  link.expectBytes(deadMan);
  return driver;
}

/** @throws DriverError when the board runs another firmware, or ours in another version */
export async function queryFirmware(
  link: FirmataLink,
  line: FrameLine,
  { board = DEFAULT_BOARD }: Pick<RobotDefinition, 'board'>,
): Promise<Status> {
  const status = await line.ask({ type: 'ask' }).catch((error) => {
    if (!(error instanceof NoAnswer)) throw error;
    const isOurs = /steerbot/i.test(link.firmware);
    throw isOurs ? otherVersion(link.name, board) : wrongFirmware(link.name, link.firmware, board);
  });
  if (status.protocol !== PROTOCOL_VERSION) throw otherVersion(link.name, board);
  return status;
}

function requireAccepted({ name }: FirmataLink, what: string, { error }: Status): void {
  if (error !== 0) throw refused(name, what, error);
}

export const motorsMessage = ({
  left,
  right,
}: Motors<Pick<PinMotor, 'a' | 'b' | 'c' | 'options'> & { readonly form: number }>): Message<'motors'> => ({
  type: 'motors',
  leftForm: left.form + left.options,
  leftA: left.a,
  leftB: left.b,
  leftC: left.c,
  rightForm: right.form + right.options,
  rightA: right.a,
  rightB: right.b,
  rightC: right.c,
  greatestDuty: 1000,
  slew: MAX_SLEW,
});

type EncoderPins = Pick<Message<'report'>, 'leftA' | 'leftB' | 'rightA' | 'rightB'>;

/** Both encoders with their pins, or none; one without b has one channel. */
function encoderPins(encoders: RobotDefinition['encoders'], analog: AnalogPins): EncoderPins | undefined {
  if (!encoders) return undefined;
  const pins = ({ a, b }: EncoderDefinition) =>
    a === undefined ? undefined : [pinNumber(a, analog), b === undefined ? NO_PIN : pinNumber(b, analog)];
  const [leftA, leftB] = pins(encoders.left) ?? [];
  const [rightA, rightB] = pins(encoders.right) ?? [];
  if (leftA === undefined || leftB === undefined) return undefined;
  return rightA === undefined || rightB === undefined ? undefined : { leftA, leftB, rightA, rightB };
}

const NO_ENCODERS: EncoderPins = { leftA: NO_PIN, leftB: NO_PIN, rightA: NO_PIN, rightB: NO_PIN };

/**
 * Twice per control period, so that a tick's newest counts are at most half a period old, but at most 100 a second: of
 * 22 bytes each, they take 37 % of the line then. At least 20 a second, so that silence means a loss.
 */
function reportMessage(encoders: EncoderPins = NO_ENCODERS, period: Seconds): Message<'report'> {
  return { type: 'report', ...encoders, intervalMs: Math.round(clamp(500 * period, 10, 50)) };
}

const BITS_PER_BYTE = 10;
/** Start, command, kind, sequence, 8 bytes, three of checksum, end. */
const ECHO_BYTES = 16;

/** Its sonars by their indices on the board. */
export const sonarMessages = (sonars: readonly SonarInput[], analog: AnalogPins): Message<'sonar'>[] =>
  sonars.slice(0, MAX_SONARS).map(({ trigger, echo }, index) => ({
    type: 'sonar',
    index,
    trigger: pinNumber(trigger, analog),
    echo: pinNumber(echo, analog),
    intervalMs: Math.round(1000 / pingRate(sonars.length)),
  }));

/** Start, command, kind, sequence, 20 bytes, three of checksum, end. */
const DISCHARGE_BYTES = 28;

/** Once per control period, 100 times a second at the most: each measurement keeps the board busy for 2.8 ms. */
const dischargeInterval = (period: Seconds): Seconds => clamp(period, 0.01, 0.05);

function dischargeMessages(
  sensors: readonly DischargeInput[],
  period: Seconds,
  analog: AnalogPins,
): Message<'reflectance'>[] {
  const [first] = sensors;
  if (!first) return [];
  const pinOf = (pin: Pin | undefined) => (pin === undefined ? NO_PIN : pinNumber(pin, analog));
  const pins = SENSOR_FIELDS.map((field, i) => [field, pinOf(sensors[i]?.pin)] as const);
  const intervalMs = Math.round(1000 * dischargeInterval(period));
  const message = { type: 'reflectance', emitters: pinOf(first.emitters), intervalMs };
  return [{ ...message, ...Object.fromEntries(pins) } as Message<'reflectance'>];
}

/**
 * By what the wired motors ask of the firmware: a driver or a shield that brakes by itself asks nothing.
 * @throws DriverError where the robot has something that its board's firmware does not know yet
 */
function refuseForOldFirmware(
  { name }: FirmataLink,
  { encoders, board }: RobotDefinition,
  motors: Motors<PinMotor>,
  inputs: readonly BoardInput[],
): void {
  const { left, right } = encoders ?? {};
  const needsOption = (option: number) =>
    [motors.left, motors.right].some(({ options }) => (options & option) !== 0);
  const needs = [
    inputs.some(({ kind }) => kind === 'sonar') && 'sonars',
    inputs.some(({ kind }) => kind === 'discharge') && 'reflectance sensors that discharge',
    [left, right].some((encoder) => encoder?.a !== undefined && encoder.b === undefined) &&
      'encoders with one channel',
    needsOption(MOTOR_OPTIONS.braked) && 'motors that both their inputs brake',
    needsOption(MOTOR_OPTIONS.quiet) && 'another PWM frequency',
  ].filter((need) => need !== false);
  if (needs.length > 0) throw tooOldFor(name, needs, board);
}
