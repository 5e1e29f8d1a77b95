import { describe, expect, it } from 'vitest';
import type { BodyFactory } from '../../../sim/engine/body.js';
import { simulate } from '../../../sim/engine/run.js';
import { simulatedBody } from '../../../sim/plant/simDriver.js';
import type { Seconds } from '../../../src/math/units.js';
import type { Inputs } from '../../../src/recording/inputs.js';
import type { FrameView } from '../../../src/signals/view.js';
import { opened, readScenario, STRAIGHT } from './opened.js';

const ARRIVING = `
# A short way.
# And no more.
sensing: truth
duration: 10 s
robots: [{ id: a, robot: scout, mission: { arrive: { target: [0.3, 0] } } }]
criteria: [{ arrived: {} }, { contacts: { atMost: 0 } }]
`;

const frames = ({ views }: ReturnType<typeof opened>): FrameView[] =>
  views.filter((view) => view.kind === 'frame');

describe('a session in real time', () => {
  it('shows the scene first, then a frame of its first tick', () => {
    const { views, scene, robot } = opened(ARRIVING);
    expect(views.map(({ kind }) => kind)).toEqual(['scene', 'frame']);
    expect(scene()).toMatchObject({ name: 'test', about: 'A short way. And no more.', source: 'simulation' });
    expect(scene().robots).toMatchObject([{ id: 'a', radius: 0.09, track: 0.141, ghost: false, rate: 50 }]);
    expect(scene().robots[0]?.footprint).toHaveLength(8);
    expect(scene().robots[0]?.sensors).toMatchObject([{ id: 'front', range: 0.8, rays: 1, fieldOfView: 0 }]);
    expect(robot()).toMatchObject({ id: 'a', truth: { x: 0, y: 0 }, tick: { at: 0 } });
  });

  it('shows the battery of a single robot that measures it', () => {
    const robot = `{ name: own, chassis: { mass: 1, radius: 0.1, track: 0.1 }, wheels: { diameter: 0.07 },
      motors: { noLoadSpeed: 1 }, limits: { speed: 1, acceleration: 1 }, battery: { pin: A3, divider: 2, low: 6 V } }`;
    const one = (id: string, y: number) =>
      `{ id: ${id}, robot: ${robot}, at: { y: ${y} }, mission: { seek: { target: [9, 0] } } }`;
    expect(opened(`robots: [${one('a', 0)}]`).frame().link.volts).toBeCloseTo(6.6, 9);
    expect(opened(`robots: [${one('a', 0)}, ${one('b', 1)}]`).frame().link).not.toHaveProperty('volts');
    expect(opened(STRAIGHT).frame().link).not.toHaveProperty('volts');
  });

  it('is simulated as fast as time passes, times its speed', () => {
    for (const speed of [0.1, 1, 10]) {
      const { pass, frame } = opened(STRAIGHT, { speed });
      pass(2);
      expect(Math.abs(frame().at - 2 * speed)).toBeLessThan(0.02 + speed / 60);
      expect(frame().pace).toMatchObject({ paused: false, speed });
    }
  });

  it('shows at most sixty frames a second, however fast', () => {
    for (const speed of [1, 50]) {
      const one = opened(STRAIGHT, { speed });
      one.pass(1);
      expect(frames(one).length).toBeLessThanOrEqual(62);
      expect(frames(one).length).toBeGreaterThan(40);
    }
  });

  it('shows a frame only if something in it is new', () => {
    const one = opened(STRAIGHT, { paused: true });
    one.pass(1);
    expect(one.views).toHaveLength(2);
    one.say({ kind: 'stop' });
    one.pass(0.1);
    expect(one.views).toHaveLength(3);
  });

  it('catches up after a short delay, and not after a night', () => {
    const { time, pass, frame } = opened(STRAIGHT);
    pass(1);
    time.freeze(0.08);
    pass(0.1);
    expect(frame().at).toBeCloseTo(1.18, 1);
    const before = frame().at;
    time.freeze(8 * 3600);
    pass(0.1);
    expect(frame().at - before).toBeLessThan(0.3);
  });

  it('reports the speed that it reaches if it is below the chosen one', () => {
    const slow = { speed: 10 };
    const { time, pass, frame, session } = opened(STRAIGHT, slow);
    const step = session.step.bind(session);
    session.step = () => {
      time.freeze(0.01);
      step();
    };
    pass(5);
    // 10 ms of work for 20 ms of the simulation.
    expect(frame().pace.speed).toBe(10);
    expect(frame().pace.reached).toBeGreaterThan(0.5);
    expect(frame().pace.reached).toBeLessThan(2.1);
    session.step = step;
    pass(2);
    expect(frame().pace).toEqual({ paused: false, speed: 10, lateness: 0, lostPeriods: 0 });
  });

  it('rests after each slice, even if it falls behind', () => {
    const { time, session } = opened(STRAIGHT, { speed: 100 });
    const step = session.step.bind(session);
    session.step = () => {
      time.freeze(0.004);
      step();
    };
    const began = time.now();
    time.freeze(0.1);
    time.pass(0);
    expect(time.now() - began).toBeLessThan(0.15);
  });

  it('stands while it is paused, and continues from there', () => {
    const { pass, say, frame } = opened(STRAIGHT);
    pass(1);
    say({ kind: 'pause', paused: true });
    pass(5);
    const { at } = frame();
    expect(at).toBeCloseTo(1, 1);
    expect(frame().pace.paused).toBe(true);
    say({ kind: 'pause', paused: false });
    pass(1);
    expect(frame().at - at).toBeCloseTo(1, 1);
  });

  it('steps one control tick at a time', () => {
    const { pass, say, frame, robot } = opened(STRAIGHT, { paused: true });
    for (let n = 1; n <= 3; n++) {
      say({ kind: 'step' });
      pass(0.05);
      expect(frame().at).toBeCloseTo(n * 0.02, 9);
      expect(robot().tick?.at).toBeCloseTo(n * 0.02, 9);
    }
  });

  it('changes its speed on the way', () => {
    const { pass, say, frame, news } = opened(STRAIGHT);
    pass(1);
    say({ kind: 'speed', times: 4 });
    pass(1);
    expect(frame().at).toBeCloseTo(5, 0);
    say({ kind: 'speed', times: 1001 });
    say({ kind: 'speed', times: Number.NaN });
    pass(0.1);
    expect(frame().pace.speed).toBe(4);
    expect(news()).toContain('speed refused: a speed of 0.01 to 1000 is wanted');
  });

  it('stops all robots and pauses if the simulation fails, and may restart', () => {
    let fails = true;
    const bodyOf: BodyFactory = (context) => ({
      ...simulatedBody(context),
      advanced: (_, to) => {
        if (fails && to > 0.5) throw new Error('the board is on fire\nat line 3');
      },
    });
    const { pass, say, news, frame, robot } = opened(STRAIGHT, {}, { bodyOf });
    pass(1);
    expect(frame().at).toBeCloseTo(0.5, 1);
    expect(frame().pace.paused).toBe(true);
    expect(robot().tick?.safety).toBe('stopped');
    expect(news()).toEqual(['the simulation failed: the board is on fire', 'stopped']);
    fails = false;
    say({ kind: 'restart' });
    say({ kind: 'pause', paused: false });
    pass(1);
    expect(frame().at).toBeCloseTo(1, 1);
  });

  it('leaves no timer when it is closed, and sends no more frames', () => {
    const { session, time, views, say } = opened(STRAIGHT);
    session.close();
    const shown = views.length;
    say({ kind: 'restart' });
    time.pass(1);
    expect(time.waiting).toBe(0);
    expect(views).toHaveLength(shown);
  });
});

