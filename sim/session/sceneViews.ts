/** Views of an open scene for the page: the constant part, and the frame of each instant. */

import { missionText } from '../../src/config/mission/missionText.js';
import { tunables } from '../../src/config/tuning/tunables.js';
import type { Vec2 } from '../../src/math/geometry.js';
import type { Volts } from '../../src/math/units.js';
import { hasPower, OPERATOR_STOP } from '../../src/safety/supervisor.js';
import type { Pace } from '../../src/session/pace.js';
import { pointerOf } from '../../src/session/retarget.js';
import { rememberedView, viewOfRobot } from '../../src/session/robotView.js';
import type { Tick } from '../../src/signals/signals.js';
import type {
  FrameView,
  LinkView,
  News,
  Operation,
  RobotFrame,
  RobotView,
  SceneView,
  VerdictView,
} from '../../src/signals/view.js';
import type { RobotRun } from '../engine/robotRun.js';
import { figureWords, lossWords } from '../referee/lossWords.js';
import { type CriterionResult, expectedErrorNotes } from '../referee/result.js';
import type { OpenScene, SessionHost } from './openScene.js';
import { floorView, type ShownThings, thingViews, withoutPointer } from './thingViews.js';

/** @param mistake what is wrong with the scene's changed files */
export function sceneView(
  open: OpenScene,
  { gallery, save, keep }: SessionHost,
  mistake?: string,
): SceneView {
  const { scene, run, setups, robots } = open;
  const { missions = [], behaviors } = scene.scenario;
  const ids = robots.map(({ id }) => id);
  const sliders = tunables(ids, setups, behaviors && { own: behaviors });
  const mission = missionOn(open);
  const floor = floorView(run.world.spec);
  const can: Operation['kind'][] = [
    ...(['pointer', 'goTo', 'follow', 'signal', 'goToStep', 'open', 'restart'] as const),
    ...(['write', 'pause', 'step', 'speed', 'move'] as const),
    ...(missions.length > 0 ? (['choose'] as const) : []),
    ...(sliders.length > 0 ? (['tune'] as const) : []),
    ...(save ? (['save'] as const) : []),
    ...(keep ? (['keep'] as const) : []),
  ];
  return {
    kind: 'scene',
    name: scene.name,
    about: scene.about,
    ...(scene.scenario.source && { shows: scene.scenario.source }),
    ...(scene.scenario.spots && { spots: scene.scenario.spots }),
    ...(scene.scenario.try && { toTry: scene.scenario.try }),
    source: 'simulation',
    robots: robots.map(robotView),
    things: withoutPointer(thingViews(run.world.spec, run.world.snapshot())),
    ...(scene.scenario.respawn && { putBack: scene.scenario.respawn.inside }),
    ...(floor && { floor }),
    missions: missions.map(({ name }) => name),
    ...(mission !== undefined && { mission }),
    ...soleMission(open),
    tunables: sliders,
    gallery: gallery(),
    ...(mistake !== undefined && { mistake }),
    can,
  };
}

/** Index of the mission of the first robot that is no ghost: a chosen mission, or one equal to its own. */
function missionOn({ setups, robots, scene }: OpenScene): number | undefined {
  const first = robots.find(({ spec }) => !spec.ghost)?.id ?? '';
  const source = setups.sourceOf(first);
  if (source !== 'own') return source === 'given' ? undefined : source;
  const own = JSON.stringify(setups.loaded(first).mission);
  const place = scene.scenario.missions?.findIndex(({ mission }) => JSON.stringify(mission) === own) ?? -1;
  return place < 0 ? undefined : place;
}

/** As it was written on the page while it is that, else from what drives. */
function soleMission({ scene, robots, setups }: OpenScene): Pick<SceneView, 'missionText'> {
  const [sole, ...others] = robots.filter(({ spec }) => !spec.ghost);
  if (!sole || others.length > 0) return {};
  const { mission } = setups.now(sole.id);
  const isUntouched = mission === sole.spec.mission;
  return { missionText: (isUntouched ? scene.written : undefined) ?? missionText(mission) };
}

const robotView = ({ id, spec, loop }: RobotRun): RobotView =>
  viewOfRobot(id, loop.setup, spec.ghost ?? false);

