/** One future of a recorded run: it is run again up to a tick, and on from there. */
import { TraceRecorder } from '../../../../sim/engine/trace.js';
import type { Result } from '../../../../sim/referee/result.js';
import type { Scenario } from '../../../../sim/scenario/scenario.js';
import { plottedRun } from '../../../../sim/session/plotRun.js';
import { Retelling, type Retold } from '../../../../sim/session/retelling.js';
import type { Pose } from '../../../math/geometry.js';
import type { Seconds } from '../../../math/units.js';
import type { Recording } from '../../../recording/reading/recording.js';
import type { Recordable } from '../../../recording/simulated.js';
import type { PlottedRun } from '../../../scene/plot/trace.js';
import type { Tick } from '../../../signals/signals.js';
import type { View } from '../../../signals/view.js';
import type { OwnBehaviors } from '../../../steering/mission.js';
import { branchedRun } from '../../sim/pastRun.js';
import { bodiesOf, RunAgain } from '../../sim/runAgain.js';
import type { Branch } from '../../sim/runToRepeat.js';
import { ExchangedCode } from './exchangedCode.js';

/** One tick of one robot, as far as two futures are compared. */
export interface FutureTick {
  readonly at: Seconds;
  /** The true body. */
  readonly pose: Pose;
  readonly estimate: Pose;
  readonly force: Tick['steered']['force'];
  readonly granted: Tick['granted'];
}

export interface Future {
  readonly scenario: Scenario;
  /** When the run was changed, on its own clock. */
  readonly changedAt: Seconds;
  /** When it ended. */
  readonly until: Seconds;
  /** Whether it came to an end that is judged, or was still under way. */
  readonly judged: boolean;
  readonly result: Result;
  /** Of each robot. */
  readonly ticks: ReadonlyMap<string, readonly FutureTick[]>;
  readonly plotted: PlottedRun;
  /** The scenario that is this run, and what happened and is not in it. */
  readonly retold: Retold;
}

export interface FutureOptions {
  readonly own: OwnBehaviors;
  /** It goes on after the recording's end, until it is judged; otherwise it ends there. */
  readonly toItsEnd: boolean;
  readonly record?: (news: View | Recordable) => void;
  /** It is given up when so many criteria are lost for good. */
  readonly atMostLost?: number;
}

/**
 * Runs one of a recording's futures, as fast as the computer can.
 *
 * @throws FileError where the recording cannot be run again, UsageError where a setting is refused
 */
export async function runFuture(
  recording: Recording,
  branch: Branch,
  { own, toItsEnd, record, atMostLost = Number.POSITIVE_INFINITY }: FutureOptions,
): Promise<Future> {
  const code = branch.code && new ExchangedCode(own, branch.code);
  const past = branchedRun(recording, code?.behaviors ?? own, branch);
  const ticks = new Map<string, FutureTick[]>();
  const traces = new Map<string, TraceRecorder>();
  let changedAt: Seconds = 0;
  const retelling: Retelling = new Retelling(() => run.session.current, past.pastOf !== undefined);
  const run: RunAgain = new RunAgain(recording, past, {
    ...(await bodiesOf(past)),
    record: (news) => {
      retelling.hear(news);
      if (news.kind === 'begun') for (const kept of [ticks, traces]) kept.clear();
      if (news.kind === 'changed' && news.settings === branch.settings) {
        changedAt = news.at;
        code?.exchange();
      }
      record?.(news);
    },
    onTick: (id, pose, tick) => {
      const { at, estimate, steered, granted } = tick;
      const known = ticks.get(id) ?? [];
      if (known.length === 0) ticks.set(id, known);
      known.push({ at, pose, estimate: estimate.pose, force: steered.force, granted });
      traces.get(id)?.record(at, pose, tick);
    },
  });
  const { session } = run;
  const isOver = (): boolean => {
    const { current } = session;
    if (traces.size === 0)
      for (const { id, spec } of current.robots)
        traces.set(id, new TraceRecorder(id, spec.robot.chassis, spec.at));
    if (Number.isFinite(atMostLost) && current.run.lost.length > atMostLost) return true;
    return !run.isAgain && ((!toItsEnd && !past.pastOf) || current.result !== undefined);
  };
  try {
    session.start(record ?? (() => {}));
    await run.goOnUntil(isOver);
    const { current } = session;
    const scenario = { ...current.scene.scenario, world: current.run.world.spec };
    const drawn = [...traces.values()].map((trace) => trace.trace());
    return {
      scenario,
      changedAt,
      until: current.run.at,
      judged: current.result !== undefined,
      result: current.result ?? current.run.result(0),
      ticks,
      retold: {
        scenario: retelling.scenario,
        leftOut: retelling.leftOut,
        firmware: retelling.firmware,
      },
      plotted: plottedRun(scenario, drawn, current.run.world.snapshot().boxes),
    };
  } finally {
    session.close();
  }
}
