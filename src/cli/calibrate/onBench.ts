/** A connected robot on the bench: who asks, what stops it, and that it is closed whatever happens. */
import { ignoreElements, map, merge, type Observable, ReplaySubject, tap } from 'rxjs';
import type { ConnectedRobot } from '../../drivers/driver.js';
import { resumeRandom, seedRandom } from '../../math/random.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { DeadManTripped } from '../../validation/errors.js';
import { closeOrWarn } from '../drive/closeOrWarn.js';
import type { OpenRobot } from '../drive/openRobot.js';
import { unlessInterrupted } from '../drive/runMission.js';
import { type Interruption, interruptions$ } from '../terminal/shutdown.js';
import { Interrupted, keyPresses } from '../tryWheels/tryWheels.js';
import { askedTape, askYes, CalibrationDeclined } from './askTape.js';
import type { Bench } from './bench.js';
import { isVirtual, type RigOptions } from './openRig.js';
import type { Plan } from './plan.js';
import { type Rig, StoppedByKey } from './rig.js';
import { simulatedTape, type Tape } from './tape.js';

/** Signals and errors, which end what is measured and what is asked. */
export interface Watch {
  readonly interrupted$: Observable<Interruption>;
  readonly signal: AbortSignal;
  readonly end: () => void;
}

/** Guards people: until its end no signal and no error ends the process before the wheels are stopped. */
export function watchInterruptions(): Watch {
  const interrupted$ = new ReplaySubject<Interruption>(1);
  const subscription = interruptions$.subscribe(interrupted$);
  const ended = new AbortController();
  subscription.add(interrupted$.subscribe(() => ended.abort()));
  return { interrupted$, signal: ended.signal, end: () => subscription.unsubscribe() };
}

export interface BenchPlan {
  readonly open: OpenRobot;
  readonly robot: RobotDefinition;
  readonly plan: Plan;
  readonly options: Pick<RigOptions, 'port' | 'seed'>;
}

/** Undefined if interrupted before the robot was there. @throws DriverError, Declined, StoppedByKey, Interrupted */
export async function onBench<T>(
  plan: BenchPlan,
  watch: Watch,
  measure: (bench: Bench) => Promise<T>,
): Promise<T | undefined> {
  const body = await unlessInterrupted(plan.open(), watch);
  return body && measure(benchOf(plan, watch, body)).finally(() => closeOrWarn(body));
}

export const say = (line: string): void => void process.stderr.write(`${line}\n`);

function benchOf(
  { robot, plan, options }: BenchPlan,
  { signal, interrupted$ }: Watch,
  body: ConnectedRobot,
): Bench {
  const isReal = !isVirtual(options.port);
  const rig: Rig = {
    body,
    robot,
    ended$: merge(endOfBody(body), interrupted$.pipe(map(throwInterrupted)), ...(isReal ? [keyStops()] : [])),
    ...(isReal && { tryAgain: (why: string) => askYes(`${why}. Put it back, and try this again?`, signal) }),
  };
  if (body.warning !== null) say(`warning: ${body.warning}`);
  const raise = async (): Promise<void> => {
    if (!isReal) return;
    const raised = await askYes('Put it on a block. Do both wheels turn freely, off the ground?', signal);
    if (!raised) throw new CalibrationDeclined('its wheels must be off the ground');
  };
  return { rig, plan, raise, tape: tapeOf(body, { seed: options.seed, signal, isReal }) };
}

function tapeOf(
  { truth }: ConnectedRobot,
  { seed = 1, signal, isReal }: { seed: number | undefined; signal: AbortSignal; isReal: boolean },
): Tape {
  if (isReal || !truth) return askedTape(signal, say);
  const tape = simulatedTape(truth, resumeRandom(seedRandom(seed)));
  return {
    start: (what) => {
      say(what);
      return tape.start(what);
    },
    measure: (question) => tape.measure(question),
  };
}

/** Errors when the board is lost, or has stopped itself: it is not armed again without being asked. */
const endOfBody = ({ readings$ }: ConnectedRobot): Observable<never> =>
  readings$.pipe(
    tap((reading) => {
      if (reading.kind === 'tripped') throw new DeadManTripped(reading.why);
    }),
    ignoreElements(),
  );

const keyStops = (): Observable<never> =>
  keyPresses(process.stdin).pipe(
    map(() => {
      throw new StoppedByKey('A key stopped it');
    }),
  );

function throwInterrupted(interruption: Interruption): never {
  throw new Interrupted(interruption);
}
