/**
 * `steerbot sim`: runs a scenario; gives a result, a picture and an exit code.
 *
 * Loads the emulated board, the recorder, the picture and the page only for runs that need them.
 */

import { resolve } from 'node:path';
import pc from 'picocolors';
import { Subscription, tap } from 'rxjs';
import { type Result, type RunOptions, runScenario } from '../../../sim/engine/run.js';
import { TraceRecorder } from '../../../sim/engine/trace.js';
import { refuseLinkFaults } from '../../../sim/scenario/faultSpec.js';
import { loadGallery, loadScenario } from '../../../sim/scenario/loadScenario.js';
import type { Scenario } from '../../../sim/scenario/scenario.js';
import type { Setting } from '../../../sim/scenario/vary.js';
import type { WorldSnapshot } from '../../../sim/world/world.js';
import { findFile, isPackaged, loadText, SCENARIOS } from '../../config/loadFile.js';
import { type LimitOptions, missionLimits } from '../../config/robot/limitOptions.js';
import { SourceDocument } from '../../config/yaml/document.js';
import { fromNow, wallClock, wallTime } from '../../control/clock.js';
import type { TickedState } from '../../control/loop.js';
import type { Pose } from '../../math/geometry.js';
import type { Seconds } from '../../math/units.js';
import { StepWatch } from '../../session/missionSteps.js';
import type { MissionSpec } from '../../signals/missionTree.js';
import type { ClockTick } from '../../signals/signals.js';
import type { OwnBehaviors } from '../../steering/mission.js';
import { UsageError } from '../../validation/errors.js';
import { ownBehaviorsOf } from '../ownBehaviors.js';
import type { Listen } from '../pageHost/messages.js';
import { beginsElsewhere, pathsSaid } from '../pathWords.js';
import { EXIT, type ExitCode, exitCodeOf } from '../terminal/exitCodes.js';
import { mustBeApart, mustBeNew, mustBeWritable, writeOutput } from '../terminal/outputFile.js';
import { showRunProgress } from '../terminal/statusLine.js';
import { report } from './report.js';

export interface SimOptions extends LimitOptions {
  readonly json?: boolean;
  readonly headless?: boolean;
  readonly seed?: number;
  /** Multiple of real time; by default 1 with a page, and without one as fast as possible. */
  readonly speed?: number;
  readonly record?: string;
  readonly listen?: Listen;
  /** Shows the run to Foxglove there: it then takes its time, also without a page. */
  readonly foxglove?: Listen;
  readonly plot?: string;
  readonly firmware?: boolean;
  /** The name or the file of the robot that replaces every robot of the scenario. */
  readonly robot?: string;
  /** The file of the user's own behaviors. */
  readonly behaviors?: string;
  /** Values in place of the file's. */
  readonly settings?: readonly Setting[];
  /** The file whose mission every robot gets. */
  readonly mission?: string;
}

/** @throws FileError, UsageError before anything has run */
export async function sim(name: string, options: SimOptions): Promise<ExitCode> {
  const behaviors = await ownBehaviorsOf(options.behaviors);
  mustBeApart({ '--record': options.record, '--plot': options.plot });
  if (options.record !== undefined) mustBeNew('--record', options.record, 'run.mcap');
  if (options.foxglove) refuseUnshown(options);
  else if (!hasPage(options)) return simUnseen(name, options, behaviors);
  const { simShown } = await import('./simShown.js');
  const seen = { ...options, speed: options.speed ?? 1, headless: !hasPage(options) };
  const shown = await simShown(name, seen, behaviors, (judged) => {
    process.stdout.write(`${options.json ? JSON.stringify(judged) : report(judged)}\n`);
  });
  return shown ? exitCodeOf(shown) : interrupted();
}

