/** The driver of a simulated body: its sensors' readings come out, duties for its wheels go in. */
import { type Observable, Subject } from 'rxjs';
import type { Driver } from '../../src/drivers/driver.js';
import { clamp } from '../../src/math/geometry.js';
import type { Duty, Seconds } from '../../src/math/units.js';
import type { Reading, Side, WheelDuties } from '../../src/signals/signals.js';
import type { PlantContext, SimulatedBody } from '../engine/body.js';
import { sidesWithDiag } from '../scenario/faultSpec.js';
import type { RobotInWorld } from '../world/robotInWorld.js';
import { fixesSense } from './fixes.js';
import { ReadingFaults } from './readingFaults.js';
import { batterySense, Sensors, sensesOf } from './sensors.js';

/** A non-finite duty counts as 0, and nothing exceeds full power, as in a real driver. */
const safe = (duty: Duty): Duty => (Number.isFinite(duty) ? clamp(duty, -1, 1) : 0);

export class SimDriver implements Driver {
  readonly readings$: Observable<Reading>;
  readonly #readings = new Subject<Reading>();
  readonly #body: PlantContext;
  readonly #place: RobotInWorld;
  readonly #sensors: Sensors;
  readonly #faults: ReadingFaults | undefined;
  /** The sides whose motor's chip can report a fault. */
  readonly #diagnosed: readonly Side[];
  #armed = false;
  #closed = false;
  #now: Seconds = 0;

  constructor(body: PlantContext) {
    this.#body = body;
    this.#place = body.world.robot(body.id);
    this.#diagnosed = sidesWithDiag(body.robot);
    this.#sensors = new Sensors([
      ...sensesOf(body.robot.sensors, { ...body, rough: body.drivetrain.isRough }),
      ...batterySense(body.robot, () => body.drivetrain.volts),
      ...(body.fixes ? [fixesSense(body.fixes, body.seed ?? 0)] : []),
    ]);
    this.readings$ = this.#readings.asObservable();
    this.#faults = body.strikes && new ReadingFaults(body.strikes, body.robot);
  }

  /** Before arming, and after a stop, `drive` does nothing; a closed driver stays closed. */
  arm(): Promise<void> {
    this.#armed = !this.#closed;
    if (this.#armed) this.#body.drivetrain.power(this.#now, true);
    return Promise.resolve();
  }

  /** Emits the readings due now; the lock-step run calls it before each tick of the clock. */
  sense(at: Seconds): void {
    this.#now = at;
    if (this.#closed) return;
    const { robot, drivetrain, sensing } = this.#body;
    const { pose } = this.#place;
    if (sensing === 'truth') this.#say({ kind: 'pose', at, pose });
    if (robot.encoders) {
      const { left, right } = drivetrain.encoderCounts;
      this.#say({ kind: 'encoders', at, left, right });
    }
    for (const reading of this.#sensors.due(at, pose)) this.#say(reading);
    if (this.#armed) this.#stopForFault(at);
  }

  /** As the driver of a board does it, within a tick. */
  #stopForFault(at: Seconds): void {
    const { strikes } = this.#body;
    const side = this.#diagnosed.find((each) => strikes?.on(each, 'motorDriverFault', at));
    if (side === undefined) return;
    this.stop();
    const why = `the motors were stopped: the chip of the ${side} motor reports a fault`;
    this.#say({ kind: 'tripped', at, cause: 'motorDriver', why });
  }

  #say(reading: Reading): void {
    const said = this.#faults ? this.#faults.pass(reading) : reading;
    if (said) this.#readings.next(said);
  }

  drive(duties: WheelDuties): void {
    if (!this.#armed) return;
    this.#body.drivetrain.command(this.#now, { left: safe(duties.left), right: safe(duties.right) });
  }

  stop(): void {
    this.#armed = false;
    this.#body.drivetrain.stop(this.#now);
  }

  close(): Promise<void> {
    if (!this.#closed) this.stop();
    this.#closed = true;
    this.#readings.complete();
    return Promise.resolve();
  }
}

/** A body without a board: the driver sets the wheels' power itself. */
export function simulatedBody(context: PlantContext): SimulatedBody {
  const driver = new SimDriver(context);
  return { driver, sense: (at) => driver.sense(at) };
}
