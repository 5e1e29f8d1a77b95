/** A drive from the first connection to its end: a ride, and when the body is lost, the way back to it. */
import { firstValueFrom, from, map, merge, NEVER, type Observable } from 'rxjs';
import { wallTime } from '../control/clock.js';
import { type Controller, slowed } from '../control/controller.js';
import type { TickedState } from '../control/loop.js';
import { type LoopState, resumeStopped } from '../control/state.js';
import { reconnect } from '../drivers/reconnect.js';
import { DeadManTripped } from '../errors.js';
import type { Command, LoopEvent, SafetyState, Target } from '../signals.js';
import type { Body, OpenBody } from './body.js';
import { CLEAR, GO, operatorCommands } from './operator.js';
import { type Ending, ride, type Until } from './ride.js';
import { asWaiting, WAITING } from './starting.js';
import { statusLine } from './statusLine.js';

export interface JourneyPlan {
  readonly controller: Controller;
  readonly initial: LoopState;
  readonly until: Until;
  readonly open: OpenBody;
  readonly interrupted$: Observable<unknown>;
  readonly terminal: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WriteStream };
  /** Somebody may type at the terminal: he is heard, and told what he can say. */
  readonly listens: boolean;
  /** Somebody sits there and reads, too: a lost robot is looked for. */
  readonly attended: boolean;
  /** Who looks on from a page. */
  readonly bystander?: Bystander;
}

/** Somebody who looks on, and may take a hand. */
export interface Bystander {
  readonly commands$: Observable<Command>;
  readonly targets$: Observable<Target>;
  /** Somebody is there now. */
  readonly isThere: boolean;
  /** Somebody has given the robot something else to do: it no longer ends by arriving. */
  readonly tookOver: boolean;
  /** A STOP holds that was said before there was a body to hear it. */
  readonly stopped: boolean;
  /** A ride begins in this state. */
  begins(state: LoopState, body: Body): void;
  /** Each event before it folds in, and each tick. */
  readonly witness: (event: LoopEvent) => void;
  ticked(state: TickedState): void;
  /** The body was lost; it is looked for, or given up. */
  lost(why: string): void;
}

export interface JourneyEnd {
  readonly ending: Ending;
  readonly state: LoopState;
}

type Operator = Observable<Command>;

/** @throws DriverError when there is no body to begin with. However it ends, the body is stopped and closed. */
export async function travel(plan: JourneyPlan): Promise<JourneyEnd> {
  const body = await unlessInterrupted(plan.open(), plan);
  if (!body) return { ending: { kind: 'interrupted' }, state: plan.initial };
  const operator = plan.listens ? operatorCommands(plan.terminal.input) : NEVER;
  // Guards people: a STOP that is said while the board is looked for, or is being armed, holds when it is there. Heard
  // all the way: what is typed while the robot is lost is for nobody, and starts nothing later.
  let typedStop = false;
  const listening = operator.subscribe(({ kind }) => {
    typedStop = kind === 'stop';
  });
  const isStopped = () => typedStop || (plan.bystander?.stopped ?? false);
  try {
    if (isStopped()) return await rides(body, asStopped(plan), operator);
    return await rides(body, { ...plan, initial: asWaiting(plan.initial) }, operator);
  } finally {
    listening.unsubscribe();
  }
}

const asStopped = (plan: JourneyPlan): JourneyPlan => ({ ...plan, initial: resumeStopped(plan.initial) });

async function rides(first: Body, plan: JourneyPlan, operator: Operator): Promise<JourneyEnd> {
  let state = plan.initial;
  for (let body: Body | undefined = first; body; ) {
    const leg = await rideOn(body, state, plan, operator);
    const { ending } = leg;
    const mayComeBack = ending.kind === 'lost' && !(ending.error instanceof DeadManTripped);
    if (!mayComeBack || !(plan.attended || plan.bystander?.isThere)) return leg;
    state = resumeStopped(leg.state);
    body = await wayBack(ending.error, plan);
  }
  return { ending: { kind: 'interrupted' }, state };
}

async function rideOn(
  body: Body,
  initial: LoopState,
  plan: JourneyPlan,
  operator: Operator,
): Promise<JourneyEnd> {
  const { driver, time, speedLimit, warning } = body;
  const line = statusLine(plan.terminal.output, warning === null ? null : 'NO DEAD-MAN');
  if (warning !== null) line.say(`warning: ${warning}`);
  const { bystander } = plan;
  bystander?.begins(initial, body);
  let safety: SafetyState | undefined;
  try {
    const leg = await ride({
      ...plan,
      controller: speedLimit === null ? plan.controller : slowed(plan.controller, speedLimit),
      initial,
      starts: initial.supervisor.cause === WAITING,
      endsOnFault: () => !(plan.attended || plan.bystander?.isThere),
      driver,
      time,
      until: () => (bystander?.tookOver ? 'interrupted' : plan.until),
      commands$: bystander ? merge(operator, bystander.commands$) : operator,
      ...(bystander && { targets$: bystander.targets$, witness: bystander.witness }),
      onTick: (state) => {
        const { tick } = state;
        bystander?.ticked(state);
        if (plan.listens && tick.safety !== safety) line.say(HINTS[tick.safety]);
        safety = tick.safety;
        line.show(tick);
      },
    });
    // Before the driver is closed, which takes its time: nobody is to talk to a robot that is gone.
    if (leg.ending.kind === 'lost') bystander?.lost(messageOf(leg.ending.error));
    return leg;
  } finally {
    line.clear();
    await driver.close();
  }
}

const HINTS: Readonly<Record<SafetyState, string>> = {
  driving: 'driving; Enter stops, Ctrl-C ends',
  braking: 'a limit was met: it brakes',
  stopped: `stopped; ${GO} and Enter goes on, Ctrl-C ends`,
  faulted: `stopped by a fault; ${CLEAR} and Enter releases it, Ctrl-C ends`,
};

/** Looks for a lost body until it is there again, which nobody but an operator sets moving, or until interrupted. */
async function wayBack(error: unknown, plan: JourneyPlan): Promise<Body | undefined> {
  plan.terminal.output.write(`${messageOf(error)}\nlooking for it again; Ctrl-C gives up\n`);
  const giveUp = new AbortController();
  const watch = plan.interrupted$.subscribe(() => giveUp.abort());
  let told = '';
  const open = () =>
    plan.open().catch((failure: unknown) => {
      // Why it cannot be had yet may be something to mend; each reason is told once.
      if (messageOf(failure) !== told) plan.terminal.output.write(`${messageOf(failure)}\n`);
      told = messageOf(failure);
      throw failure;
    });
  const search = reconnect(open, { time: wallTime, signal: giveUp.signal });
  return unlessInterrupted(search, plan).finally(() => watch.unsubscribe());
}

/** Undefined where it was interrupted; what opens too late is closed again. */
export async function unlessInterrupted(
  opening: Promise<Body>,
  { interrupted$ }: Pick<JourneyPlan, 'interrupted$'>,
): Promise<Body | undefined> {
  const body = await firstValueFrom(merge(interrupted$.pipe(map(() => undefined)), from(opening)));
  if (!body) void opening.then(({ driver }) => driver.close()).catch(() => {});
  return body;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
