/** A program's streams in virtual time: RxJS' TestScheduler, and fake timers. */
import { concat, filter, last, lastValueFrom, map, type Observable, take, timer, toArray } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  arrive,
  type Behavior,
  drive,
  loadRobot,
  type Reading,
  scenario,
  simulate,
  type Tick,
} from '../../src/index.js';
import { virtualDrive } from '../../src/testing.js';

const there = arrive({ target: [0.2, 0] });
const inMarbles = () => new TestScheduler((actual, expected) => expect(actual).toEqual(expected));

afterEach(() => {
  vi.useRealTimers();
});

describe('a virtual drive', () => {
  it.each([10, 30, 50, 100])('ticks at the rate of its robot: %d Hz', (rate) => {
    const scout = loadRobot('scout');
    const robot = { ...scout, control: { ...scout.control, rate } };
    const scheduler = inMarbles();
    scheduler.run(() => {
      const times: number[] = [];
      virtualDrive(robot, there, { scheduler })
        .pipe(take(5))
        .subscribe(() => times.push(scheduler.now()));
      scheduler.flush();
      expect(times.map((time) => Math.round(time * rate) / rate)).toEqual(
        [0, 1, 2, 3, 4].map((n) => Math.round(((1000 * n) / rate) * rate) / rate),
      );
    });
  });

  it('drives as a scenario does, tick for tick', async () => {
    const ticks: unknown[] = [];
    await simulate(scenario({ duration: '10 s', robots: [{ robot: 'scout', mission: there }] }), {
      onTick: (_robot, _pose, tick) => ticks.push(tick.duties),
    });
    const scheduler = inMarbles();
    scheduler.run(() => {
      const duties: unknown[] = [];
      virtualDrive('scout', there, { scheduler }).subscribe((tick) => duties.push(tick.duties));
      scheduler.flush();
      expect(ticks.length).toBeGreaterThan(40);
      // The scenario is over as soon as it can be judged.
      expect(duties.slice(0, ticks.length)).toEqual(ticks);
    });
  });

  it('takes streams in marbles, of targets and of behaviors', () => {
    const scheduler = inMarbles();
    scheduler.run(({ cold, expectObservable }) => {
      const missions$ = cold<Behavior>('500ms a 999ms b|', { a: there, b: arrive({ target: [0, 0.2] }) });
      const run$ = virtualDrive('scout', missions$, { scheduler, until: 'stopped', duration: 4 });
      const end$ = run$.pipe(
        last(),
        map(({ estimate: { pose } }) => [pose.x.toFixed(1), pose.y.toFixed(1)].join(' ')),
      );
      expectObservable(end$).toBe('4s (x|)', { x: '0.0 0.2' });
      const begun$ = run$.pipe(
        filter(({ wanted }) => wanted.linear > 0),
        take(1),
        map(({ at }) => at),
      );
      expectObservable(begun$).toBe('500ms (x|)', { x: 0.5 });
    });
  });

  it('ends as a drive does: at rest, by a fault, or after its duration', () => {
    const scheduler = inMarbles();
    scheduler.run(() => {
      const ends: unknown[] = [];
      const fails: Behavior = {
        start: () => null,
        steer: () => {
          throw new Error('no');
        },
      };
      const far = arrive({ target: [9, 0] });
      for (const behavior of [there, fails, far])
        virtualDrive('scout', behavior, { scheduler, duration: 3 })
          .pipe(last())
          .subscribe(({ at, arrived, safety }) => ends.push({ late: at >= 3, arrived, safety }));
      scheduler.flush();
      expect(ends).toEqual(
        expect.arrayContaining([
          { late: false, arrived: true, safety: 'driving' },
          { late: false, arrived: false, safety: 'faulted' },
          { late: true, arrived: false, safety: 'driving' },
        ]),
      );
    });
  });

  it('passes by the fake timers of vitest, and so does a whole drive', async () => {
    vi.useFakeTimers();
    const run = await drive('scout', there, { port: 'simulated' });
    const seen = lastValueFrom(virtualDrive('scout', there).pipe(toArray()));
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await run.result).outcome).toBe('arrived');
    expect((await seen).at(-1)).toMatchObject({ arrived: true });
  });
});

