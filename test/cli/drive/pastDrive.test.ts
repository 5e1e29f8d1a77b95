/** What `--resume` reads from a recorded drive. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pastDrive } from '../../../src/cli/drive/pastDrive.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { wallTime } from '../../../src/control/clock.js';
import { resumeMission } from '../../../src/control/placing.js';
import { receive } from '../../../src/control/receive.js';
import { prepareModel } from '../../../src/control/robotModel.js';
import { type LoopState, startLoop } from '../../../src/control/state.js';
import { Recorder } from '../../../src/recording/recorder.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import { DrivenSession } from '../../../src/session/drivenSession.js';
import type { Command, LoopEvent } from '../../../src/signals/signals.js';
import { type MissionSpec, missionBehavior, type OwnBehaviors } from '../../../src/steering/mission.js';
import { connected, FakeDriver } from '../../control/fakeDriver.js';
import { folderForTests, record, usualNews } from '../../recording/recorded.js';
import { missionOf } from '../../support/runs.js';

const folder = folderForTests();
const { encoders: _, ...withoutEncoders } = loadRobot('scout');
const SCOUT: RobotDefinition = { ...withoutEncoders, sensors: [] };
const STORY = missionOf({
  sequence: [{ arrive: { target: [0.5, 0] } }, { wait: '1 s' }, { home: { by: 'trail' } }],
});
let files = 0;

interface Driven {
  readonly file: string;
  /** After each tick. */
  readonly states: readonly LoopState[];
}

/** A drive without readings, recorded as `drive` records it. */
function driven({
  mission = STORY as MissionSpec,
  own = {} as OwnBehaviors,
  ticks = 400,
  commands = {} as Readonly<Record<number, Command>>,
} = {}): Driven {
  const file = join(folder, `${files++}.mcap`);
  const recorder = new Recorder({ time: wallTime, version: '0', recordedAt: 0, file, memory: 'none' });
  const session = new DrivenSession({
    ...{ setup: { robot: SCOUT, mission }, own, time: wallTime, isAttended: () => true },
    ...{
      record: (inputs) => recorder.record(inputs),
      recording: () => undefined,
      save: () => '',
      keep: () => {},
    },
  });
  session.start((view) => recorder.record(view));
  const model = prepareModel(SCOUT, missionBehavior(mission, own), SCOUT.name, own);
  let state = startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 });
  session.begins(state, connected(new FakeDriver(), wallTime));
  const states: LoopState[] = [];
  const told = (event: LoopEvent) => {
    session.onEvent(event);
    const folded = receive(model, state, event);
    state = folded.state;
    if (folded.tick) session.ticked({ state, tick: folded.tick, cutsPower: false } as never);
  };
  for (let i = 0; i < ticks; i++) {
    const command = commands[i];
    if (command) told({ kind: 'command', command });
    told({ kind: 'clock', at: i / 50, lostPeriods: 0 });
    states.push(state);
  }
  recorder.close();
  return { file, states };
}

const asData = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('a recorded drive', () => {
  it('ends in the state of its last tick, between two keyframes, with its mission', () => {
    const { file, states } = driven();
    const past = pastDrive(file, SCOUT, {});
    expect(past.mission).toEqual(asData(STORY));
    expect(asData(past.state)).toEqual(asData(states.at(-1)));
    expect(past.until).toBeCloseTo(399 / 50, 6);
    // The mission goes on in the step in which it was.
    const model = prepareModel(SCOUT, missionBehavior(past.mission));
    expect(asData(resumeMission(model, past.state, { at: 0 }).mission.memory)).toEqual(
      asData(states.at(-1)?.mission.memory),
    );
  });

  it('that was cut off by a crash ends in the state of one of its last ticks', () => {
    const { file, states } = driven();
    const bytes = readFileSync(file);
    const known = states.map((state) => JSON.stringify(state));
    let read = 0;
    for (let share = 0.3; share < 1; share += 0.05) {
      const cut = join(folder, 'cut.mcap');
      writeFileSync(cut, bytes.subarray(0, Math.round(share * bytes.length)));
      try {
        expect(known).toContain(JSON.stringify(pastDrive(cut, SCOUT, {}).state));
        read += 1;
      } catch (error) {
        expect(error).toMatchObject({ name: 'FileError' });
      }
    }
    expect(read).toBeGreaterThan(0);
  });

  it('goes on with the mission that an operator gave', () => {
    const mission = missionOf({ arrive: { target: [2, 2] } });
    const { file } = driven({ commands: { 50: { kind: 'setup', setup: { robot: SCOUT, mission } } } });
    expect(pastDrive(file, SCOUT, {}).mission).toEqual(asData(mission));
  });

  it('forgets what was learned of a body whose file was corrected', () => {
    const { file } = driven();
    const errors = (robot: RobotDefinition) => pastDrive(file, robot, {}).state.estimator.belief.errors;
    expect(errors(SCOUT)).toContain('track');
    const measured = { ...SCOUT, chassis: { ...SCOUT.chassis, track: 0.15 } };
    expect(errors(measured)).toEqual([]);
    const model = prepareModel(measured, missionBehavior(STORY));
    const { belief } = resumeMission(model, pastDrive(file, measured, {}).state, { at: 0 }).estimator;
    expect(belief.errors).toEqual(['track']);
  });

  it('of another robot, of several, or with behaviors that are not given is refused, with a cure', async () => {
    const { file } = driven();
    expect(() => pastDrive(file, { ...SCOUT, name: 'rover' }, {})).toThrow(
      /it is of 'scout'; resume that robot/,
    );
    const crowd = join(folder, 'crowd.mcap');
    record(crowd, await usualNews());
    expect(() => pastDrive(crowd, SCOUT, {})).toThrow(/it holds 2 robots, and one can go on/);
    const own = { mine: () => missionBehavior(STORY) };
    const { file: ours } = driven({ mission: { behavior: 'mine', parameters: {} }, own });
    expect(() => pastDrive(ours, SCOUT, {})).toThrow(/--behaviors FILE\.js/);
    expect(pastDrive(ours, SCOUT, own).mission).toEqual({ behavior: 'mine', parameters: {} });
  });
});
