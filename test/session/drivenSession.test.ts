import { describe, expect, it } from 'vitest';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { wallTime } from '../../src/control/clock.js';
import type { TickedState } from '../../src/control/loop.js';
import { receive } from '../../src/control/receive.js';
import { prepareModel } from '../../src/control/robotModel.js';
import { startLoop } from '../../src/control/state.js';
import type { Inputs } from '../../src/recording/inputs.js';
import { DrivenSession } from '../../src/session/drivenSession.js';
import type { Command, Setup, Target } from '../../src/signals/signals.js';
import type { FrameView, SceneView, View } from '../../src/signals/view.js';
import { missionBehavior } from '../../src/steering/mission.js';
import { connected, FakeDriver } from '../control/fakeDriver.js';
import { missionOf } from '../support/runs.js';

const SETUP: Setup = { robot: loadRobot('scout'), mission: missionOf({ arrive: { target: [1, 0] } }) };
const CONTROLLER = prepareModel(SETUP.robot, missionBehavior(SETUP.mission));
const START = startLoop(CONTROLLER, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 });
const ROBOT = connected(new FakeDriver(), wallTime);

function onPage({ connected = true, setup = SETUP } = {}) {
  const views: View[] = [];
  const inputs: Inputs[] = [];
  const commands: Command[] = [];
  const targets: Target[] = [];
  const saved: [Setup, Setup][] = [];
  let kept = 0;
  const robot = new DrivenSession({
    setup,
    own: {},
    time: wallTime,
    record: (one) => inputs.push(one),
    isAttended: () => true,
    recording: () => undefined,
    save: (loaded, tuned) => {
      saved.push([loaded, tuned]);
      return 'saved to scout.yaml';
    },
    keep: () => {
      kept += 1;
    },
  });
  robot.start((view) => views.push(view));
  robot.commands$.subscribe((command) => commands.push(command));
  robot.targets$.subscribe((target) => targets.push(target));
  if (connected) robot.begins(START, ROBOT);
  let n = 0;
  const tick = () => {
    const state = receive(CONTROLLER, START, { kind: 'clock', at: n++ / 50, lostPeriods: 0 });
    robot.ticked(state as TickedState);
    return views.at(-1) as FrameView;
  };
  const scene = () => views.findLast((view): view is SceneView => view.kind === 'scene');
  return { robot, views, inputs, commands, targets, saved, tick, scene, kept: () => kept };
}