describe('the verdict', () => {
  it('is that of the same run without a page', async () => {
    const { session, pass, frame, news } = opened(ARRIVING);
    expect(frame().verdict).toEqual([]);
    pass(5);
    const expected = await simulate(readScenario(ARRIVING, 'test.yaml'));
    expect({ ...(await session.judged), wallSeconds: 0 }).toEqual({ ...expected, wallSeconds: 0 });
    expect(frame().verdict).toEqual([
      { words: `arrived: ${expected.robots[0]?.timeToGoal?.toFixed(2)} s`, passed: true },
      { words: 'contacts: 0, at most 0', passed: true },
    ]);
    expect(news()).toContain('met: contacts: 0, at most 0');
    expect(news().filter((words) => words.startsWith('a arrived after'))).toHaveLength(1);
  });

  it('has a remark on a robot without encoders, and none where its pose is known', async () => {
    const blind = ARRIVING.replace('truth', 'odometry').replace('scout', 'boe-bot');
    const { session, pass, frame } = opened(blind);
    expect(frame()).not.toHaveProperty('remarks');
    pass(5);
    const [robot] = (await session.judged).robots;
    expect(robot?.expectedError).toBeGreaterThan(0.01);
    const words = `expect to be off by up to ${robot?.expectedError?.toFixed(2)} m`;
    expect(frame().remarks).toEqual([
      `a has no encoders; its pose is estimated from the commands: on a real robot, ${words}`,
    ]);
    const known = opened(blind.replace('odometry', 'truth'));
    known.pass(5);
    expect(known.frame()).not.toHaveProperty('remarks');
  });

  it('tells when it was measured, and when an operator took over', () => {
    const one = opened(ARRIVING);
    expect(one.frame()).not.toHaveProperty('judgedAt');
    one.pass(5);
    const { judgedAt = 0 } = one.frame();
    expect(judgedAt).toBeGreaterThan(0.5);
    expect(one.frame()).not.toHaveProperty('takenOverAt');
    one.say({ kind: 'stop' });
    one.say({ kind: 'arm' });
    one.say({ kind: 'goTo', at: { x: Number.NaN, y: 0 } });
    one.pass(0.1);
    expect(one.frame()).not.toHaveProperty('takenOverAt');
    one.say({ kind: 'goTo', at: { x: 1, y: 1 } });
    one.pass(0.6);
    expect(one.frame().takenOverAt).toBeGreaterThan(judgedAt);
    expect(one.frame().judgedAt).toBe(judgedAt);
    expect(one.news()).toContain('goal: 1.00, 1.00 m');
    one.say({ kind: 'restart' });
    one.pass(0.1);
    expect(one.frame()).not.toHaveProperty('judgedAt');
    expect(one.frame()).not.toHaveProperty('takenOverAt');
  });

  it.each([
    {
      kind: 'follow',
      path: [
        { x: 0, y: 0 },
        { x: 1, y: 1 },
      ],
    },
    { kind: 'teleop', linear: 1, angular: 0 },
    { kind: 'tune', id: '0/robot.limits.speed', value: 0.3 },
    { kind: 'move', id: 'a', to: { x: 0.2, y: 0.5 } },
    { kind: 'stop' },
  ] as const)('is no longer of the scenario alone after $kind', (operation) => {
    const one = opened(ARRIVING);
    one.pass(0.2);
    one.say(operation);
    one.pass(0.1);
    expect(one.frame().takenOverAt).toBeCloseTo(0.2, 1);
  });

  it('is not of a robot that may not drive from the beginning, since a STOP outlasts a restart', () => {
    const one = opened(ARRIVING);
    one.say({ kind: 'stop' });
    one.say({ kind: 'restart' });
    one.pass(0.2);
    expect(one.frame().takenOverAt).toBe(0);
  });

  it('also comes at the end of the duration, between two ticks', async () => {
    const text = STRAIGHT.replace('robots', 'duration: 0.53 s\nrobots');
    const { session, pass, frame } = opened(text);
    pass(2);
    const expected = await simulate(readScenario(text, 'test.yaml'));
    expect({ ...(await session.judged), wallSeconds: 0 }).toEqual({ ...expected, wallSeconds: 0 });
    expect(frame().at).toBeCloseTo(2, 1);
  });

  it('ends nothing: the robot still drives where it is sent', () => {
    const { pass, say, robot, news } = opened(ARRIVING);
    pass(5);
    say({ kind: 'goTo', at: { x: 0.3, y: 0.5 } });
    pass(8);
    expect(robot().truth?.y).toBeCloseTo(0.5, 1);
    expect(news().filter((words) => words.startsWith('a arrived after'))).toHaveLength(2);
  });

  it('is not changed by another mission that was chosen on the way', async () => {
    const { session, pass, say } = opened(`missions: { stay: { wander: {} } }\n${ARRIVING}`);
    pass(0.2);
    say({ kind: 'choose', mission: 0 });
    pass(11);
    expect(await session.judged).toMatchObject({ simulatedSeconds: 10, passed: false });
  });
});

