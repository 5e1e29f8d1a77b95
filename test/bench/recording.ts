/** What recording costs: on the thread that drives, and on the disk. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { simulate } from '../../sim/engine/run.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { wallTime } from '../../src/control/clock.js';
import { InputLog, type Inputs } from '../../src/recording/inputs.js';
import { Recorder } from '../../src/recording/recorder.js';
import type { RangeReading, Tick } from '../../src/signals/signals.js';
import type { FrameView, SceneView } from '../../src/signals/view.js';
import { measuredScene } from '../support/scenes.js';
import { type Round, ratiosOf, row } from './clock.js';
import type { Figures } from './figures/figures.js';

const MINUTE = 60;
/** In which the costs are compared. */
const ROUNDS = 7;

export interface Instant {
  readonly inputs: Inputs;
  readonly frame: FrameView;
}

/** A robot among obstacles, with a lidar of so many rays at 10 Hz; with none it is told of them. */
export function scenarioWith(rays: number): Scenario {
  const scenario = measuredScene('avoid-by-lidar');
  const robots = scenario.robots.map((robot) => {
    const sensors = robot.robot.sensors.map((sensor) => ({ ...sensor, rays }));
    return { ...robot, robot: { ...robot.robot, sensors: rays > 0 ? sensors : [] } };
  });
  const sensing = rays > 0 ? scenario.sensing : 'truth';
  return { ...scenario, robots, sensing, duration: MINUTE, criteria: [] };
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
      sensors: robot.sensors.map((sensor) => {
        const { id, facing } = sensor;
        const [x, y] = sensor.at;
        const { range = 1, fieldOfView = 0, rays = 1 } = sensor.type === 'lidar' ? sensor : {};
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

export async function benchRecording(_: readonly string[], figures: Figures): Promise<void> {
  for (const rays of [270, 0]) {
    const scenario = scenarioWith(rays);
    const id = rays > 0 ? 'recording.lidar' : 'recording.plain';
    console.log(`one robot at 50 Hz, ${rays > 0 ? `a lidar of ${rays} rays at 10 Hz` : 'no range sensor'}`);
    await onTheDrivingThread(id, scenario, figures);
    const folder = mkdtempSync(join(tmpdir(), 'steerbot-bench-'));
    try {
      const sizes: number[] = [];
      for (let round = 0; round < ROUNDS; round++)
        sizes.push(await sizeOf(join(folder, 'run.mcap'), scenario));
      console.log(`  file: ${sizes.map((size) => size.toFixed(2)).join(', ')} MB in a minute`);
      figures.wall(`${id}.size`, sizes, 'MB');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

const nanosecondsSince = (began: number): number => 1e9 * (wallTime.now() - began);

/** The log of inputs, and what `postMessage` does before it returns, in times of the same ticks and their physics. */
async function onTheDrivingThread(id: string, scenario: Scenario, figures: Figures): Promise<void> {
  const run = await runOf(scenario);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let began = wallTime.now();
    logged(run);
    const ours = nanosecondsSince(began);
    began = wallTime.now();
    await simulate(scenario);
    rounds.push({ ours, theirs: nanosecondsSince(began) });
  }
  console.log(row('recording on the driving thread, beside the run', rounds));
  figures.ratio(`${id}.cost`, ratiosOf(rounds), 'the same ticks and their physics');
}

function logged(run: readonly Instant[]): void {
  const log = new InputLog('a', { robot: {} as never, mission: {} as never }, {}, () => {});
  for (const { inputs, frame } of run) {
    for (const event of inputs.events) log.hear(event);
    log.ticked(inputs.at, inputs.keyframe?.state);
    serialize([inputs, frame]);
  }
}

/** Of the file of a run [MB]. */
async function sizeOf(file: string, scenario: Scenario): Promise<number> {
  const recorder = new Recorder({ time: wallTime, version: '', recordedAt: 0, file });
  recorder.record(sceneOf(scenario));
  for (const [i, { inputs, frame }] of (await runOf(scenario)).entries()) {
    recorder.record(inputs);
    recorder.record(frame);
    if (i % 1000 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  recorder.close();
  return statSync(file).size / 1e6;
}
