/** What recording costs: on the thread that drives, beside it, on the disk; and how fast a run is made again. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { simulate } from '../../sim/engine/run.js';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { resimulate } from '../../src/cli/replay/resimulate.js';
import { wallTime } from '../../src/control/clock.js';
import { InputLog, type Inputs } from '../../src/recording/inputs.js';
import { openRecording } from '../../src/recording/reading/openRecording.js';
import { Recorder } from '../../src/recording/recorder.js';
import type { RangeReading, Tick } from '../../src/signals/signals.js';
import type { FrameView, SceneView } from '../../src/signals/view.js';
import { median } from './clock.js';

const TEN_MINUTES = 600;
const BUDGET = 0.02;

export interface Instant {
  readonly inputs: Inputs;
  readonly frame: FrameView;
}

const microseconds = (seconds: number): string => `${(seconds * 1e6).toFixed(0)} µs`;
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** A robot among obstacles, with a lidar of so many rays at 10 Hz; with none it is told of them. */
export function scenarioWith(rays: number): Scenario {
  const scenario = loadScenario('avoid-by-lidar');
  const robots = scenario.robots.map((robot) => {
    const sensors = robot.robot.sensors.map((sensor) => ({ ...sensor, rays }));
    return { ...robot, robot: { ...robot.robot, sensors: rays > 0 ? sensors : [] } };
  });
  const sensing = rays > 0 ? scenario.sensing : 'truth';
  return { ...scenario, robots, sensing, duration: TEN_MINUTES, criteria: [] };
}

export async function runOf(scenario: Scenario): Promise<Instant[]> {
  const instants: Instant[] = [];
  const ranges: Record<string, RangeReading> = {};
  let inputs: Inputs | undefined;
  await simulate(scenario, {
    onInputs: (news) => {
      inputs = news;
      for (const event of news.events) {
        if (event.kind === 'reading' && event.reading.kind === 'range')
          ranges[event.reading.sensor] = event.reading;
      }
    },
    onTick: (id, truth, tick) => {
      if (inputs) instants.push({ inputs, frame: frameOf({ id, truth, ranges: { ...ranges }, tick }) });
    },
  });
  return instants;
}

const frameOf = (robot: FrameView['robots'][number] & { readonly tick: Tick }): FrameView => ({
  kind: 'frame',
  at: robot.tick.at,
  robots: [robot],
  moved: [],
  pace: { paused: false, speed: 1, lateness: 0, lostPeriods: 0 },
  link: { state: 'simulated', words: 'simulated' },
  verdict: [],
  news: [],
});

export function sceneOf({ name, robots }: Scenario): SceneView {
  return {
    kind: 'scene',
    name,
    about: '',
    source: 'simulation',
    robots: robots.map(({ id, robot, mission }) => ({
      id,
      radius: robot.chassis.radius,
      track: robot.chassis.track,
      mass: robot.chassis.mass,
      ghost: false,
      rate: robot.control.rate,
      limits: robot.limits,
      mission,
      sensors: robot.sensors.map(({ id, at: [x, y], facing, range = 1, fieldOfView = 0, rays = 1 }) => {
        return { id, at: { x, y }, facing, range, fieldOfView, rays };
      }),
    })),
    things: [],
    missions: [],
    tunables: [],
    gallery: [],
    can: [],
  };
}

export async function benchRecording(): Promise<void> {
  for (const rays of [270, 0]) {
    const scenario = scenarioWith(rays);
    const run = await runOf(scenario);
    console.log(`one robot at 50 Hz, ${rays > 0 ? `a lidar of ${rays} rays at 10 Hz` : 'no range sensor'}`);
    onTheDrivingThread(run);
    const folder = mkdtempSync(join(tmpdir(), 'steerbot-bench-'));
    try {
      await toDisk(join(folder, 'run.mcap'), scenario, run);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** The log of inputs, and what `postMessage` does before it returns. */
function onTheDrivingThread(run: readonly Instant[]): void {
  const costs: number[] = [];
  const log = new InputLog('a', { robot: {} as never, mission: {} as never }, {}, () => {});
  for (const { inputs, frame } of run.slice(0, 10_000)) {
    const started = wallTime.now();
    for (const event of inputs.events) log.hear(event);
    log.ticked(inputs.at, inputs.keyframe?.state);
    serialize([inputs, frame]);
    costs.push(wallTime.now() - started);
  }
  const mean = costs.reduce((sum, cost) => sum + cost) / costs.length;
  const worst = costs.toSorted((a, b) => a - b)[Math.floor(costs.length * 0.999)] ?? 0;
  console.log(
    `  driving thread: ${microseconds(mean)} a tick, median ${microseconds(median(costs))}, ` +
      `99.9 % below ${microseconds(worst)}: ${((mean / BUDGET) * 100).toFixed(2)} % of a tick's 20 ms (wanted: at most 5 %)`,
  );
}

async function toDisk(file: string, scenario: Scenario, run: readonly Instant[]): Promise<void> {
  const recorder = new Recorder({ time: wallTime, version: '', recordedAt: Date.now(), file });
  recorder.record(sceneOf(scenario));
  let spent = 0;
  for (const [i, { inputs, frame }] of run.entries()) {
    const started = wallTime.now();
    recorder.record(inputs);
    recorder.record(frame);
    spent += wallTime.now() - started;
    if (i % 1000 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  recorder.close();
  console.log(`  recording thread: ${microseconds(spent / run.length)} a tick`);
  const { size } = statSync(file);
  console.log(`  file: ${megabytes(size)} in ten minutes, ${megabytes(size / 10)} a minute`);
  const opening = wallTime.now();
  const recording = openRecording(file);
  console.log(`  opens in ${((wallTime.now() - opening) * 1000).toFixed(0)} ms`);
  const { identical, seconds, wallSeconds } = resimulate(recording);
  recording.close();
  const speed = `${(seconds / wallSeconds).toFixed(0)} × real time (wanted: at least 100)`;
  console.log(`  made again: ${identical ? 'identical' : 'DIFFERENT'}, ${speed}`);
}
