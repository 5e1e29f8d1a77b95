/** A drive from the first connection to its end: one attempt, and another each time a lost robot is found again. */

import { createInterface } from 'node:readline';
import { firstValueFrom, from, map, merge, NEVER, Observable, share, tap } from 'rxjs';
import { asWaiting } from '../../control/autoArm.js';
import { wallTime } from '../../control/clock.js';
import type { RobotModel } from '../../control/robotModel.js';
import { isUnplaced, type LoopState, resumeStopped } from '../../control/state.js';
import { onBody } from '../../drive/body.js';
import { closeStopped } from '../../drivers/closeStopped.js';
import type { ConnectedRobot } from '../../drivers/driver.js';
import { DriftMeter } from '../../estimation/expectedError.js';
import type { TimeSource } from '../../math/time.js';
import type { Meters, Seconds } from '../../math/units.js';
import { stopCause } from '../../safety/supervisor.js';
import { standingNews } from '../../session/drivenViews.js';
import { type Ending, type Ride, ride, type Until } from '../../session/ride.js';
import type { RunObserver } from '../../session/runObserver.js';
import type { Command, Stop } from '../../signals/signals.js';
import { DriverError, messageOf } from '../../validation/errors.js';
import { type StatusLine, statusLine } from '../terminal/statusLine.js';
import { CLEAR_WORD, GO_WORD, Hints } from './hints.js';
import type { OpenRobot } from './openRobot.js';
import { HERE_WORD, saidPlace } from './saidPlace.js';

export interface DrivePlan {
  readonly model: RobotModel;
  readonly initial: LoopState;
  readonly until: Until;
  readonly open: OpenRobot;
  readonly interrupted$: Observable<unknown>;
  readonly terminal: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WriteStream };
  /** An operator may type at the terminal: the drive obeys, and prints the possible commands. */
  readonly listens: boolean;
  /** An operator also reads the terminal: a lost robot is searched for. */
  readonly attended: boolean;
  /** A page that shows the run. */
  readonly observer?: RunObserver;
}

export interface DriveEnd {
  readonly ending: Ending;
  readonly state: LoopState;
  /** Typical distance of the robot from its estimate; null where something measures the pose. */
  readonly expectedError: Meters | null;
  /** The board has said so; else it may still be on its way to a stop. */
  readonly motorsOff: boolean;
}

/** A plan, and what it measures over all attempts. */
interface MeasuredPlan extends DrivePlan {
  readonly drift: DriftMeter;
}

type Ended = Omit<DriveEnd, 'expectedError'>;
type Operator = Observable<Command>;

/** @throws DriverError when there is no body at first. Whatever the ending, the body is stopped and closed. */
export async function runMission(plan: DrivePlan): Promise<DriveEnd> {
  const robot = await unlessInterrupted(plan.open(), plan);
  // No board has been armed: its motors were never on.
  if (!robot) return { ...interruptedAt(plan.initial), motorsOff: true, expectedError: null };
  const operator = plan.listens ? operatorCommands(plan.terminal.input) : NEVER;
  // Guards people: listens all the time. A line typed while the robot is lost is dropped, and starts nothing later.
  const listening = operator.subscribe();
  try {
    // Guards people: a STOP that was said during the search for the board still holds when the board is there.
    const held = plan.observer?.heldStop;
    // A resumed robot does not arm itself: an operator tells its pose, and then arms it.
    const begin = held ? asStopped(plan.initial, held) : asWaiting(plan.initial);
    const initial = isUnplaced(plan.initial) ? plan.initial : begin;
    const drift = new DriftMeter(plan.model.estimation);
    const end = await attempts(robot, { ...plan, initial, drift }, operator);
    return { ...end, expectedError: drift.expectedError };
  } finally {
    listening.unsubscribe();
  }
}

function asStopped(state: LoopState, { why }: Stop): LoopState {
  const stopped = resumeStopped(state);
  const { guards } = stopped;
  return {
    ...stopped,
    guards: { ...guards, supervisor: { ...guards.supervisor, cause: stopCause(why) } },
  };
}

async function attempts(first: ConnectedRobot, plan: MeasuredPlan, operator: Operator): Promise<Ended> {
  let state = plan.initial;
  // Guards people: of a robot that was lost and is not found again, what was last known.
  let motorsOff = false;
  for (let robot: ConnectedRobot | undefined = first; robot; ) {
    const end = await attempt(robot, state, plan, operator);
    const { ending } = end;
    if (ending.kind !== 'lost' || !(plan.attended || plan.observer?.isAttended)) return end;
    state = resumeStopped(end.state);
    motorsOff = end.motorsOff;
    robot = await findAgain(ending.error, plan);
  }
  return { ...interruptedAt(state), motorsOff };
}

const interruptedAt = (state: LoopState) => ({ ending: { kind: 'interrupted' }, state }) as const;

async function attempt(
  robot: ConnectedRobot,
  initial: LoopState,
  plan: MeasuredPlan,
  operator: Operator,
): Promise<Ended> {
  const { warning, deadMan } = robot;
  const isUnguarded = warning !== null && deadMan === null;
  const line = statusLine(plan.terminal.output, isUnguarded ? 'NO DEAD-MAN' : null);
  if (warning !== null) line.say(`warning: ${warning}`);
  const { observer } = plan;
  observer?.begins(initial, robot);
  let motorsOff = false;
  const end = await ride(rideOf(robot, initial, plan, { operator, line }))
    .then((ridden) => {
      // Before the driver is closed, which takes time: no command may go to a lost robot.
      if (ridden.ending.kind === 'lost') observer?.lost(messageOf(ridden.ending.error));
      return ridden;
    })
    .finally(async () => {
      line.clear();
      motorsOff = await closeStopped(robot);
    });
  return { ...end, motorsOff };
}

