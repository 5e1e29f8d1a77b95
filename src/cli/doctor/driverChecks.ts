/** Whether the chips of the motors report a fault: those that have an EN/DIAG pin. */
import type { FirmataLink } from '../../drivers/firmata/firmataLink.js';
import { enableDiagsOf } from '../../drivers/motors/enableDiag.js';
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import type { Pin } from '../../robot/pin.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { CHECK, type CheckRow, ok, wrong } from './checkRow.js';

const LISTENING_TIME: Seconds = 0.3;

/** None for a robot without such pins. They are only read, as they are before any host connects: no PWM turns a motor. */
export async function checkDrivers(
  { io }: FirmataLink,
  time: TimeSource,
  robot: RobotDefinition | undefined,
): Promise<CheckRow[]> {
  const lines = robot ? enableDiagsOf(robot.motors, io.analogPins) : [];
  const levels = new Map<number, boolean>();
  for (const { pin } of lines) {
    // A wrong board may not have it.
    if (!io.pins[pin]) continue;
    io.pinMode(pin, io.MODES.PULLUP);
    io.digitalRead(pin, (level) => levels.set(pin, level !== 0));
  }
  if (lines.length > 0) await new Promise<void>((done) => time.after(LISTENING_TIME, done));
  return lines.map(({ side, name, pin }) => driverRow(side, name, levels.get(pin)));
}

export function driverRow(side: string, pin: Pin, isHigh: boolean | undefined): CheckRow {
  const line = `EN/DIAG of the ${side} motor's chip, pin ${pin}`;
  if (isHigh) return ok(CHECK.driver, `${line}, is high: no fault`);
  if (isHigh === undefined) return wrong(CHECK.driver, `the board does not report ${line}; reset the board`);
  return wrong(
    CHECK.driver,
    `${line}, is low: it reports a fault, or its wire lies at ground; switch the motors' battery off, let the chip cool, ` +
      "and look for a short circuit of its motor's wires",
  );
}