describe('the velocity in the estimate', () => {
  it('is how the pose changes, and the turn rate how the heading does, left positive', () => {
    const scheduler = inMarbles();
    scheduler.run(() => {
      const ticks: Tick[] = [];
      virtualDrive('scout', arrive({ target: [0.3, 0.4] }), { scheduler }).subscribe((tick) =>
        ticks.push(tick),
      );
      scheduler.flush();
      const [from, to] = [ticks[20] as Tick, ticks[21] as Tick];
      const dt = to.at - from.at;
      const { pose, velocity, turnRate } = to.estimate;
      const before = from.estimate.pose;
      expect(turnRate).toBeGreaterThan(0.2);
      expect(Math.abs((pose.heading - before.heading) / dt - turnRate)).toBeLessThan(0.3);
      expect(Math.abs((pose.x - before.x) / dt - velocity.x)).toBeLessThan(0.03);
      expect(Math.abs((pose.y - before.y) / dt - velocity.y)).toBeLessThan(0.03);
    });
  });

  it.each([
    ['its gyroscope, where it has one', true, 1 / 1.3],
    ['its wheels else', false, 1],
  ])('turns by %s', (_, hasGyro, wanted) => {
    const scout = loadRobot('scout');
    const gyro = loadRobot('elegoo-smart-car-v4').sensors.filter(({ type }) => type === 'mpu6050');
    const robot = { ...scout, sensors: hasGyro ? [...scout.sensors, ...gyro] : scout.sensors };
    const ratios: number[] = [];
    const scheduler = inMarbles();
    scheduler.run(() => {
      // Its wheels are further apart than its file says: it turns more slowly than they tell.
      const options = { scheduler, scenario: { plant: { trackError: 0.3 } }, duration: 2 };
      virtualDrive(robot, arrive({ target: [0.1, 0.4] }), options).subscribe(({ estimate }) => {
        const { turnRate, wheels } = estimate;
        const told = (wheels.right - wheels.left) / robot.chassis.track;
        if (Math.abs(told) > 0.5) ratios.push(turnRate / told);
      });
      scheduler.flush();
    });
    expect(ratios.length).toBeGreaterThan(10);
    expect(ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)]).toBeCloseTo(wanted, 1);
  });
});

describe('the readings of a robot, as its program wants them', () => {
  const ends = async (readings: (own$: Observable<Reading>) => Observable<Reading>) => {
    const scheduler = inMarbles();
    let end: unknown;
    scheduler.run(() => {
      virtualDrive('scout', there, { scheduler, readings, duration: 5 })
        .pipe(last())
        .subscribe(({ arrived, safety, cause }) => {
          end = { arrived, safety, cause: cause?.kind ?? null };
        });
      scheduler.flush();
    });
    return end;
  };

  it('may be passed on, with others merged in', async () => {
    expect(await ends((own$) => own$)).toEqual({ arrived: true, safety: 'driving', cause: null });
  });

  it('stop the robot where they are stamped by a clock that stands', async () => {
    const stale = (own$: Observable<Reading>) =>
      own$.pipe(map((reading) => ({ ...reading, at: 0, left: 0, right: 0 })));
    expect(await ends(stale)).toEqual({ arrived: false, safety: 'faulted', cause: 'encoderSilent' });
  });

  it('stop the robot where they fail, end, or are left out', async () => {
    expect(await ends((own$) => own$.pipe(take(50)))).toMatchObject({ arrived: false, safety: 'faulted' });
    expect(await ends((own$) => own$.pipe(filter(({ at }) => at < 0.2)))).toMatchObject({
      arrived: false,
      safety: 'faulted',
    });
    expect(
      await ends((own$) => concat(own$.pipe(take(20)), timer(0).pipe(map(() => JSON.parse('{'))))),
    ).toMatchObject({ safety: 'faulted' });
  });
});