async function simUnseen(name: string, options: SimOptions, behaviors: OwnBehaviors): Promise<ExitCode> {
  const { seed, plot, json, headless, firmware, robot, settings, mission } = options;
  const limits = missionLimits(options);
  const scenario = loadScenario(name, { behaviors, seed, robot, limits, settings, mission });
  if (!firmware) refuseLinkFaults(scenario, 'add --firmware');
  for (const line of pathWords(scenario, name)) process.stderr.write(`${line}\n`);
  if (plot !== undefined) mustBeWritable('--plot', plot, 'run.svg');
  const picture = new Picture(scenario);
  const bodies = firmware ? await emulation(scenario) : async () => ({});
  // The same files and seed give the same run: one run is recorded, another gives the result.
  if (options.record !== undefined) {
    const { recordRun } = await import('./recordedRun.js');
    await recordRun(name, scenario, options.record, await bodies());
  }
  const result = await runPaced(
    scenario,
    headless ? Number.POSITIVE_INFINITY : (options.speed ?? Number.POSITIVE_INFINITY),
    picture,
    await bodies(),
  );
  if (!result) return interrupted();
  if (plot !== undefined) writeOutput('--plot', plot, await picture.draw(result), 'run.svg');
  process.stdout.write(`${json ? JSON.stringify(result) : report(result)}\n`);
  if (plot !== undefined) (json ? process.stderr : process.stdout).write(`picture: ${resolve(plot)}\n`);
  return exitCodeOf(result);
}

/** What was read of the files of its paths, and which of its robots begin elsewhere than their paths. */
function pathWords({ robots }: Scenario, name: string): readonly string[] {
  const file = findFile(name, SCENARIOS);
  if (isPackaged(file)) return [];
  const elsewhere = robots.flatMap(({ id, mission, at }) => {
    const words = beginsElsewhere(mission, at);
    return words === undefined ? [] : [`${id}: ${words}`];
  });
  return [...pathsSaid(new SourceDocument(loadText(file), file).value, file), ...elsewhere];
}

/** Makes the bodies of a run, each with its firmware started. */
async function emulation(scenario: Scenario): Promise<() => Promise<Pick<RunOptions, 'bodyOf'>>> {
  const { firmwareBodies, warnUnguarded } = await import('./firmware.js');
  warnUnguarded(scenario);
  return async () => ({ bodyOf: await firmwareBodies(scenario) });
}

/** A page makes no sense where a document, a picture or the greatest speed is wanted. */
const hasPage = ({ headless, json, plot, speed = 1 }: SimOptions): boolean =>
  !headless && !json && plot === undefined && Number.isFinite(speed);

/** @throws UsageError for options that do not go with a run in real time */
function refuseUnshown({ plot, speed = 1 }: SimOptions): void {
  if (plot !== undefined) throw new UsageError('--foxglove does not go with --plot; leave one of them out');
  if (!Number.isFinite(speed))
    throw new UsageError('--foxglove shows a run as it goes on; give --speed a number');
}

function interrupted(): ExitCode {
  process.stderr.write('interrupted; the wheels are stopped\n');
  return EXIT.interrupted;
}

