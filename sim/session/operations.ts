/** What each operation does to a simulated session; a refusal says why it did nothing. */

import { tune } from '../../src/config/tuning/tunables.js';
import type { Vec2 } from '../../src/math/geometry.js';
import type { EventLog } from '../../src/session/eventLog.js';
import { firstLineOf, type OperationHandlers, type OperationRefusal } from '../../src/session/operations.js';
import { isSpeed, type Pace } from '../../src/session/pace.js';
import { goalWords, pathWords } from '../../src/session/retarget.js';
import { FASTEST_PACE, SLOWEST_PACE } from '../../src/signals/session.js';
import type { News, Operation, Spot } from '../../src/signals/view.js';
import { FileError, messageOf } from '../../src/validation/errors.js';
import { thingNamed } from '../world/things.js';
import { choose, follow, goTo, movePointer } from './goalOperations.js';
import { OpenScene, type Scene, type SessionHost } from './openScene.js';
import { goToStep, tellSignal } from './stepOperations.js';
import type { TeleopHold } from './teleopHold.js';
import type { ShownThings } from './thingViews.js';

type Of<K extends Operation['kind']> = Extract<Operation, { readonly kind: K }>;

const NO_PLACE = 'the position is not finite';
const NO_WAY_BACK = 'a simulation cannot go back; only a recording can';
const isPlace = ({ x, y }: Vec2): boolean => Number.isFinite(x) && Number.isFinite(y);

/** The part of a session that operations change. */
export interface Operated {
  readonly host: SessionHost;
  readonly log: EventLog;
  readonly sticks: TeleopHold;
  readonly pace: Pace;
  readonly current: OpenScene;
  /** What the scene was opened by. */
  readonly opened: string;
  readonly things: ShownThings;
  /** A STOP outlasts a restart and another scene. */
  stopped: boolean;
  /** What is wrong with a text that was to be the scene's: it goes on as it was. */
  mistaken(words: string): void;
  /** Opens another scene, or the same from its beginning. @param opened what it is opened by, if it is another one */
  enter(open: OpenScene, opened?: string): void;
  /** Advances to the next control instant. */
  step(): void;
  sceneChanged(): void;
  tell(level: News['level'], words: string, spot?: Spot): void;
}

export const handlersOf = (session: Operated): OperationHandlers => ({
  stop: () => stop(session),
  arm: () => arm(session),
  clear: () => clear(session),
  resume: () => resume(session),
  teleop: (operation) => takingOver(session, teleop(session, operation)),
  pointer: ({ at }) => (isPlace(at) ? takingOver(session, movePointer(session.current, at)) : NO_PLACE),
  goTo: (operation) => goToPlace(session, operation),
  follow: (operation) => followPath(session, operation),
  signal: (operation) => tellSignal(session.current, operation),
  goToStep: (operation) => takingOver(session, goToStep(session.current, operation)),
  choose: (operation) => takingOver(session, chooseMission(session, operation)),
  write: ({ mission }) => write(session, mission),
  tune: (operation) => takingOver(session, tuneRobots(session, operation)),
  save: () => save(session),
  keep: () => keep(session),
  open: ({ scene }) => openNamed(session, scene),
  restart: () => restart(session),
  pause: ({ paused }) => changePace(session, { paused }),
  step: ({ back }) => (back ? NO_WAY_BACK : stepOnce(session)),
  speed: ({ times }) => speed(session, times),
  move: (operation) => takingOver(session, move(session, operation)),
  scrub: () => NO_WAY_BACK,
  zoom: () => 'only a recording can be plotted in part',
  changeFrom: () => 'only a recording is changed from its beginning on',
  forget: () => 'only a recording has other futures',
  why: () => 'only a recording can be looked through for what would have helped',
});

function changing(session: Operated, why: OperationRefusal): OperationRefusal {
  if (why === undefined) session.sceneChanged();
  return why;
}

/** From now on the result of the scenario no longer describes the run. */
function takingOver({ current }: Operated, why: OperationRefusal): OperationRefusal {
  if (why === undefined) current.takeOver();
  return why;
}

// Who drives -----------------------------------------------------------------------------------------------

/** Stops every robot at once, in any state. */
function stop(session: Operated): OperationRefusal {
  session.stopped = true;
  // What is missed from then on says nothing of the mission.
  if (!session.current.result) session.current.takeOver();
  session.sticks.clear();
  for (const { loop } of session.current.robots) loop.say({ kind: 'stop' });
  session.tell('warning', 'stopped', spotOfSole(session.current));
  return undefined;
}

/** Where a robot is that is alone. */
function spotOfSole({ robots }: OpenScene): Spot {
  const [sole, ...others] = robots.filter(({ spec }) => !spec.ghost);
  if (!sole || others.length > 0) return {};
  const { x, y } = sole.body.pose;
  return { robot: sole.id, place: { x, y } };
}

function arm(session: Operated): OperationRefusal {
  session.stopped = false;
  for (const { loop } of session.current.robots) loop.say({ kind: 'arm' });
  const failed = session.current.robots.filter(({ ticked }) => ticked?.tick.safety === 'faulted');
  if (failed.length < session.current.robots.length) session.tell('info', 'armed');
  if (failed.length === 0) return undefined;
  return `${failed.map(({ id }) => id).join(', ')} failed; clear the fault first`;
}

/** A robot whose fault is cleared stays stopped until it is armed. */
function clear(session: Operated): OperationRefusal {
  const failed = session.current.robots.filter(({ ticked }) => ticked?.tick.safety === 'faulted');
  if (failed.length === 0) return 'no robot has a fault that stops it';
  for (const { loop } of failed) loop.say({ kind: 'clear' });
  session.tell('info', `clearing the fault of ${failed.map(({ id }) => id).join(', ')}`);
  return undefined;
}

