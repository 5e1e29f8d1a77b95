/** Whether each sonar that the board times answers its trigger, and what it hears. */
import type { FirmataLink } from '../../drivers/firmata/firmataLink.js';
import type { IdentifiedBoard } from '../../drivers/firmata/identifyBoard.js';
import { refused } from '../../drivers/firmata/linkErrors.js';
import { RATE_MINOR_VERSION } from '../../drivers/steerbot/frame.js';
import type { Echo, FrameLine } from '../../drivers/steerbot/frameLine.js';
import { ECHO_STATUS, type Message, NO_PIN } from '../../drivers/steerbot/messages.js';
import { sonarMessages } from '../../drivers/steerbot/openSteerbot.js';
import { SOUND_SPEED } from '../../kit/sensors/hcSr04.js';
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { asWritten, writtenIdOf } from '../../robot/sweep.js';
import { blindness } from '../../safety/rangeHealth.js';
import { boardInputs, inputOf } from '../../sensors/boardInputs.js';
import { CHECK, type CheckRow, ok, wrong, wrongByError } from './checkRow.js';

/** Four sonars have seven turns each in it; after 0.25 s a stuck line is told from a slow clone. */
const LISTENING_TIME: Seconds = 0.6;

/** None for a robot without any, or a firmware that knows none, as its own row says. */
export async function checkSonars(
  link: FirmataLink,
  { line, status }: IdentifiedBoard,
  time: TimeSource,
  robot: RobotDefinition | undefined,
): Promise<CheckRow[]> {
  const sonars = robot ? boardInputs(robot).filter((input) => input.kind === 'sonar') : [];
  if (sonars.length === 0 || status.minor < RATE_MINOR_VERSION) return [];
  try {
    const last = await lastEchoes(line, time, sonarMessages(sonars, link.io.analogPins), link.name);
    return namesOf(robot).map((name, i) => rowOf(name, last.get(i)));
  } catch (error) {
    return [wrongByError(CHECK.sensor, error, link.name)];
  }
}

/** By their indices. Afterwards no sonar has its pins any more. @throws DriverError */
async function lastEchoes(
  line: FrameLine,
  time: TimeSource,
  messages: readonly Message<'sonar'>[],
  name: string,
): Promise<ReadonlyMap<number, Echo>> {
  const last = new Map<number, Echo>();
  line.listen({ status: () => {}, odometry: () => {}, echo: (echo) => last.set(echo.index, echo) });
  try {
    for (const message of messages) {
      const { error } = await line.ask(message);
      if (error !== 0) throw refused(name, 'the wiring of the sonars', error);
    }
    await new Promise<void>((done) => time.after(LISTENING_TIME, done));
  } finally {
    for (const message of messages) await line.ask({ ...message, trigger: NO_PIN, echo: NO_PIN });
  }
  return last;
}

const namesOf = (robot: RobotDefinition | undefined): readonly string[] =>
  asWritten(robot?.sensors ?? [])
    .filter((sensor) => inputOf(sensor)?.kind === 'sonar')
    .map(writtenIdOf);

function rowOf(sensor: string, echo: Echo | undefined): CheckRow {
  switch (echo?.status) {
    case ECHO_STATUS.heard:
      return ok(CHECK.sensor, `'${sensor}': hears something ${inMeters(echo)} m ahead`);
    case ECHO_STATUS.free:
      return ok(CHECK.sensor, `'${sensor}': answers, and hears nothing within 4.3 m`);
    case ECHO_STATUS.missing:
      return wrong(CHECK.sensor, blindness({ sensor, kind: 'sonarMissing' }));
    case ECHO_STATUS.stuck:
      return wrong(CHECK.sensor, blindness({ sensor, kind: 'sonarStuck' }));
    case ECHO_STATUS.disturbed:
      return wrong(CHECK.sensor, blindness({ sensor, kind: 'sonarDisturbed' }));
    default:
      return wrong(CHECK.sensor, blindness({ sensor, kind: 'rangeSilent' }));
  }
}

/** The pulse is as long as the sound is under way, there and back. */
const inMeters = ({ width }: Echo): string => ((SOUND_SPEED * 2 * width * 1e-6) / 2).toFixed(2);