interface AtTerminal {
  readonly operator: Operator;
  readonly line: StatusLine;
}

function rideOf(
  robot: ConnectedRobot,
  initial: LoopState,
  plan: MeasuredPlan,
  { operator, line }: AtTerminal,
): Ride {
  const { observer } = plan;
  const starts = initial.guards.supervisor.cause?.kind === 'waiting';
  const hints = new Hints(starts);
  let told: string | undefined;
  const commands$ = observer ? merge(operator, observer.commands$) : operator;
  return {
    ...plan,
    ...onBody(robot, plan.model),
    initial,
    starts,
    endsOnFault: () => !(plan.attended || observer?.isAttended),
    until: () => (observer?.tookOver ? 'interrupted' : plan.until),
    commands$: commands$.pipe(tap((command) => hints.hear(command))),
    ...(observer && {
      targets$: observer.targets$,
      fixes$: observer.fixes$,
      onEvent: observer.onEvent,
      failed$: observer.failed$,
    }),
    onTick: (ticked) => {
      plan.drift.add(ticked.tick.estimate, ticked.tick.at);
      observer?.ticked(ticked);
      const stands = standingNews(ticked.tick);
      if (stands !== undefined && stands !== told) line.say(`it ${stands}`);
      told = stands;
      const hint = hints.next(ticked.tick);
      if (plan.listens && hint !== undefined) line.say(hint);
      line.show(ticked.tick);
    },
  };
}

// An operator at the terminal: Enter only ever stops; going on takes a word, so that a second press cannot do it.

const OPERATOR_WORDS: Readonly<Record<string, Command>> = {
  [GO_WORD]: { kind: 'arm' },
  [CLEAR_WORD]: { kind: 'clear' },
  [HERE_WORD]: { kind: 'stands' },
};

/** Guards people: whatever is not understood stops. */
function commandOf(line: string): Command {
  const words = line.trim();
  if (Object.hasOwn(OPERATOR_WORDS, words)) return OPERATOR_WORDS[words] as Command;
  const [, place] = /^at\s+(.*)$/.exec(words) ?? [];
  if (place === undefined) return { kind: 'stop' };
  try {
    const pose = saidPlace(place);
    return { kind: 'stands', ...(pose && { pose }) };
  } catch (error) {
    return { kind: 'stop', why: messageOf(error) };
  }
}

/**
 * One command per line; shared, so that lines typed while no robot drives are dropped.
 *
 * Guards people: the end of the input (Ctrl-D) stops too, because no stop could be typed after it.
 */
export const operatorCommands = (input: NodeJS.ReadableStream): Observable<Command> =>
  new Observable<Command>((subscriber) => {
    const reader = createInterface({ input });
    reader.on('line', (line) => subscriber.next(commandOf(line)));
    reader.on('close', () => subscriber.next({ kind: 'stop', why: 'the input of the terminal has ended' }));
    return () => {
      reader.removeAllListeners();
      reader.close();
    };
  }).pipe(share());

/** Searches for a lost body until it is there again or the user interrupts; only an operator sets it moving again. */
async function findAgain(error: unknown, plan: DrivePlan): Promise<ConnectedRobot | undefined> {
  plan.terminal.output.write(`${messageOf(error)}\nlooking for it again; Ctrl-C gives up\n`);
  const giveUp = new AbortController();
  const watch = plan.interrupted$.subscribe(() => giveUp.abort());
  let told = '';
  const open = () =>
    plan.open().catch((failure: unknown) => {
      // The user may be able to fix the reason; each reason is told once.
      if (messageOf(failure) !== told) plan.terminal.output.write(`${messageOf(failure)}\n`);
      told = messageOf(failure);
      throw failure;
    });
  const search = reconnect(open, { time: wallTime, signal: giveUp.signal });
  return unlessInterrupted(search, plan).finally(() => watch.unsubscribe());
}

/** Undefined if interrupted; a robot that opens too late is closed again. */
export async function unlessInterrupted(
  opening: Promise<ConnectedRobot>,
  { interrupted$ }: Pick<DrivePlan, 'interrupted$'>,
): Promise<ConnectedRobot | undefined> {
  const robot = await firstValueFrom(merge(interrupted$.pipe(map(() => undefined)), from(opening)));
  if (!robot) void opening.then((late) => late.close()).catch(() => {});
  return robot;
}

export interface ReconnectOptions {
  readonly time: TimeSource;
  /** Wait before the first attempt; each later wait is twice the one before. */
  readonly from?: Seconds;
  /** The longest wait. */
  readonly to?: Seconds;
  /** After this time the last attempt's error is final; never unless given. */
  readonly atMost?: Seconds;
  /** Ends the search between two attempts. */
  readonly signal?: AbortSignal;
}

/**
 * Opens again and again. A body that comes back is stopped, like every body that was just opened.
 * @throws DriverError of the last attempt; whatever else `open` throws, at once; the signal's reason
 */
export async function reconnect<T>(open: () => Promise<T>, patience: ReconnectOptions): Promise<T> {
  const { time, from = 0.25, to = 2, atMost = Number.POSITIVE_INFINITY, signal } = patience;
  const began = time.now();
  for (let wait = from; ; wait = Math.min(2 * wait, to)) {
    await pause(time, wait, signal);
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof DriverError) || time.now() - began + wait > atMost) throw error;
    }
  }
}

function pause(time: TimeSource, delay: Seconds, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = time.after(delay, () => {
      signal?.removeEventListener('abort', refuse);
      resolve();
    });
    if (signal?.aborted) refuse();
    else signal?.addEventListener('abort', refuse, { once: true });
  });
}
