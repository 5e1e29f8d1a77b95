/** The robot on the table, somebody before it: wheels turn one at a time, and he says what they do. */
import { ignoreElements, map, merge, type Observable, Subject } from 'rxjs';
import type { Side } from '../../config/robot/wiring/pinUses.js';
import type { ConnectedRobot } from '../../drivers/driver.js';
import { REST_SPEED } from '../../math/wheel.js';
import type { RobotDefinition } from '../../robot/robot.js';
import type { WheelSpeeds } from '../../signals/signals.js';
import type { Interruption } from '../terminal/shutdown.js';
import { type Motions, watchWheels } from './dialogue.js';
import { ask, Interrupted, keysOf } from './keyboard.js';
import { type Seen, spin } from './spin.js';

export interface Table {
  readonly body: ConnectedRobot;
  readonly robot: RobotDefinition;
  readonly interrupted$: Observable<Interruption>;
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WritableStream;
}

/**
 * What each motor does; undefined where the wheels are not off the ground, and nothing has moved.
 *
 * Guards people: between two spins the motors are off, and while one spins any key stops it.
 *
 * @throws NoPower, Interrupted, DriverError
 */
export async function examine(table: Table): Promise<Motions | undefined> {
  const { body, robot, input, output } = table;
  const keys$ = keysOf(input);
  // Guards people: heard all the time, and for good: a Ctrl-C between two questions is no answer, and not forgotten.
  const ended$ = new Subject<never>();
  const listening = endOf(table, keys$).subscribe(ended$);
  const say = (text: string) => output.write(`${text}\n`);
  const asked = (question: string) => ask(question, keys$, ended$, output);
  const spun = async (side: Side): Promise<Seen> => {
    say(`The motor that the file calls ${side} turns slowly for a second; any key stops it.`);
    const seen = await spin(side, { body, robot, ended$, enough$: keys$ });
    if (seen.wheels) say(inWords(seen.wheels));
    return seen;
  };
  try {
    if (body.warning !== null) say(`warning: ${body.warning}`);
    // What is emulated falls off no table.
    if (!body.truth && (await asked('Are both wheels off the ground?')) !== 'yes') return undefined;
    return await watchWheels({ ask: asked, spin: spun });
  } finally {
    listening.unsubscribe();
  }
}

/** Errors with what ends it all: the body is lost, somebody at the keyboard wants it, or somebody elsewhere. */
const endOf = ({ body, interrupted$ }: Table, keys$: Observable<string>): Observable<never> =>
  merge(
    body.readings$.pipe(ignoreElements()),
    keys$.pipe(ignoreElements()),
    interrupted$.pipe(map(interrupt)),
  );

function interrupt(interruption: Interruption): never {
  throw new Interrupted(interruption);
}

/** Of wheels that nobody can see. */
function inWords({ left, right }: WheelSpeeds): string {
  const turning = Object.entries({ left, right }).filter(([, speed]) => Math.abs(speed) > REST_SPEED);
  const words = turning.map(
    ([side, speed]) => `the ${side} wheel turns ${speed > 0 ? 'forwards' : 'backwards'}`,
  );
  return `Emulated: ${words.join(', ') || 'no wheel turns'}.`;
}
