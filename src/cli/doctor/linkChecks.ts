/** What a link to a board is like, and which rate, dead-man time and speed fit it. */
import { deadManFor } from '../../drivers/steerbot/deadManFor.js';
import { RATE_MINOR_VERSION } from '../../drivers/steerbot/frame.js';
import type { RoundTrips } from '../../drivers/steerbot/roundTrips.js';
import { type Meters, ms, type Seconds } from '../../math/units.js';
import { BAUD_RATE, RAISED_BAUD_RATE } from '../../robot/baud.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { CHECK, type CheckRow, ok, skipped, warning, wrong } from './checkRow.js';

/** How a board is connected. */
export interface LinkKind {
  /** `serial`: a port of which nothing else is known. */
  readonly through: 'usb' | 'serial' | 'radio';
  /** Rate of the serial port; missing for a bridge in the network. */
  readonly baud?: number;
}

/** Question and answer take 5 ms on the line; a converter that collects bytes for 16 ms makes it 20 ms. */
const MAX_MEDIAN_DELAY: Seconds = ms(12);

const shown = (delay: Seconds) => `${(delay * 1000).toFixed(1)} ms`;
const whole = (time: Seconds) => `${Math.round(time * 1000)} ms`;

export function delayRow(trips: RoundTrips, { through }: LinkKind): CheckRow {
  const { median, p95, longest, answered, lost } = trips;
  if (answered === 0) return wrong(CHECK.delay, 'no question was answered; look at the cable or the radio');
  const found =
    `median ${shown(median)}, 95 % within ${shown(p95)}, longest ${shown(longest)}, ` +
    `of ${answered + lost} questions${lost > 0 ? `, ${lost} of them without an answer` : ''}`;
  const figures = { median, p95, longest, answered, lost };
  if (lost > 0)
    return {
      ...warning(CHECK.delay, found, 'look at its plugs, or bring the radios nearer to each other'),
      figures,
    };
  // A radio is as slow as it is.
  if (through === 'radio' || median <= MAX_MEDIAN_DELAY) return { ...ok(CHECK.delay, found), figures };
  const cure = "lower its converter's latency timer to 1 ms, or plug it in without a hub";
  return { ...warning(CHECK.delay, found, cure), figures };
}

/** A faster rate, where the board and its line take one. */
export function fasterBaud({ through, baud }: LinkKind, minor: number): number | undefined {
  const canChange = through === 'usb' && baud === BAUD_RATE && minor >= RATE_MINOR_VERSION;
  return canChange ? RAISED_BAUD_RATE : undefined;
}

export function rateRow(kind: LinkKind, minor: number): CheckRow[] {
  if (kind.baud === undefined) return [];
  const faster = fasterBaud(kind, minor);
  const figures = { baud: kind.baud, proposed: faster ?? kind.baud };
  const found = `${kind.baud} baud`;
  const better = faster === undefined ? '' : `; \`link: { baud: ${faster} }\` is faster`;
  return [{ ...ok(CHECK.rate, `${found}${better}`), figures }];
}

type Control = Pick<RobotDefinition['control'], 'rate' | 'deadMan'>;

/** Guards people: the figures of a dead-man would speak of one that such a robot has not. */
export function unguardedRows(): CheckRow[] {
  const why = 'none: nothing stops its motors if this computer or the link fails';
  const cure =
    'wire its motors to the pins of a board with our firmware; or drive slowly with --without-deadman, a switch in reach';
  return [
    warning(CHECK.deadMan, why, cure),
    skipped(CHECK.speed, 'without a dead-man it drives on after the link has failed, at any speed'),
  ];
}

/** Of a robot whose file says nothing else. */
const USUAL_CONTROL: Control = { rate: 50, deadMan: 0.2 };

/** The dead-man time that the link needs: the robot file's, or a longer one. */
export function deadManRow(trips: RoundTrips, control: Control = USUAL_CONTROL): CheckRow {
  const { rate, deadMan } = control;
  const { median, longest } = trips;
  const enough = deadManFor({ ...trips, period: 1 / rate });
  if (enough === undefined)
    return {
      ...wrong(CHECK.deadMan, 'the link is slower than the longest one, 500 ms; take a quicker link'),
      figures: { deadMan, proposed: null },
    };
  const figures = { deadMan, proposed: enough };
  const mayTrip = longest - median > enough;
  const found =
    `${whole(deadMan)}; at ${rate} Hz this link needs ${whole(enough)}` +
    `${mayTrip ? ', and a longest pause may trip even that' : ''}`;
  if (deadMan >= enough) return { ...ok(CHECK.deadMan, found), figures };
  return { ...warning(CHECK.deadMan, found, cureOf(`deadMan: ${whole(enough)}`)), figures };
}

/** It may stand under `control` or under `link`, and in one place only. */
const cureOf = (written: string) =>
  `write \`link: { ${written} }\` into the robot's file, in place of any other deadMan`;

/** How far a robot may drive on after its link has failed. */
const BLIND_WAY: Meters = 0.1;
/** A robot may be as much faster than that: its own limits are round figures. */
const ALLOWED_EXCESS = 1.1;

/** v ≤ d/(D + RTT): at this speed it drives at most 0.1 m until its dead-man stops the motors; rolling out comes on top. */
export function speedRow(trips: RoundTrips, robot: RobotDefinition | undefined): CheckRow {
  if (!robot) return skipped(CHECK.speed, 'no robot file to compare it with');
  const { control, limits } = robot;
  const deadMan = Math.max(control.deadMan, deadManFor({ ...trips, period: 1 / control.rate }) ?? 0.5);
  const most = Math.floor((100 * BLIND_WAY) / (deadMan + trips.p95)) / 100;
  const figures = { limit: limits.speed, proposed: most };
  const found =
    `its limit is ${limits.speed} m/s; at ${most} m/s it drives ${BLIND_WAY} m after the link has failed, ` +
    `in ${whole(deadMan)} and a round trip`;
  if (limits.speed <= ALLOWED_EXCESS * most) return { ...ok(CHECK.speed, found), figures };
  const cure = `write \`speed: ${most} m/s\` under \`limits\`, or leave it more room than that`;
  return { ...warning(CHECK.speed, found, cure), figures };
}