describe('a restart', () => {
  const truths = (one: ReturnType<typeof opened>) =>
    frames(one).map(({ at, robots }) => JSON.stringify({ at, robots }));

  it('of the same scene is the same to the last bit', () => {
    const one = opened(ARRIVING, { paused: true });
    const run = () => {
      const from = one.views.length;
      for (let n = 0; n < 40; n++) {
        one.say({ kind: 'step' });
        one.pass(0.02);
      }
      return truths({ ...one, views: one.views.slice(from) });
    };
    const first = run();
    one.say({ kind: 'restart' });
    one.pass(0.02);
    expect(one.frame().at).toBe(0);
    expect(run()).toEqual(first);
  });

  it('may open another scene; an unknown one changes nothing', () => {
    const { say, pass, scene, frame, news } = opened(ARRIVING, {}, { scenes: { other: STRAIGHT } });
    pass(1);
    say({ kind: 'open', scene: 'nowhere' });
    pass(1);
    expect(scene().name).toBe('test');
    expect(frame().at).toBeCloseTo(2, 1);
    expect(news()).toContainEqual(expect.stringMatching(/^open refused: nowhere: no such file/));
    say({ kind: 'open', scene: 'other' });
    pass(1);
    expect(scene().name).toBe('other');
    expect(frame().at).toBeCloseTo(1, 1);
  });
});

