/** A drive from the first connection to its end: a ride, and when the body is lost, the way back to it. */
import { firstValueFrom, from, map, merge, NEVER, type Observable } from 'rxjs';
import { wallTime } from '../control/clock.js';
import { type Controller, slowed } from '../control/controller.js';
import { type LoopState, resumeStopped } from '../control/state.js';
import { reconnect } from '../drivers/reconnect.js';
import { DeadManTripped } from '../errors.js';
import type { SafetyState } from '../signals.js';
import type { Body, OpenBody } from './body.js';
import { operatorCommands } from './operator.js';
import { type Ending, type Ride, ride } from './ride.js';
import { type StatusLine, statusLine } from './statusLine.js';

export interface JourneyPlan {
  readonly controller: Controller;
  readonly initial: LoopState;
  readonly until: Ride['until'];
  readonly open: OpenBody;
  readonly interrupted$: Observable<unknown>;
  readonly terminal: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WriteStream };
  /** Somebody sits at the terminal: Enter stops and goes on, and a lost robot is looked for. */
  readonly attended: boolean;
}

export interface JourneyEnd {
  readonly ending: Ending;
  readonly state: LoopState;
}

/** @throws DriverError when there is no body to begin with. However it ends, the body is stopped and closed. */
export async function travel(plan: JourneyPlan): Promise<JourneyEnd> {
  let state = plan.initial;
  let body = await unlessInterrupted(plan.open(), plan);
  if (body) await armOrClose(body);
  while (body) {
    const leg = await rideOn(body, state, plan);
    const { ending } = leg;
    const mayComeBack = ending.kind === 'lost' && !(ending.error instanceof DeadManTripped);
    if (!mayComeBack || !plan.attended) return leg;
    state = resumeStopped(leg.state);
    body = await wayBack(ending.error, plan);
  }
  return { ending: { kind: 'interrupted' }, state };
}

async function armOrClose({ driver }: Body): Promise<void> {
  try {
    await driver.arm();
  } catch (error) {
    await driver.close();
    throw error;
  }
}

async function rideOn(body: Body, initial: LoopState, plan: JourneyPlan): Promise<JourneyEnd> {
  const { driver, time, speedLimit, warning } = body;
  const line = statusLine(plan.terminal.output, warning);
  let safety: SafetyState = initial.supervisor.safety;
  greet(line, warning, safety, plan);
  try {
    return await ride({
      ...plan,
      controller: speedLimit === null ? plan.controller : slowed(plan.controller, speedLimit),
      initial,
      driver,
      time,
      commands$: plan.attended ? operatorCommands(plan.terminal.input, () => safety) : NEVER,
      onTick: (tick) => {
        safety = tick.safety;
        line.show(tick);
      },
    });
  } finally {
    line.clear();
    await driver.close();
  }
}

function greet(line: StatusLine, warning: string | null, safety: SafetyState, plan: JourneyPlan): void {
  if (warning !== null) line.say(`warning: ${warning}`);
  if (plan.attended)
    line.say(safety === 'stopped' ? 'stopped; Enter goes on' : 'driving; Enter stops, Ctrl-C ends');
}

/** Looks for a lost body until it is there again, which nobody but an operator sets moving, or until interrupted. */
async function wayBack(error: unknown, plan: JourneyPlan): Promise<Body | undefined> {
  plan.terminal.output.write(`${messageOf(error)}\nlooking for it again; Ctrl-C gives up\n`);
  const giveUp = new AbortController();
  const watch = plan.interrupted$.subscribe(() => giveUp.abort());
  const search = reconnect(plan.open, { time: wallTime, signal: giveUp.signal });
  return unlessInterrupted(search, plan).finally(() => watch.unsubscribe());
}

/** What opens too late is closed again. */
async function unlessInterrupted(
  opening: Promise<Body>,
  { interrupted$ }: JourneyPlan,
): Promise<Body | undefined> {
  const body = await firstValueFrom(merge(interrupted$.pipe(map(() => undefined)), from(opening)));
  if (!body) void opening.then(({ driver }) => driver.close()).catch(() => {});
  return body;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