describe('a real robot before a page', () => {
  it('shows its description, and each tick with its inputs', () => {
    const { scene, tick, inputs } = onPage();
    expect(scene()).toMatchObject({ source: 'robot', robots: [{ id: 'scout', rate: 50 }] });
    const frame = tick();
    expect(frame).toMatchObject({ link: { state: 'connected' }, pace: { paused: false, speed: 1 } });
    expect(frame.robots[0]?.tick?.contributions[0]?.behavior).toBe('arrive');
    expect(inputs).toMatchObject([{ robot: 'scout', count: 1, keyframe: { state: START } }]);
  });

  it('shows the battery beside the link, once it was measured', () => {
    const { robot, tick, views } = onPage();
    expect(tick().link).not.toHaveProperty('volts');
    const powered = { ...SETUP.robot, battery: { pin: 'A1', divider: 2, low: 6.5 } };
    const model = prepareModel(powered, missionBehavior(SETUP.mission));
    const { state: measured } = receive(model, START, {
      kind: 'reading',
      reading: { kind: 'battery', at: 1, volts: 7.2 },
    });
    robot.ticked(receive(model, measured, { kind: 'clock', at: 2, lostPeriods: 0 }) as TickedState);
    expect((views.at(-1) as FrameView).link).toMatchObject({ state: 'connected', volts: 7.2 });
  });

  it('hands on STOP, arming and letting go at once, and a stick as shares of what teleop allows', () => {
    const { robot, commands } = onPage();
    robot.operate({ kind: 'stop' });
    robot.operate({ kind: 'clear' });
    robot.operate({ kind: 'arm' });
    robot.operate({ kind: 'teleop', linear: 1, angular: -0.5 });
    robot.operate({ kind: 'teleop', linear: 0, angular: 0 });
    robot.operate({ kind: 'resume' });
    expect(commands.map(({ kind }) => kind)).toEqual(['stop', 'clear', 'arm', 'teleop', 'teleop', 'resume']);
    expect(commands[3]).toMatchObject({ twist: { linear: 0.3, angular: expect.closeTo(-0.3 / 0.141, 9) } });
    expect(commands[4]).toEqual({ kind: 'teleop', twist: { linear: 0, angular: 0 } });
  });

  it('stops the robot when the page fails: its status names that cause, and not an operator', () => {
    const { robot, commands, tick } = onPage();
    robot.operate({ kind: 'stop' });
    robot.stop('the page was closed');
    robot.fail('the page failed: it ended');
    const causes = commands.map((command) => receive(CONTROLLER, START, { kind: 'command', command }).state);
    expect(causes.map(({ guards }) => guards.supervisor)).toMatchObject([
      { safety: 'stopped', cause: { what: 'an operator said STOP' } },
      { safety: 'stopped', cause: { what: 'the page was closed' } },
      { safety: 'stopped', cause: { what: 'the page failed: it ended' } },
    ]);
    expect(robot.heldStop).toEqual({ kind: 'stop', why: 'the page failed: it ended' });
    expect(tick().news.map(({ words }) => words)).toContain(
      'the page failed: it ended: the robot is stopped',
    );
    robot.operate({ kind: 'arm' });
    expect(robot.heldStop).toBeNull();
  });

  it('moves its mission’s point to a click, and then no longer ends on arrival', () => {
    const { robot, commands, scene } = onPage();
    expect(robot.tookOver).toBe(false);
    robot.operate({ kind: 'goTo', at: { x: 2, y: -1 } });
    expect(commands).toMatchObject([
      { kind: 'setup', setup: { mission: { parameters: { target: [2, -1] } } } },
    ]);
    expect(scene()?.robots[0]?.mission).toMatchObject({ parameters: { target: [2, -1] } });
    expect(robot.tookOver).toBe(true);
  });

  it('gives the pointer to a mission that follows it', () => {
    const mission = missionOf({ seek: { target: { pointer: [0, 0] } } });
    const { robot, targets, commands } = onPage({ setup: { ...SETUP, mission } });
    robot.operate({ kind: 'goTo', at: { x: 2, y: -1 } });
    expect(targets).toMatchObject([{ id: 'pointer', position: { x: 2, y: -1 } }]);
    expect(commands).toEqual([]);
  });

  it('tunes what may be tuned, and gives the reason of a refusal', () => {
    const { robot, commands, tick, scene } = onPage();
    robot.operate({ kind: 'tune', id: '0/robot.limits.speed', value: 0.25 });
    expect(commands).toMatchObject([{ kind: 'tune', setup: { robot: { limits: { speed: 0.25 } } } }]);
    expect(scene()?.tunables.find(({ id }) => id === '0/robot.limits.speed')?.value).toBe(0.25);
    robot.operate({ kind: 'tune', id: '0/robot.limits.speed', value: Number.NaN });
    robot.operate({ kind: 'tune', id: '0/robot.control.rate', value: 5 });
    expect(commands).toHaveLength(1);
    const { news } = tick();
    expect(news.filter(({ level }) => level === 'warning')).toHaveLength(2);
    expect(robot.tookOver).toBe(false);
  });

  it('takes no mission that was written on a page: its missions come from its files and its program', () => {
    const { robot, commands, tick, scene } = onPage();
    robot.operate({ kind: 'write', mission: 'arrive: { target: [1, 0] }' });
    expect(commands).toEqual([]);
    expect(tick().news.map(({ words }) => words)).toContainEqual(expect.stringMatching(/^write refused/));
    expect(scene()?.can).not.toContain('write');
  });

  it('saves the tuned values, and the recording', () => {
    const { robot, saved, tick, kept } = onPage();
    robot.operate({ kind: 'tune', id: '0/robot.limits.speed', value: 0.25 });
    robot.operate({ kind: 'save' });
    robot.operate({ kind: 'keep' });
    expect(saved.map(([loaded, tuned]) => [loaded.robot.limits.speed, tuned.robot.limits.speed])).toEqual([
      [0.5, 0.25],
    ]);
    expect(tick().news.map(({ words }) => words)).toContain('saved to scout.yaml');
    // However soon it is asked for again, it is answered.
    robot.operate({ kind: 'save' });
    expect(tick().news.map(({ words }) => words)).toEqual(['saved to scout.yaml']);
    expect(kept()).toBe(1);
  });

  it('that is not connected yet, or was lost, accepts only STOP', () => {
    const { robot, commands, tick } = onPage({ connected: false });
    robot.operate({ kind: 'goTo', at: { x: 1, y: 1 } });
    robot.operate({ kind: 'teleop', linear: 1, angular: 0 });
    robot.operate({ kind: 'arm' });
    robot.operate({ kind: 'stop' });
    expect(commands).toEqual([{ kind: 'stop' }]);
    robot.begins(START, ROBOT);
    tick();
    robot.lost('the cable was pulled');
    robot.operate({ kind: 'arm' });
    expect(commands).toHaveLength(1);
  });

  it('that was lost says why', () => {
    const { robot, tick, views } = onPage();
    tick();
    robot.lost('the cable was pulled');
    expect(views.at(-1)).toMatchObject({
      link: { state: 'lost', words: 'the cable was pulled' },
      news: [{ level: 'fault', words: 'the cable was pulled' }],
    });
  });

  it('without a dead-man says so all the time', () => {
    const { robot, tick } = onPage({ connected: false });
    robot.begins(START, { ...ROBOT, warning: 'nothing stops it', speedLimit: 0.2 });
    expect(tick().link).toMatchObject({ unguarded: true, words: 'nothing stops it' });
  });

  it('tells whether it is real, emulated or simulated, also while it is lost', () => {
    expect(onPage().tick().link).toMatchObject({ body: 'real' });
    const { robot, tick, views } = onPage({ connected: false });
    robot.begins(START, { ...ROBOT, kind: 'emulated' });
    expect(tick().link).toMatchObject({ body: 'emulated', words: 'connected: an emulated uno' });
    robot.lost('no reply');
    expect(views.at(-1)).toMatchObject({ link: { state: 'lost', body: 'emulated' } });
    robot.begins(START, { ...ROBOT, kind: 'simulated' });
    expect(tick().link).toMatchObject({ body: 'simulated', words: 'connected: a simulated body' });
  });

  it('cannot be paused, or taken to another scene', () => {
    const { robot, tick, commands } = onPage();
    robot.operate({ kind: 'pause', paused: true });
    robot.operate({ kind: 'open', scene: 'doorway' });
    expect(tick().news.filter(({ words }) => words.includes('cannot do that'))).toHaveLength(2);
    expect(commands).toEqual([]);
  });

  it('is told where it stands by moving it, unless it may drive; a thing cannot be moved', () => {
    const { robot, tick, commands } = onPage();
    const to = { x: 0.3, y: 0.2 };
    tick();
    robot.operate({ kind: 'move', id: 'scout', to });
    robot.operate({ kind: 'move', id: 'box 1', to });
    expect(tick().news.map(({ words }) => words)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('stop it before'),
        expect.stringContaining("no robot 'box 1'"),
      ]),
    );
    expect(commands).toEqual([]);
    const { state } = receive(CONTROLLER, START, { kind: 'command', command: { kind: 'stop' } });
    robot.ticked(receive(CONTROLLER, state, { kind: 'clock', at: 1, lostPeriods: 0 }) as TickedState);
    robot.operate({ kind: 'move', id: 'scout', to });
    robot.operate({ kind: 'move', id: 'scout', to, heading: 1 });
    robot.operate({ kind: 'move', id: 'scout', to, heading: 1, sure: true });
    expect(commands).toEqual([
      { kind: 'stands', pose: { ...to, heading: 0 }, isDraft: true },
      { kind: 'stands', pose: { ...to, heading: 1 }, isDraft: true },
      { kind: 'stands', pose: { ...to, heading: 1 } },
    ]);
  });

  it('is given no other task by a stray click while it waits to be told where it stands', () => {
    const { robot, tick, commands } = onPage();
    const cause = { kind: 'unplaced', what: 'it waits' } as const;
    const { supervisor } = START.guards;
    const waiting = {
      ...START,
      guards: { ...START.guards, supervisor: { ...supervisor, safety: 'stopped' as const, cause } },
    };
    robot.ticked(receive(CONTROLLER, waiting, { kind: 'clock', at: 1, lostPeriods: 0 }) as TickedState);
    robot.operate({ kind: 'goTo', at: { x: 1, y: 1 } });
    robot.operate({
      kind: 'follow',
      path: [
        { x: 0, y: 0 },
        { x: 1, y: 1 },
      ],
    });
    expect(commands).toEqual([]);
    robot.operate({ kind: 'stop' });
    robot.operate({ kind: 'move', id: 'scout', to: { x: 0, y: 0 }, sure: true });
    expect(commands.map(({ kind }) => kind)).toEqual(['stop', 'stands']);
    expect(
      tick()
        .news.map(({ words }) => words)
        .join(),
    ).toContain('say first where it stands');
  });
});
