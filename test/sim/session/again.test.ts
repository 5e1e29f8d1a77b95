/** A recorded simulation that is run again up to any tick goes on to the same bytes. */
import { describe, expect, it } from 'vitest';
import { loadGallery, loadScenario } from '../../../sim/scenario/loadScenario.js';
import { parseScenario } from '../../../sim/scenario/scenarioFile.js';
import { Again } from '../../../sim/session/again.js';
import type { SessionHost } from '../../../sim/session/openScene.js';
import {
  restoredScenario,
  type StoredScenario,
  storedScenario,
} from '../../../sim/session/storedScenario.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { missionOnPage } from '../../../src/config/mission/missionFile.js';
import { resumeRandom, seedRandom } from '../../../src/math/random.js';
import { decodeExactly, encodeExactly } from '../../../src/recording/format/exactJson.js';
import type { Recordable } from '../../../src/recording/simulated.js';
import { opened, type readScenario } from './opened.js';

type Opened = ReturnType<typeof opened>;

/** What a session records while it is operated for a while. */
async function recorded(
  scene: string,
  operate: (session: Opened) => unknown,
  host: Partial<SessionHost> = {},
): Promise<Recordable[]> {
  const told: Recordable[] = [];
  const session = opened(scene, {}, { record: (news) => told.push(throughFile(news)), ...host });
  await operate(session);
  session.session.close();
  return told;
}

/** As in real time: what is promised is kept between two slices. */
async function passing({ pass }: Pick<Opened, 'pass'>, seconds: number): Promise<void> {
  for (let i = 0; i < Math.round(60 * seconds); i++) {
    pass(1 / 60);
    await new Promise((done) => setImmediate(done));
  }
}

/** As a file gives it back. */
const throughFile = (news: Recordable): Recordable => decodeExactly(encodeExactly(news)) as Recordable;

/** The same scene, told what was recorded up to a place, and then left alone. */
async function goneOn(
  scene: string,
  told: readonly Recordable[],
  count: number,
  host: (again: Again) => Partial<SessionHost> = () => ({}),
) {
  const again = new Again(told.slice(0, count));
  const made: Recordable[] = [];
  const record = (news: Recordable) => made.push(throughFile(news));
  const session = opened(scene, {}, { record, again, ...host(again) });
  while (made.length < told.length && !again.departure) await passing(session, 0.1);
  session.session.close();
  return { made, departure: again.departure };
}

const bytes = (told: readonly Recordable[]): string[] => told.map(encodeExactly);

const BUSY = `
duration: 10 s
seed: 7
plant: table
world: { circles: [{ at: [1, 0.3], radius: 0.1 }], boxes: [{ at: [0.7, 0], size: [0.1, 0.2], movable: true }] }
fixes: { rate: 10 Hz, delay: 50 ms, deviation: 5 mm }
communication: { range: 1, delay: 0.1 s, loss: 0.3 }
faults: [{ fault: encoderJump, at: 1 s, by: 40 }, { fault: wheelSlip, every: 2 s }]
signals: [{ at: 1.5 s, name: go }]
robots:
  - { id: a, robot: scout, mission: { sequence: [{ wait: { signal: go } }, { prioritize: [avoidObstacles, { wander: {} }] }] } }
  - { id: b, robot: scout, at: { y: 1 }, mission: { pursue: { target: { robot: a } } } }
`;

/** Each operation that changes a run, one after the other. */
async function meddle(session: Opened): Promise<void> {
  const { say } = session;
  const pass = (seconds: number) => passing(session, seconds);
  await pass(0.3);
  say({ kind: 'move', id: 'box 1', to: { x: 0.4, y: 0.3 }, heading: 1 });
  await pass(0.1);
  say({ kind: 'teleop', robot: 'a', linear: 0.5, angular: 0.2 });
  await pass(0.2);
  say({ kind: 'teleop', robot: 'a', linear: 1, angular: 0 });
  // Then its stick is let go without a word.
  await pass(0.6);
  say({ kind: 'resume' });
  say({ kind: 'signal', name: 'stray', value: 3 });
  say({ kind: 'stop' });
  await pass(0.3);
  say({ kind: 'arm' });
  say({ kind: 'tune', id: 'a.wander.strength', value: 0.4 } as never);
  await pass(0.3);
  say({ kind: 'goTo', robot: 'b', at: { x: 1.5, y: 1.2 } });
  say({ kind: 'pause', paused: true });
  await pass(0.2);
  say({ kind: 'pause', paused: false });
  say({ kind: 'move', id: 'b', to: { x: -0.5, y: 1 } });
  await pass(0.5);
  say({ kind: 'restart' });
  await pass(0.4);
  say({
    kind: 'follow',
    robot: 'a',
    path: [
      { x: 0, y: 0 },
      { x: 0, y: 1 },
    ],
  });
  say({ kind: 'goToStep', robot: 'a', step: 'nowhere' });
  await pass(0.5);
}

