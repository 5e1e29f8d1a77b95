/** A simulated run as one picture. */

import { type Pose, type Vec2, ZERO } from '../../src/math/geometry.js';
import type { Seconds } from '../../src/math/units.js';
import { pathsOf } from '../../src/scene/goals.js';
import { velocityOf } from '../../src/scene/located.js';
import { drawMovingPlot } from '../../src/scene/plot/moving.js';
import { drawPlot, drawSmallPlot, type PlotSummary } from '../../src/scene/plot/plot.js';
import type { PlottedRun, RobotTrace, SentRobot } from '../../src/scene/plot/trace.js';
import { viewOfRobot } from '../../src/session/robotView.js';
import type { Tick } from '../../src/signals/signals.js';
import { pathErrors } from '../engine/pathErrors.js';
import { LockStep } from '../engine/run.js';
import { TraceRecorder } from '../engine/trace.js';
import type { RobotSpec, Scenario, WorldSpec } from '../scenario/scenario.js';
import { thingName } from '../world/things.js';
import type { WorldSnapshot } from '../world/world.js';
import { floorView, thingViews } from './thingViews.js';

interface RunSummary extends PlotSummary {
  /** Where the world's boxes were at the end. */
  readonly boxes?: WorldSnapshot['boxes'];
}

/** One self-contained SVG. */
export const plotRun = (
  scenario: Scenario,
  traces: readonly RobotTrace[],
  { boxes = [], ...summary }: RunSummary = {},
): string => drawPlot(plottedRun(scenario, traces, boxes), summary);

/** How much of a run a small picture shows: enough to tell scenes apart; of a crowd less, since the build pays for it. */
const SMALL_DURATION: Seconds = 8;
const CROWD_DURATION: Seconds = 4;
const CROWD = 10;

/** A small SVG of the begin of a scenario's run. */
export async function smallPlot(scenario: Scenario): Promise<string> {
  const recorders = new Map(
    scenario.robots.map(({ id, robot, at }) => [id, new TraceRecorder(id, robot.chassis, at)]),
  );
  const run = new LockStep(scenario, {
    onTick: (id, pose, tick) => recorders.get(id)?.record(tick.at, pose, tick),
  });
  const duration = scenario.robots.length > CROWD ? CROWD_DURATION : SMALL_DURATION;
  try {
    while (!run.isOver && run.at < duration) {
      run.control();
      // Behaviors of a tick end in microtasks.
      await undefined;
      run.advance(duration);
    }
    const traces = [...recorders.values()].map((recorder) => recorder.trace());
    return drawSmallPlot(plottedRun(scenario, traces, run.world.snapshot().boxes));
  } finally {
    run.close();
  }
}

/** Ten pictures a second are smooth enough for bodies that take tenths of a second to change. */
const MOVING_STEP: Seconds = 0.1;
const MOVING_DURATION: Seconds = 20;

/** The first seconds of a run as a picture that moves; its target is the pointer, where it is scripted. Movers are left out. */
export async function movingPlot(scenario: Scenario): Promise<string> {
  const ticks = new Map<string, Tick>();
  const run = new LockStep(scenario, { onTick: (id, _, tick) => ticks.set(id, tick) });
  const robots = run.robots.map(({ id, spec, loop, body }) => ({
    ...{ run: body, id, poses: [] as Pose[], velocities: [] as Vec2[], forces: [] as Vec2[] },
    view: viewOfRobot(id, loop.setup, spec.ghost ?? false),
  }));
  const pointer: Vec2[] = [];
  try {
    for (let due = 0; due < MOVING_DURATION; due += MOVING_STEP) {
      while (run.at < due - 1e-9) {
        run.control();
        await undefined;
        run.advance(due);
      }
      for (const robot of robots) {
        const tick = ticks.get(robot.id);
        robot.poses.push(robot.run.pose);
        robot.velocities.push(tick ? velocityOf(robot.run.pose, tick) : ZERO);
        robot.forces.push(tick?.steered.force ?? ZERO);
      }
      const at = run.targetTruth.pointerAt(run.at);
      if (at) pointer.push(at);
    }
    const still = plottedRun({ ...scenario, robots: [], world: { ...scenario.world, movers: [] } }, []);
    return drawMovingPlot(still, {
      step: MOVING_STEP,
      robots: robots.map(({ view, poses, velocities, forces }) => {
        const pose = poses[0] as Pose;
        const frame = { id: view.id, ranges: {} };
        return { body: { view, frame, pose, tick: undefined }, poses, velocities, forces };
      }),
      targets: pointer.length > 0 ? [pointer] : [],
    });
  } finally {
    run.close();
  }
}

/** What a picture shows of a scenario and its traces. @param boxes where they were at the end */
export function plottedRun(
  { name, world, robots, respawn, criteria }: Scenario,
  traces: readonly RobotTrace[],
  boxes: WorldSnapshot['boxes'] = [],
): PlottedRun {
  const floor = floorView(world);
  return {
    name,
    things: thingViews(world, atStart(world)),
    ...(floor && { floor }),
    ...(respawn && { putBack: respawn.inside }),
    robots: robots.map(sentRobot),
    traces,
    moved: movedBoxes(world, boxes),
    errorsOf: ({ id, samples = [] }) => {
      const path = robots.filter((robot) => robot.id === id).flatMap(({ mission }) => pathsOf(mission))[0];
      return path && pathErrors(path, samples);
    },
    judged: criteria.length > 0,
  };
}

const sentRobot = ({ id, at, robot, mission, ghost = false }: RobotSpec): SentRobot => {
  const { chassis, limits } = robot;
  return { id, start: at, radius: chassis.radius, limits, mission, ghost };
};

const atStart = ({ boxes, movers }: WorldSpec): WorldSnapshot => ({
  boxes,
  movers: movers.map(({ id, waypoints, radius }) => ({ id, radius, at: waypoints[0] ?? { x: 0, y: 0 } })),
});

const movedBoxes = (spec: WorldSpec, now: WorldSnapshot['boxes']) =>
  now.flatMap(({ at, heading }, index) => {
    const before = spec.boxes[index];
    const stands = before?.at.x === at.x && before.at.y === at.y && before.heading === heading;
    return stands ? [] : [{ id: thingName({ list: 'boxes', index }, spec), at, heading }];
  });
