/** What changes of an open scene from instant to instant, as it is shown. */
import type { Vec2 } from '../../src/math/geometry.js';
import type { Volts } from '../../src/math/units.js';
import type { FrameView, News, RobotFrame } from '../../src/signals/view.js';
import type { RobotRun } from '../engine/robotRun.js';
import { offPath } from './offPath.js';
import type { Pace } from './pace.js';
import { pointerOf } from './retarget.js';
import type { ShownTicks } from './shownTicks.js';
import type { Stage } from './stage.js';
import type { ShownThings } from './thingViews.js';
import { verdictWords } from './verdict.js';

export function frameView(
  stage: Stage,
  things: ShownThings,
  ticks: ShownTicks,
  { paused, speed, reached }: Pace,
  news: readonly News[],
): FrameView {
  const { run, watch, result } = stage;
  const pointer = pointerAt(stage);
  const flow = watch.flow();
  const verdict = (result?.criteria ?? []).map((row) => ({ words: verdictWords(row), passed: row.passed }));
  return {
    kind: 'frame',
    at: run.at,
    robots: run.robots.map((robot) => robotFrame(robot, ticks)),
    moved: things.moved(),
    ...(pointer && { pointer }),
    pace: { paused, speed, ...(reached !== undefined && { reached }), lateness: 0, lostPeriods: 0 },
    link: { state: 'simulated', words: 'simulated', ...batteryOf(run.robots) },
    verdict,
    ...(flow && { flow }),
    news,
  };
}

/** Of a robot alone: the page has one plot for it. */
function batteryOf([robot, ...others]: readonly RobotRun[]): { readonly volts?: Volts } {
  const volts = others.length === 0 ? robot?.ticked?.state.guards.supply.volts : undefined;
  return volts ? { volts } : {};
}

function robotFrame({ id, body, ticked, loop }: RobotRun, ticks: ShownTicks): RobotFrame {
  const crossTrack = offPath(loop.setup.mission, body.pose);
  return {
    id,
    truth: body.pose,
    ranges: ticked?.state.around.ranges ?? {},
    ...(crossTrack !== undefined && { crossTrack }),
    ...(ticked && { tick: ticks.asShown(ticked.tick, loop.stopped) }),
  };
}

/** Held or played by somebody, else where a mission says. */
function pointerAt({ run, robots }: Stage): Vec2 | undefined {
  const moving = run.targetTruth.pointerAt(run.at);
  if (moving) return moving;
  for (const { loop } of robots) {
    const said = pointerOf(loop.setup.mission);
    if (said) return said;
  }
  return undefined;
}