describe('what is recorded', () => {
  it('has every tick with its inputs, and a keyframe where it begins and every five seconds', () => {
    const inputs: Inputs[] = [];
    const { pass } = opened(STRAIGHT, {}, { record: (one) => one.kind === 'inputs' && inputs.push(one) });
    pass(6);
    expect(inputs.length).toBeGreaterThan(295);
    expect(inputs.every(({ robot, events }) => robot === 'a' && events.at(-1)?.kind === 'clock')).toBe(true);
    expect(inputs.filter(({ keyframe }) => keyframe).map(({ at }) => Math.round(at))).toEqual([0, 5]);
  });

  it('has the operator’s commands', () => {
    const inputs: Inputs[] = [];
    const { pass, say } = opened(
      STRAIGHT,
      {},
      { record: (one) => one.kind === 'inputs' && inputs.push(one) },
    );
    pass(0.5);
    say({ kind: 'stop' });
    pass(0.5);
    const commands = inputs.flatMap(({ events }) => events.filter(({ kind }) => kind === 'command'));
    expect(commands).toEqual([{ kind: 'command', command: { kind: 'stop' } }]);
  });
});

/** Time that also passes during computation. */
class BusyClock {
  #now: Seconds = 0;
  #due: { readonly at: Seconds; readonly callback: () => void }[] = [];
  /** Durations of rest and of computation, in turn. */
  readonly turns: { readonly idle: Seconds; readonly busy: Seconds }[] = [];

  readonly now = () => this.#now;

  after = (delay: Seconds, callback: () => void) => {
    const entry = { at: this.#now + delay, callback };
    this.#due.push(entry);
    return () => {
      this.#due = this.#due.filter((one) => one !== entry);
    };
  };

  spend(time: Seconds): void {
    this.#now += time;
  }

  runUntil(end: Seconds): void {
    while (this.#now < end) {
      this.#due.sort((a, b) => a.at - b.at);
      const next = this.#due.shift();
      if (!next) return;
      const idle = Math.max(0, next.at - this.#now);
      this.#now += idle;
      const began = this.#now;
      next.callback();
      this.turns.push({ idle, busy: this.#now - began });
    }
  }
}

describe('a simulation that cannot keep up', () => {
  /** @param step what one step of it takes [s] */
  function slow(step: Seconds) {
    const clock = new BusyClock();
    const bodyOf: BodyFactory = (context) => {
      const body = simulatedBody(context);
      const sense = body.sense.bind(body);
      return Object.assign(body, {
        sense: (at: Seconds) => {
          clock.spend(step);
          sense(at);
        },
      });
    };
    const one = opened(STRAIGHT, {}, { time: clock, bodyOf });
    clock.runUntil(5);
    return { ...one, clock };
  }

  it.each([0.03, 0.05, 0.4])('rests for half the time that it computes, where a step takes %d s', (step) => {
    const { clock } = slow(step);
    const late = clock.turns.slice(2);
    expect(late.length).toBeGreaterThan(3);
    for (const [i, { idle }] of late.entries()) {
      if (i > 0) expect(idle).toBeGreaterThanOrEqual(0.499 * (late[i - 1]?.busy ?? 0));
    }
  });

  it('reports its speed, and handles a STOP between two steps', () => {
    const { clock, frame, say, robot } = slow(0.05);
    expect(frame().pace.reached).toBeCloseTo(0.02 / 0.075, 1);
    say({ kind: 'stop' });
    clock.runUntil(clock.now() + 0.2);
    expect(robot().tick).toMatchObject({ safety: 'stopped' });
  });
});