// From instant to instant ---------------------------------------------------------------------------------

/** The inputs of a frame. */
interface Shown {
  readonly current: OpenScene;
  readonly things: ShownThings;
  readonly ticks: ShownTicks;
  readonly pace: Pace;
}

export function frameView(
  { current: open, things, ticks, pace: { paused, speed, reached } }: Shown,
  news: readonly News[],
  recording: LinkView['recording'],
): FrameView {
  const { run, events, result, judgedAt, takenOverAt } = open;
  const pointer = pointerAt(open);
  const flow = events.flow();
  const ids = run.robots.map(({ id }) => id);
  const verdict = (result?.criteria ?? run.lost).map((row) => verdictView(row, ids));
  const remarks = expectedErrorNotes(result?.robots ?? []);
  return {
    kind: 'frame',
    at: run.at,
    robots: run.robots.map((robot) => robotFrame(robot, open, ticks)),
    moved: things.moved(),
    ...(pointer && { pointer }),
    pace: { paused, speed, ...(reached !== undefined && { reached }), lateness: 0, lostPeriods: 0 },
    link: {
      state: 'simulated',
      words: 'simulated',
      ...batteryOf(run.robots),
      ...(recording && { recording }),
    },
    verdict,
    ...(remarks.length > 0 && { remarks }),
    ...(judgedAt !== undefined && { judgedAt }),
    ...(takenOverAt !== undefined && { takenOverAt }),
    ...(flow && { flow }),
    news,
  };
}

/** The battery of a single robot: the page has one plot for it. */
function batteryOf([robot, ...others]: readonly RobotRun[]): { readonly volts?: Volts } {
  const volts = others.length === 0 ? robot?.ticked?.state.guards.supply.volts : undefined;
  return volts ? { volts } : {};
}

/** Of more robots the page shows no memories: they would hide each other. */
const MOST_WITH_MEMORY = 8;

function robotFrame(robot: RobotRun, { offPath, events, robots }: OpenScene, ticks: ShownTicks): RobotFrame {
  const { id, body, ticked, loop } = robot;
  const steps = events.stepsOf(robot);
  const crossTrack = offPath.of(id, loop.setup.mission, body.pose);
  return {
    id,
    truth: body.pose,
    ranges: ticked?.state.around.ranges ?? {},
    ...(robots.length <= MOST_WITH_MEMORY && rememberedView(ticked)),
    ...(crossTrack !== undefined && { crossTrack }),
    ...(steps !== undefined && { steps }),
    ...(ticked && { tick: ticks.asShown(ticked.tick, loop.stopped) }),
  };
}

/** Where the pointer is: as held or moved, else as a mission gives it. */
function pointerAt({ run, robots }: OpenScene): Vec2 | undefined {
  const moving = run.targetTruth.pointerAt(run.at);
  if (moving) return moving;
  for (const { loop } of robots) {
    const said = pointerOf(loop.setup.mission);
    if (said) return said;
  }
  return undefined;
}

/** The ticks of a session for frames. Each is first sent unchanged, since a recording compares it. */
export class ShownTicks {
  readonly #shown = new WeakSet<Tick>();
  #again = false;

  /** A STOP shows at once and not with the next tick, since a paused simulation has no ticks. */
  asShown(tick: Tick, stopped: boolean): Tick {
    const holds = stopped && hasPower(tick);
    if (this.#shown.has(tick)) return holds ? atRest(tick) : tick;
    this.#shown.add(tick);
    this.#again ||= holds;
    return tick;
  }

  /** Whether one more frame is due: since the last call an unchanged tick was sent whose robot has been stopped. */
  takeAgain(): boolean {
    const again = this.#again;
    this.#again = false;
    return again;
  }
}

const atRest = (tick: Tick): Tick => ({
  ...tick,
  safety: 'stopped',
  cause: OPERATOR_STOP,
  hold: null,
  granted: { left: 0, right: 0 },
  duties: { left: 0, right: 0 },
});

function verdictView(row: CriterionResult, robots: readonly string[]): VerdictView {
  const { passed, lost } = row;
  const words = figureWords(row);
  return lost ? { words, passed, ...lost, lost: lossWords(row, robots) } : { words, passed };
}