/** Keeps what the picture of a run shows. */
class Picture {
  boxes: WorldSnapshot['boxes'] = [];
  readonly #scenario: Scenario;
  readonly #traces: ReadonlyMap<string, TraceRecorder>;
  readonly #missions: ReadonlyMap<string, MissionSpec>;
  readonly #steps: ReadonlyMap<string, StepWatch>;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    const recorders = scenario.robots.map(
      ({ id, robot, at }) => [id, new TraceRecorder(id, robot.chassis, at)] as const,
    );
    this.#traces = new Map(recorders);
    this.#missions = new Map(scenario.robots.map(({ id, mission }) => [id, mission]));
    this.#steps = new Map(scenario.robots.map(({ id }) => [id, new StepWatch(scenario.behaviors)]));
  }

  record(id: string, pose: Pose, { tick, state }: TickedState): void {
    const mission = state.setup?.mission ?? this.#missions.get(id);
    const steps = this.#steps.get(id);
    if (mission) steps?.see(mission, state.mission.memory);
    // Where several run at once, the last is the one that another may overrule.
    this.#traces.get(id)?.record(tick.at, pose, tick, steps?.running.at(-1));
  }

  async draw(result: Result): Promise<string> {
    const { plotRun } = await import('../../../sim/session/plotRun.js');
    const traces = [...this.#traces.values()].map((recorder) => recorder.trace());
    return plotRun(this.#scenario, traces, { ...result, boxes: this.boxes });
  }
}

/** Runs at a multiple of real time, or as fast as possible; undefined if interrupted. */
async function runPaced(
  scenario: Scenario,
  speed: number,
  picture: Picture,
  bodies: Pick<RunOptions, 'bodyOf'>,
): Promise<Result | undefined> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const progress = showRunProgress(scenario.duration, process.stderr);
  const run = runScenario(scenario, {
    ...bodies,
    onTick: (id, pose, _, ticked) => picture.record(id, pose, ticked),
    onEnd: ({ boxes }) => {
      picture.boxes = boxes;
    },
  });
  const watch = (simulated: Seconds, wall: Seconds) => progress.at(simulated, wall);
  try {
    return await (Number.isFinite(speed)
      ? runInRealTime(run, speed, watch, interruption.signal)
      : runAtOnce(run, watch, interruption.signal));
  } finally {
    // Leaving a run closes its drivers, which stops the wheels.
    run.return(undefined as never);
    progress.done();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

/** Yields the simulated time at each control tick, and returns the result. */
export type SimulatedRun<T> = Generator<Seconds, T>;

/** Called with the simulated and the wall time as the run goes on. */
export type TimeWatch = (simulated: Seconds, wall: Seconds) => void;

/** The longest time without letting signals in. */
const SLICE_PERIOD: Seconds = 0.02;

/** Without waiting; undefined if interrupted. */
export async function runAtOnce<T>(
  run: SimulatedRun<T>,
  watch: TimeWatch,
  interruption: AbortSignal,
): Promise<T | undefined> {
  const started = wallTime.now();
  let letIn = started;
  for (let step = run.next(); !interruption.aborted; step = run.next()) {
    if (step.done) return step.value;
    const now = wallTime.now();
    watch(step.value, now - started);
    if (now - letIn < SLICE_PERIOD) continue;
    await new Promise((done) => setImmediate(done));
    letIn = wallTime.now();
  }
  return undefined;
}

/** Each tick of the wall clock advances the run to its time times `speed`; a late tick makes up for lost time. */
export function runInRealTime<T>(
  run: SimulatedRun<T>,
  speed: number,
  watch: TimeWatch,
  interruption: AbortSignal,
): Promise<T | undefined> {
  const ticks = new Subscription();
  const ended = new Promise<T | undefined>((resolve, reject) => {
    const catchUp = ({ at }: ClockTick) => {
      for (let step = run.next(); ; step = run.next()) {
        if (step.done) return resolve(step.value);
        watch(step.value, at);
        if (step.value >= at * speed) return;
      }
    };
    ticks.add(wallClock(SLICE_PERIOD, fromNow()).pipe(tap(catchUp)).subscribe({ error: reject }));
    interruption.addEventListener('abort', () => resolve(undefined));
  });
  return ended.finally(() => ticks.unsubscribe());
}

/** Name and purpose, a line each, in groups; as one JSON document for a program. */
export function listScenes(json = false): ExitCode {
  const scenes = loadGallery();
  const width = Math.max(...scenes.map(({ name }) => name.length)) + 2;
  const groups = [...new Set(scenes.map(({ group }) => group))];
  const lines = groups.map((group) => {
    const ofGroup = scenes.filter((scene) => scene.group === group);
    return [pc.bold(group), ...ofGroup.map(({ name, about }) => `  ${name.padEnd(width)}${about}`)].join(
      '\n',
    );
  });
  process.stdout.write(`${json ? JSON.stringify(scenes, null, 2) : lines.join('\n\n')}\n`);
  return EXIT.done;
}