describe('a recorded simulation goes on', () => {
  it('from any tick to the same bytes, with noise, faults, other robots and signals', async () => {
    const told = await recorded(BUSY, (session) => passing(session, 4));
    const random = resumeRandom(seedRandom(3));
    for (let i = 0; i < 12; i++) {
      const { made, departure } = await goneOn(BUSY, told, 1 + Math.floor(random.uniform() * told.length));
      expect(departure).toBeUndefined();
      expect(bytes(made).slice(0, told.length)).toEqual(bytes(told));
    }
  });

  it('also where an operator moved, steered, stopped, tuned and restarted it', async () => {
    const told = await recorded(BUSY, meddle);
    expect(new Set(told.flatMap((one) => (one.kind === 'operated' ? [one.operation.kind] : [])))).toEqual(
      new Set([
        'move',
        'teleop',
        'resume',
        'signal',
        'stop',
        'arm',
        'tune',
        'goTo',
        'restart',
        'follow',
        'goToStep',
      ]),
    );
    const { made, departure } = await goneOn(BUSY, told, told.length);
    expect(departure).toBeUndefined();
    expect(bytes(made).slice(0, told.length)).toEqual(bytes(told));
  });

  it('also where its files had changed, and it was read again', async () => {
    const told = await recorded(BUSY, async (session) => {
      await passing(session, 0.5);
      session.session.reread();
      await passing(session, 0.5);
    });
    expect(told.filter(({ kind }) => kind === 'begun')).toHaveLength(2);
    const { made, departure } = await goneOn(BUSY, told, told.length);
    expect(departure).toBeUndefined();
    expect(bytes(made).slice(0, told.length)).toEqual(bytes(told));
  });

  it('also where a mission was written on the page, after one with a mistake', async () => {
    const sceneOf = (scenario: ReturnType<typeof readScenario>) => ({ name: 'test', about: '', scenario });
    const open = (_: string, written?: string) => {
      const mission = written === undefined ? undefined : missionOnPage(written, undefined);
      const readRobot = (name: string) => loadRobot(name);
      return sceneOf(parseScenario(BUSY, 'test.yaml', { readPath: () => [], readRobot, mission }));
    };
    const told = await recorded(
      BUSY,
      async (session) => {
        await passing(session, 0.5);
        session.say({ kind: 'write', mission: 'wandr: {}' });
        await passing(session, 0.3);
        session.say({ kind: 'write', mission: 'wander: {}' });
        await passing(session, 0.7);
      },
      { open },
    );
    expect(told.filter(({ kind }) => kind === 'begun')).toHaveLength(2);
    // As the command does it: each scene is the one that was recorded there.
    const { made, departure } = await goneOn(BUSY, told, told.length, (again) => ({
      open: () => {
        if (!again.begun) throw new RangeError('nothing begins here');
        return sceneOf(restoredScenario(again.begun.scenario as StoredScenario, {}));
      },
    }));
    expect(departure).toBeUndefined();
    // A restored scenario has its keys in another order.
    const ticks = (all: readonly Recordable[]) => bytes(all.filter(({ kind }) => kind !== 'begun'));
    expect(ticks(made.slice(0, told.length))).toEqual(ticks(told));
  });

  it('hears nobody while it is run again, and everybody then', async () => {
    const told = await recorded(BUSY, (session) => passing(session, 1));
    const again = new Again(told);
    const session = opened(BUSY, {}, { again });
    session.pass(0.5);
    session.say({ kind: 'stop' });
    session.pass(0.5);
    expect(session.robot().tick?.safety).toBe('driving');
    session.pass(0.2);
    expect(again.isOver).toBe(true);
    session.say({ kind: 'stop' });
    session.pass(0.1);
    expect(session.robot().tick?.safety).toBe('stopped');
  });

  it('says where the run is another than the recorded one', async () => {
    const told = await recorded(BUSY, (session) => passing(session, 1));
    const other = told.map((one) =>
      one.kind === 'inputs' && one.count === 20 && one.robot === 'b'
        ? { ...one, events: one.events.slice(1) }
        : one,
    );
    const { departure } = await goneOn(BUSY, other, other.length);
    expect(departure).toMatchObject({ at: expect.closeTo(0.38, 9), path: expect.stringContaining('events') });
  });
});

describe('a scenario in a recording', () => {
  it('comes back as it was, for every scene, with each kind of robot once', () => {
    for (const { name } of loadGallery()) {
      const { behaviors: _, ...scenario } = loadScenario(name);
      const stored = storedScenario(scenario);
      const read = decodeExactly(encodeExactly(stored)) as StoredScenario;
      expect(restoredScenario(read, {}), name).toEqual(scenario);
      expect(stored.definitions.length).toBeLessThanOrEqual(
        new Set(scenario.robots.map((one) => JSON.stringify(one.robot))).size,
      );
    }
  });
});
