/** Numbers, states and the whole map as text, for eyes and screen readers. */
import { angleOf, length } from '../../math/geometry.js';
import type { Fault, Tick, WheelSpeeds } from '../../signals/signals.js';
import type { FrameView, LinkView, Pace, RobotView, SceneView, SensorView } from '../../signals/view.js';
import { distanceToGoal, type LocatedRobot, locateRobots, speedOf } from './map/view/locations.js';

const UNKNOWN_TEXT = '–';

/** A number with so many digits behind the point; a true minus, and none before a zero. */
export function formatFixed(value: number | null | undefined, digits: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return UNKNOWN_TEXT;
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

export function formatQuantity(value: number | null | undefined, digits: number, unit: string): string {
  const text = formatFixed(value, digits);
  return text === UNKNOWN_TEXT || unit === '' ? text : `${text} ${unit}`;
}

/** `2.0 ×`, `0.35 ×`: two digits say enough, and always take as much room. */
export const formatFactor = (times: number): string =>
  `${times < 1 ? times.toFixed(2) : times < 10 ? times.toFixed(1) : times.toFixed(0)} ×`;

/** Less of the speed that was asked for than this is shown. */
const MIN_REACHED_SHARE = 0.97;

/** What is reached of the speed that was asked for; nothing where it is reached, but for a hair. */
export const formatShortfall = (pace: Pace | undefined): string =>
  pace?.reached !== undefined && pace.reached < MIN_REACHED_SHARE * pace.speed
    ? formatFactor(pace.reached)
    : '';

/** Slower than this nobody sees it move [m/s]. */
const STANDSTILL_SPEED = 0.005;

const isStandingStill = ({ left, right }: WheelSpeeds): boolean =>
  Math.abs(left) < STANDSTILL_SPEED && Math.abs(right) < STANDSTILL_SPEED;

/**
 * `driving by mission (something is in the way)`, `standing, arrived`, `stopped: an operator said STOP`, … Why a robot is
 * `faulted` is told beside it, by the notice of the fault.
 *
 * @param idle its mission asks for nothing
 */
export function formatState(tick: Tick | undefined, idle = false): string {
  if (!tick) return 'no news yet';
  // Old recordings have neither.
  const { safety, cause, hold } = tick as Partial<Tick>;
  if (safety === 'faulted') return safety;
  if (safety !== 'driving') return cause ? `${safety}: ${cause}` : `${safety}`;
  return hold ? `${formatDriving(tick, idle)} (${hold})` : formatDriving(tick, idle);
}

function formatDriving(tick: Tick, idle: boolean): string {
  if (tick.mode === 'manual') return 'driving by hand';
  if (idle) return 'waiting: click where to go, or drive by hand';
  if (!tick.arrived) return 'driving by mission';
  return isStandingStill(tick.estimate.wheels) ? 'standing, arrived' : 'driving by mission, arrived';
}

/** What a robot noticed, and whether it is why it does not drive now. */
interface RobotFault extends Fault {
  readonly robot: string;
  readonly holds: boolean;
}

/** Every fault of every robot, with the robot's name. */
export const faultsOf = (frame: FrameView | null): readonly RobotFault[] =>
  (frame?.robots ?? []).flatMap(({ id, tick }) =>
    (tick?.faults ?? []).map((fault) => ({ robot: id, holds: tick?.cause === fault.what, ...fault })),
  );

const LINK_TEXTS: Readonly<Record<LinkView['state'], string>> = {
  simulated: 'Simulated',
  connecting: 'Connecting',
  connected: 'Connected',
  lost: 'Lost',
  recording: 'Recording',
};

/** `Connected: uno on /dev/ttyACM0`; a state that its own words repeat is said once. */
export function formatLink(link: LinkView | undefined): string {
  if (!link) return 'No robot yet';
  const state = LINK_TEXTS[link.state] ?? link.state;
  const words = link.words.startsWith(link.state)
    ? link.words.slice(link.state.length).replace(/^:? */, '')
    : link.words;
  return words ? `${state}: ${words}` : state;
}

/** How late the clock is, and what it lost; simulated time is never late. */
export function formatClock(frame: FrameView | null): string {
  if (frame?.link?.state === 'simulated') return 'simulated time';
  const { lateness = 0, lostPeriods = 0 } = frame?.pace ?? {};
  const lost = lostPeriods === 1 ? '1 period lost' : `${lostPeriods} periods lost`;
  return `${formatFixed(lateness * 1000, 1)} ms late, ${lost}`;
}

/** As it is typed: as many digits as anybody means, no noise. */
export const formatInput = (value: number): string =>
  Number.isFinite(value) ? String(Number(value.toPrecision(6))) : '';

/** `responseTime` as text: `response time`. */
export const formatLabel = (label: string): string =>
  label.replaceAll(/([a-z\d])([A-Z])(?![A-Z])/g, (_, before: string, after: string) => {
    return `${before} ${after.toLowerCase()}`;
  });

// On which sides of a robot no range sensor looks.

const SIDE_DIRECTIONS = { front: 0, left: Math.PI / 2, right: -Math.PI / 2, behind: Math.PI } as const;
/** A side reaches so far to both of its sides. */
const HALF_SIDE_ANGLE = Math.PI / 4;
const ANGLE_EPSILON = 1e-9;

const angleSize = (angle: number): number => Math.abs(Math.atan2(Math.sin(angle), Math.cos(angle)));

/** A fan that only touches the side's edge does not look there; a single ray on the edge looks at both. */
function covers({ facing, fieldOfView, range }: SensorView, side: number): boolean {
  const off = angleSize(facing - side);
  return (
    range > 0 &&
    (off < HALF_SIDE_ANGLE + ANGLE_EPSILON || off < HALF_SIDE_ANGLE + fieldOfView / 2 - ANGLE_EPSILON)
  );
}

/** `sees nothing: left, behind`; empty where it looks everywhere. A bumper reaches nowhere, and sees nothing. */
export function formatBlindSides(robot: Pick<RobotView, 'sensors'> | undefined): string {
  if (!robot) return '';
  const blind = Object.entries(SIDE_DIRECTIONS).filter(
    ([, side]) => !robot.sensors.some((one) => covers(one, side)),
  );
  if (blind.length === 0) return '';
  if (blind.length === Object.keys(SIDE_DIRECTIONS).length) return 'sees nothing';
  return `sees nothing: ${blind.map(([name]) => name).join(', ')}`;
}

// The map as text, for a reader who does not see it.

const formatMeters = (value: number): string =>
  `${formatFixed(value, value !== 0 && Math.abs(value) < 0.1 ? 2 : 1)} m`;

const formatDegrees = (angle: number): string => `${formatFixed((angle * 180) / Math.PI, 0)}°`;

function describeState({ tick }: LocatedRobot): string[] {
  if (!tick) return [];
  if (tick.safety === 'faulted') return ['stopped by a fault'];
  if (tick.safety === 'stopped') return ['stopped'];
  return [...(tick.mode === 'manual' ? ['driven by hand'] : []), ...(tick.arrived ? ['arrived'] : [])];
}

/** Less of the robot's limit is not told. */
const MIN_FORCE_SHARE = 0.01;

/** The behavior that pushes most, while the mission drives and something comes of it. */
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
    ...(tick ? [`${formatFixed(speedOf(tick), 2)} m/s`] : []),
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
  const moving = robots.filter(({ tick }) => tick && Math.abs(speedOf(tick)) > STANDSTILL_SPEED).length;
  const stopped = robots.filter(({ tick }) => tick && tick.safety !== 'driving').length;
  const who = robots.length === 1 ? '1 other robot' : `${robots.length} other robots`;
  return [`${who}, ${moving} moving${stopped > 0 ? `, ${stopped} stopped` : ''}.`];
}

/** One or two sentences: the robot meant, and how many others there are. @param id missing: the first */
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