function resume(session: Operated): OperationRefusal {
  session.sticks.clear();
  for (const { loop } of session.current.robots) loop.say({ kind: 'resume' });
  return undefined;
}

function teleop(
  { current: open, sticks, host }: Operated,
  { robot, linear, angular }: Of<'teleop'>,
): OperationRefusal {
  const meant = open.meant(robot);
  if (typeof meant === 'string') return meant;
  if (!Number.isFinite(linear) || !Number.isFinite(angular)) return 'linear and angular are not finite';
  for (const one of meant) sticks.hold(one, linear, angular, host.time.now());
  return undefined;
}

// What they do ---------------------------------------------------------------------------------------------

function chooseMission(session: Operated, { mission }: Of<'choose'>): OperationRefusal {
  const why = choose(session.current, mission);
  if (why !== undefined) return why;
  session.tell('info', `mission: ${session.current.scene.scenario.missions?.[mission]?.name}`);
  return changing(session, undefined);
}

function tuneRobots(session: Operated, operation: Of<'tune'>): OperationRefusal {
  const { current: open, log } = session;
  const { robots, setups, scene } = open;
  const ids = robots.map(({ id }) => id);
  const tuned = tune(ids, setups, operation, scene.scenario.behaviors && { own: scene.scenario.behaviors });
  if (typeof tuned === 'string') return tuned;
  for (const { id, loop } of robots) {
    if (tuned.ids.includes(id)) loop.say({ kind: 'tune', setup: setups.tune(id, tuned.setup) });
  }
  log.addWhenSettled(operation.id, { at: open.run.at, level: 'info', words: tuned.words });
  return changing(session, undefined);
}

function save(session: Operated): OperationRefusal {
  const { host, current: open } = session;
  const { save } = host;
  if (!save) return 'nothing can be saved here';
  if (open.scene.written !== undefined) return 'the mission is written here, and in no file';
  const robots = open.setups.tuned();
  if (robots.length === 0) return 'nothing was tuned';
  void (async () => save(open.scene, robots))()
    .then(
      (words) => session.log.answer({ at: open.run.at, level: 'info', words }),
      (error: unknown) => session.tell('warning', `not saved: ${firstLineOf(error)}`),
    )
    // What was written may be another scene of the gallery.
    .finally(() => session.sceneChanged());
  return undefined;
}

function keep({ host }: Operated): OperationRefusal {
  if (!host.keep) return 'nothing is recorded here';
  host.keep();
  return undefined;
}

// The scene and its time -----------------------------------------------------------------------------------

function openNamed(session: Operated, name: string): OperationRefusal {
  const scene = session.host.open(name);
  session.enter(new OpenScene(scene, session.host), name);
  session.tell('info', `scene: ${scene.name}`);
  return undefined;
}

/** Starts the scene again, with the tuned values. */
function restart(session: Operated): OperationRefusal {
  const { scene, setups } = session.current;
  session.enter(new OpenScene(scene, session.host, setups));
  session.tell('info', 'restarted');
  return undefined;
}

/** Starts the scene again, as if its file had this mission. */
function write(session: Operated, mission: string): OperationRefusal {
  let scene: Scene;
  try {
    scene = session.host.open(session.opened, mission);
  } catch (error) {
    if (error instanceof FileError) session.mistaken(messageOf(error));
    throw error;
  }
  session.enter(new OpenScene({ ...scene, written: mission }, session.host));
  changePace(session, { paused: false });
  session.tell('info', 'it begins again with the mission that was written');
  return undefined;
}

function changePace(
  session: Operated,
  change: { readonly paused?: boolean; readonly speed?: number },
): OperationRefusal {
  session.pace.change(session.host.time.now(), session.current.run.at, change);
  return undefined;
}

function stepOnce(session: Operated): OperationRefusal {
  changePace(session, { paused: true });
  session.step();
  return undefined;
}

function speed(session: Operated, times: number): OperationRefusal {
  if (!isSpeed(times)) return `a speed of ${SLOWEST_PACE} to ${FASTEST_PACE} is wanted`;
  return changePace(session, { speed: times });
}

function move({ current: open, things }: Operated, { id, to, heading }: Of<'move'>): OperationRefusal {
  const { run } = open;
  if (!isPlace(to) || (heading !== undefined && !Number.isFinite(heading))) return NO_PLACE;
  const robot = open.robots.find((one) => one.id === id);
  if (robot) {
    if (!run.world.hasRoom(id, to)) return `${id} has no room there`;
    robot.place(run.at, { x: to.x, y: to.y, heading: heading ?? robot.body.pose.heading });
    return undefined;
  }
  const place = thingNamed(run.world.spec, id);
  if (!place) return `there is no '${id}'`;
  things.loosen(place);
  const box = place.list === 'boxes' ? run.world.snapshot().boxes[place.index] : undefined;
  return run.world.putThing(id, { to, heading: heading ?? box?.heading ?? 0 });
}

function goToPlace(session: Operated, { robot, at }: Of<'goTo'>): OperationRefusal {
  if (!isPlace(at)) return NO_PLACE;
  const why = goTo(session.current, robot, at);
  if (why !== undefined) return why;
  // The target is dragged: its last place is told.
  session.log.addWhenSettled('goal', { at: session.current.run.at, level: 'info', words: goalWords(at) });
  return changing(session, takingOver(session, undefined));
}

function followPath(session: Operated, { robot, path }: Of<'follow'>): OperationRefusal {
  if (!path.every(isPlace)) return NO_PLACE;
  const why = follow(session.current, robot, path);
  if (why !== undefined) return why;
  session.tell('info', pathWords(path));
  return changing(session, takingOver(session, undefined));
}
