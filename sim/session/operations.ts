/** What each operation does to a session; a refusal says why it does nothing. */
import type { Vec2 } from '../../src/math/geometry.js';
import type { News, Operation } from '../../src/signals/view.js';
import { thingNamed } from '../world/things.js';
import { choose, follow, goTo, movePointer, type Refusal } from './aiming.js';
import type { EventLog } from './eventLog.js';
import type { Hands } from './hands.js';
import type { SessionHost } from './host.js';
import { FASTEST, type Pace, SLOWEST } from './pace.js';
import { Stage } from './stage.js';
import type { ShownThings } from './thingViews.js';
import { tune } from './tuning.js';

type Handlers = { readonly [O in Operation as O['kind']]: (operation: O) => Refusal };
type Of<K extends keyof Handlers> = Parameters<Handlers[K]>[0];

const NO_PLACE = 'that is no place';
const isPlace = ({ x, y }: Vec2): boolean => Number.isFinite(x) && Number.isFinite(y);

/** What operations change of a session. */
export interface Operated {
  readonly host: SessionHost;
  readonly news: EventLog;
  readonly hands: Hands;
  readonly pace: Pace;
  readonly stage: Stage;
  readonly things: ShownThings;
  /** Guards people: a STOP outlasts a restart and another scene. */
  stopped: boolean;
  /** Another scene, or the same from its beginning. */
  enter(stage: Stage): void;
  /** On to the next instant of control. */
  step(): void;
  sceneChanged(): void;
  tell(level: News['level'], words: string): void;
}

export const handlersOf = (session: Operated): Handlers => ({
  stop: () => stop(session),
  arm: () => arm(session),
  clear: () => clear(session),
  resume: () => resume(session),
  teleop: (operation) => teleop(session, operation),
  pointer: ({ at }) => (isPlace(at) ? movePointer(session.stage, at) : NO_PLACE),
  goTo: ({ robot, at }) => (isPlace(at) ? changing(session, goTo(session.stage, robot, at)) : NO_PLACE),
  follow: ({ robot, path }) =>
    path.every(isPlace) ? changing(session, follow(session.stage, robot, path)) : NO_PLACE,
  choose: (operation) => chooseMission(session, operation),
  tune: (operation) => turn(session, operation),
  save: () => save(session),
  keep: () => keep(session),
  open: ({ scene }) => open(session, scene),
  restart: () => restart(session),
  pause: ({ paused }) => changePace(session, { paused }),
  step: () => stepOnce(session),
  speed: ({ times }) => speed(session, times),
  move: (operation) => move(session, operation),
  scrub: () => 'a simulation does not go back; a recording does',
});

function changing(session: Operated, why: Refusal): Refusal {
  if (why === undefined) session.sceneChanged();
  return why;
}

// Who drives -----------------------------------------------------------------------------------------------

/** Guards people: every robot, at once, whatever else goes on. */
function stop(session: Operated): Refusal {
  session.stopped = true;
  session.hands.clear();
  for (const { loop } of session.stage.robots) loop.say({ kind: 'stop' });
  session.tell('warning', 'stopped');
  return undefined;
}

function arm(session: Operated): Refusal {
  session.stopped = false;
  for (const { loop } of session.stage.robots) loop.say({ kind: 'arm' });
  const failed = session.stage.robots.filter(({ ticked }) => ticked?.tick.safety === 'faulted');
  if (failed.length < session.stage.robots.length) session.tell('info', 'armed');
  if (failed.length === 0) return undefined;
  return `${failed.map(({ id }) => id).join(', ')} failed; clear the fault first`;
}

/** A robot whose fault is cleared stays stopped until it is armed. */
function clear(session: Operated): Refusal {
  const failed = session.stage.robots.filter(({ ticked }) => ticked?.tick.safety === 'faulted');
  if (failed.length === 0) return 'no robot has a fault that stops it';
  for (const { loop } of failed) loop.say({ kind: 'clear' });
  session.tell('info', `clearing the fault of ${failed.map(({ id }) => id).join(', ')}`);
  return undefined;
}

function resume(session: Operated): Refusal {
  session.hands.clear();
  for (const { loop } of session.stage.robots) loop.say({ kind: 'resume' });
  return undefined;
}

function teleop({ stage, hands, host }: Operated, { robot, linear, angular }: Of<'teleop'>): Refusal {
  const meant = stage.meant(robot);
  if (typeof meant === 'string') return meant;
  if (!Number.isFinite(linear) || !Number.isFinite(angular)) return 'that is no direction';
  for (const one of meant) hands.hold(one, linear, angular, host.time.now());
  return undefined;
}

// What they do ---------------------------------------------------------------------------------------------

function chooseMission(session: Operated, { mission }: Of<'choose'>): Refusal {
  const why = choose(session.stage, mission);
  if (why !== undefined) return why;
  session.tell('info', `mission: ${session.stage.scene.scenario.missions?.[mission]?.name}`);
  return changing(session, undefined);
}

function turn(session: Operated, operation: Of<'tune'>): Refusal {
  const { stage, news } = session;
  const { robots, setups, scene } = stage;
  const ids = robots.map(({ id }) => id);
  const tuned = tune(ids, setups, operation, scene.scenario.behaviors);
  if (typeof tuned === 'string') return tuned;
  for (const { id, loop } of robots) {
    if (tuned.ids.includes(id)) loop.say({ kind: 'tune', setup: setups.tune(id, tuned.setup) });
  }
  news.tellWhenAtRest(operation.id, { at: stage.run.at, level: 'info', words: tuned.words });
  return changing(session, undefined);
}

function save(session: Operated): Refusal {
  const { host, stage } = session;
  const robots = stage.setups.tuned();
  const { save } = host;
  if (!save) return 'nothing can be saved here';
  if (robots.length === 0) return 'nothing was tuned';
  void Promise.resolve()
    .then(() => save(stage.scene, robots))
    .then(
      (words) => session.tell('info', words),
      (error: unknown) => session.tell('warning', `not saved: ${messageOf(error)}`),
    );
  return undefined;
}

function keep({ host }: Operated): Refusal {
  if (!host.keep) return 'nothing is recorded here';
  host.keep();
  return undefined;
}

// The scene and its time -----------------------------------------------------------------------------------

function open(session: Operated, name: string): Refusal {
  const scene = session.host.open(name);
  session.enter(new Stage(scene, session.host));
  session.tell('info', `scene: ${scene.name}`);
  return undefined;
}

/** From the beginning, with what was tuned. */
function restart(session: Operated): Refusal {
  const { scene, setups } = session.stage;
  session.enter(new Stage(scene, session.host, setups));
  session.tell('info', 'restarted');
  return undefined;
}

function changePace(
  session: Operated,
  change: { readonly paused?: boolean; readonly speed?: number },
): Refusal {
  session.pace.change(session.host.time.now(), session.stage.run.at, change);
  return undefined;
}

function stepOnce(session: Operated): Refusal {
  changePace(session, { paused: true });
  session.step();
  return undefined;
}

function speed(session: Operated, times: number): Refusal {
  if (!(times >= SLOWEST && times <= FASTEST)) return `a speed of ${SLOWEST} to ${FASTEST} is wanted`;
  return changePace(session, { speed: times });
}

function move({ stage, things }: Operated, { id, to, heading }: Of<'move'>): Refusal {
  const { run } = stage;
  if (!isPlace(to) || (heading !== undefined && !Number.isFinite(heading))) return NO_PLACE;
  const robot = stage.robots.find((one) => one.id === id);
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

export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
