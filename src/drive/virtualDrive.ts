/** A run in virtual time, for tests of a program's own streams. */
import {
  defer,
  filter,
  finalize,
  isObservable,
  map,
  merge,
  NEVER,
  type Observable,
  type SchedulerLike,
  Subject,
  takeWhile,
} from 'rxjs';
import { type SimulatedRobotOptions, simulatedRobot } from '../../sim/engine/simulatedRobot.js';
import { robotOf } from '../config/loadDefinition.js';
import { wallTime } from '../control/clock.js';
import { controlLoop } from '../control/loop.js';
import { prepareModel } from '../control/robotModel.js';
import { startLoop } from '../control/state.js';
import type { TimeSource } from '../math/time.js';
import type { Seconds } from '../math/units.js';
import type { RobotDefinition } from '../robot/robot.js';
import { endsWhen } from '../session/ride.js';
import type { Command, Tick } from '../signals/signals.js';
import { type Behavior, requireBehaviors } from '../steering/behavior.js';
import { misuse } from '../validation/caller.js';
import { aNumber, anObject, type Checks, requireOptions, withMethods } from '../validation/options.js';
import { heardThrough } from './heardThrough.js';
import { datedFix, datedTarget, NEWS_SHAPES } from './news.js';
import type { DriveRunOptions } from './run.js';
import { RUN_OPTION_CHECKS } from './shapes.js';
import { STANDING, taskOf } from './task.js';

export interface VirtualDriveOptions extends Omit<DriveRunOptions, 'latency'> {
  /**
   * Whose time it is: a `TestScheduler` or another scheduler of RxJS. By default the timers of the machine, which fake timers
   * replace.
   */
  readonly scheduler?: SchedulerLike;
  /** Gives the world, `plant`, `sensing` and the start of the body, as for `simulatedRobot`. */
  readonly scenario?: SimulatedRobotOptions['scenario'];
  /** It ends after so long at the latest [s]; by default 60. */
  readonly duration?: Seconds;
}

/**
 * Drives a simulated robot in virtual time: its ticks, until the run would end. Each subscription is a run of its own, armed
 * from the start. The robot begins where its body stands: at the origin, or as `scenario` says.
 *
 * @param behavior what it is to do, or a stream of that, as for `drive`
 * @throws TypeError for arguments that cannot be meant; FileError for a faulty robot file
 * @example
 * ```ts
 * import { map } from 'rxjs';
 * import { TestScheduler } from 'rxjs/testing';
 * import { arrive } from 'steerbot';
 * import { virtualDrive } from 'steerbot/testing';
 * const scheduler = new TestScheduler((actual, expected) => console.log(JSON.stringify(actual) === JSON.stringify(expected))); // true
 * scheduler.run(({ expectObservable, hot }) => {
 *   const targets$ = hot('100ms a', { a: { id: 'ball', position: { x: 1, y: 0 } } });
 *   const follow = arrive({ target: { mover: 'ball' } });
 *   const moves$ = virtualDrive('scout', follow, { scheduler, targets$, until: 'stopped' }).pipe(
 *     map(({ wanted }) => (wanted.linear > 0 ? 'm' : 's')),
 *   );
 *   expectObservable(moves$, '^ 121ms !').toBe('s 19ms s 19ms s 19ms s 19ms s 19ms m 19ms m');
 * });
 * ```
 */
export function virtualDrive(
  robot: string | RobotDefinition,
  behavior: Behavior | Observable<Behavior>,
  options: VirtualDriveOptions = {},
): Observable<Tick> {
  if (!isObservable(behavior)) requireBehaviors('virtualDrive', [behavior], 2);
  requireOptions('virtualDrive', options, VIRTUAL_CHECKS);
  const definition = robotOf('virtualDrive', robot);
  const behaviors$ = isObservable(behavior) ? behavior : NEVER;
  const task = (next: Behavior) => taskOf(definition, next, options.surroundings$ !== undefined);
  const first = task(isObservable(behavior) ? STANDING : behavior);
  const { scheduler, scenario, seed = 1, duration = LONGEST, until = 'at rest' } = options;
  const { targets$ = NEVER, fixes$ = NEVER, surroundings$ = NEVER, commands$ = NEVER, readings } = options;
  return defer(() => {
    const own = { ...first.own };
    const model = prepareModel(definition, first.behavior, definition.name, own);
    const time = scheduler ? timeOf(scheduler) : wallTime;
    const body = simulatedRobot(definition, { pace: 'real time', time, ...(scenario && { scenario }) });
    const { pose } = body.truth();
    void body.arm();
    const setups$ = behaviors$.pipe(
      map((next): Command => {
        const { mission, own: named } = task(next);
        Object.assign(own, named);
        return { kind: 'setup', setup: { robot: definition, mission } };
      }),
    );
    // A test is to fail where its streams give what cannot be meant; the loop would go on.
    const failed = new Subject<never>();
    const refuse = (why: string) => failed.error(misuse(why));
    const checked = <T>(name: keyof typeof NEWS_SHAPES, news$: Observable<T>): Observable<T> =>
      news$.pipe(
        filter((news) => {
          const trouble = NEWS_SHAPES[name](news);
          if (trouble !== undefined) refuse(`${name} ${trouble}`);
          return trouble === undefined;
        }),
      );
    const isOver = endsWhen(
      () => (until === 'stopped' ? 'interrupted' : until),
      () => true,
    );
    const ticks$ = controlLoop(model, startLoop(model, { pose: options.start ?? pose, seed }), {
      driver: heardThrough({ robot: definition, body }, readings, refuse),
      clock$: body.clock$(model.period),
      targets$: checked('targets$', targets$).pipe(map((news) => datedTarget(news, body.time.now()))),
      fixes$: checked('fixes$', fixes$).pipe(map((news) => datedFix(news, body.time.now()))),
      surroundings$: checked('surroundings$', surroundings$),
      commands$: merge(setups$, checked('commands$', commands$)),
    });
    return merge(ticks$, failed).pipe(
      takeWhile((tick) => isOver(tick) === undefined && tick.at < duration, true),
      finalize(() => void body.close()),
    );
  });
}

/** A program that never arrives would keep a virtual clock running for ever. */
const LONGEST: Seconds = 60;

/** The time of a scheduler, to the nanosecond: the rounding of sums would shift its frames. */
const timeOf = (scheduler: SchedulerLike): TimeSource => ({
  now: () => scheduler.now() / 1000,
  after(delay, callback) {
    const action = scheduler.schedule(() => callback(), Math.max(0, Math.round(delay * 1e9) / 1e6));
    return () => action.unsubscribe();
  },
});

const VIRTUAL_CHECKS: Checks<VirtualDriveOptions> = {
  ...RUN_OPTION_CHECKS,
  scheduler: withMethods(['now', 'schedule'], 'a scheduler of RxJS'),
  scenario: anObject,
  duration: aNumber('seconds', 0),
};
