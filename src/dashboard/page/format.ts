/** Numbers, states and the whole map as text, for the screen and for screen readers. */

import { angleOf, length } from '../../math/geometry.js';
import { SETTLED_SPEED } from '../../math/standstill.js';
import { DIRECTIONS, looksTo } from '../../robot/sides.js';
import { distanceToGoal, forwardSpeedOf, type LocatedRobot, locateRobots } from '../../scene/located.js';
import type { Cause, Fault, Tick, WheelSpeeds } from '../../signals/signals.js';
import type { FrameView, LinkView, RobotView, SceneView, ShownPace } from '../../signals/view.js';

const UNKNOWN_TEXT = '–';

/** A number with this many decimals; with a true minus sign, and none before a zero. */
export function formatFixed(value: number | null | undefined, digits: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return UNKNOWN_TEXT;
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

export function formatQuantity(value: number | null | undefined, digits: number, unit: string): string {
  const text = formatFixed(value, digits);
  return text === UNKNOWN_TEXT || unit === '' ? text : `${text} ${unit}`;
}

/** `2.0 ×`, `0.35 ×`: two digits are enough, and need a constant width. */
export const formatFactor = (times: number): string =>
  `${times < 1 ? times.toFixed(2) : times < 10 ? times.toFixed(1) : times.toFixed(0)} ×`;

/** A reached speed below this share of the wanted one is shown. */
const MIN_REACHED_SHARE = 0.97;

/** The reached speed, if it is clearly below the wanted one; otherwise empty. */
export const formatShortfall = (pace: ShownPace | undefined): string =>
  pace?.reached !== undefined && pace.reached < MIN_REACHED_SHARE * pace.speed
    ? formatFactor(pace.reached)
    : '';

const isStandingStill = ({ left, right }: WheelSpeeds): boolean =>
  Math.abs(left) < SETTLED_SPEED && Math.abs(right) < SETTLED_SPEED;

/**
 * `driving by mission (something is in the way)`, `standing, arrived`, `stopped: an operator said STOP`, … The fault's
 * notice says why a robot is `faulted`.
 *
 * @param idle its mission has no behavior
 */
export function formatState(tick: Tick | undefined, idle = false): string {
  if (!tick) return 'no data yet';
  // Old recordings lack both.
  const { safety, cause, hold, standing } = tick as Partial<Tick>;
  if (safety === 'faulted') return safety;
  if (safety !== 'driving') return cause ? `${safety}: ${cause.what}` : `${safety}`;
  const held = (tick.arrived ? undefined : standing?.why) ?? hold;
  return held ? `${formatDriving(tick, idle)} (${held})` : formatDriving(tick, idle);
}

function formatDriving(tick: Tick, idle: boolean): string {
  if (tick.mode === 'manual') return 'driving by hand';
  if (idle) return 'waiting: click where to go, or drive by hand';
  if (!tick.arrived) return 'driving by mission';
  return isStandingStill(tick.estimate.wheels) ? 'standing, arrived' : 'driving by mission, arrived';
}

const isCause = (cause: Cause | null | undefined, { kind, what }: Fault): boolean =>
  cause?.kind === kind && cause.what === what;

/** A robot's fault, and whether it stops the robot now. */
interface RobotFault extends Fault {
  readonly robot: string;
  readonly holds: boolean;
}

/** Every fault of every robot, with the robot's name. */
export const faultsOf = (frame: FrameView | null): readonly RobotFault[] =>
  (frame?.robots ?? []).flatMap(({ id, tick }) =>
    (tick?.faults ?? []).map((fault) => ({ robot: id, holds: isCause(tick?.cause, fault), ...fault })),
  );

const LINK_TEXTS: Readonly<Record<LinkView['state'], string>> = {
  simulated: 'Simulated',
  connecting: 'Connecting',
  connected: 'Connected',
  lost: 'Lost',
  recording: 'Recording',
};

/** `Connected: uno on /dev/ttyACM0`; a state that the words repeat is said once. */
export function formatLink(link: LinkView | undefined): string {
  if (!link) return 'No robot yet';
  const state = LINK_TEXTS[link.state] ?? link.state;
  const words = link.words.startsWith(link.state)
    ? link.words.slice(link.state.length).replace(/^:? */, '')
    : link.words;
  return words ? `${state}: ${words}` : state;
}

/** The clock's lateness and lost periods; simulated time is never late. */
export function formatClock(frame: FrameView | null): string {
  if (frame?.link?.state === 'simulated') return 'simulated time';
  const { lateness = 0, lostPeriods = 0 } = frame?.pace ?? {};
  const lost = lostPeriods === 1 ? '1 period lost' : `${lostPeriods} periods lost`;
  return `${formatFixed(lateness * 1000, 1)} ms late, ${lost}`;
}

/** A number as a user would type it: six digits at most, without rounding noise. */
export const formatInput = (value: number): string =>
  Number.isFinite(value) ? String(Number(value.toPrecision(6))) : '';

/** `responseTime` as text: `response time`. */
export const formatLabel = (label: string): string =>
  label.replaceAll(/([a-z\d])([A-Z])(?![A-Z])/g, (_, before: string, after: string) => {
    return `${before} ${after.toLowerCase()}`;
  });

// The sides of a robot without a range sensor.

/** `not left, behind: ≤ 0.1 m/s there`: so fast it drives there; empty if all sides are covered. */
export function formatBlindSides(robot: Pick<RobotView, 'sensors' | 'unseenSpeed'> | undefined): string {
  if (!robot) return '';
  const blind = Object.entries(DIRECTIONS).filter(
    ([, side]) => !robot.sensors.some((one) => looksTo(one, side)),
  );
  if (blind.length === 0) return '';
  if (blind.length === Object.keys(DIRECTIONS).length) return 'no range sensor';
  const { unseenSpeed } = robot;
  const most = unseenSpeed === undefined ? '' : `: ≤ ${formatInput(unseenSpeed)} m/s there`;
  return `not ${blind.map(([name]) => name).join(', ')}${most}`;
}

// The map as text, for users who cannot see it.

const formatMeters = (value: number): string =>
  `${formatFixed(value, value !== 0 && Math.abs(value) < 0.1 ? 2 : 1)} m`;

const formatDegrees = (angle: number): string => `${formatFixed((angle * 180) / Math.PI, 0)}°`;

function describeState({ tick }: LocatedRobot): string[] {
  if (!tick) return [];
  if (tick.safety === 'faulted') return ['stopped by a fault'];
  if (tick.safety === 'stopped') return ['stopped'];
  const stands = !tick.arrived && tick.standing ? [`stands: ${tick.standing.why}`] : [];
  return [
    ...(tick.mode === 'manual' ? ['driven by hand'] : []),
    ...(tick.arrived ? ['arrived'] : []),
    ...stands,
  ];
}

/** A smaller share of the robot's force limit is not told. */
const MIN_FORCE_SHARE = 0.01;

/** The strongest behavior, while the mission drives and the total force is not too small. */
function describeForce({ tick, view }: LocatedRobot): string[] {
  if (tick?.safety !== 'driving' || tick.mode !== 'auto') return [];
  const loudest = tick.contributions.toSorted((a, b) => length(b.force) - length(a.force))[0];
  const least = MIN_FORCE_SHARE * view.limits.force;
  if (!loudest || length(loudest.force) < least || length(tick.steered.force) < least) return [];
  return [`${loudest.behavior} pushes it to ${formatDegrees(angleOf(loudest.force))}`];
}

function describeRobot(robot: LocatedRobot, scene: SceneView, frame: FrameView): string {
  const { view, pose, tick } = robot;
  const away = distanceToGoal(robot, scene, frame);
  const off = robot.frame.crossTrack;
  const words = [
    `${view.id} at ${formatMeters(pose.x)}, ${formatMeters(pose.y)}`,
    `heading ${formatDegrees(pose.heading)}`,
    ...(tick ? [`${formatFixed(forwardSpeedOf(tick), 2)} m/s`] : []),
    ...(away === undefined ? [] : [`${formatMeters(away)} from its target`]),
    ...(off === undefined
      ? []
      : [`${formatMeters(Math.abs(off))} ${off < 0 ? 'right' : 'left'} of its path`]),
    ...describeState(robot),
    ...describeForce(robot),
  ];
  return `${words.join(', ')}.`;
}

function describeOthers(robots: readonly LocatedRobot[]): string[] {
  if (robots.length === 0) return [];
  const moving = robots.filter(({ tick }) => tick && Math.abs(forwardSpeedOf(tick)) > SETTLED_SPEED).length;
  const stopped = robots.filter(({ tick }) => tick && tick.safety !== 'driving').length;
  const who = robots.length === 1 ? '1 other robot' : `${robots.length} other robots`;
  return [`${who}, ${moving} moving${stopped > 0 ? `, ${stopped} stopped` : ''}.`];
}

/** One or two sentences: one robot, and how many others there are. @param id the first robot by default */
export function describeMap(scene: SceneView | null, frame: FrameView | null, id?: string): string {
  const robots = scene && frame ? locateRobots(scene, frame) : [];
  const real = robots.filter(({ view }) => !view.ghost);
  const described = robots.find(({ view }) => view.id === id) ?? real[0] ?? robots[0];
  if (!scene || !frame || !described)
    return scene ? `${scene.name}: no robot is known yet.` : 'Nothing runs yet.';
  return [
    describeRobot(described, scene, frame),
    ...describeOthers(real.filter((robot) => robot !== described)),
  ].join(' ');
}
