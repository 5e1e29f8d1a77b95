/** What one robot was told in a recording, and what it measured. */

import type { DrivenRun } from '../../identify/runLog.js';
import { signedCounts } from '../../identify/signedCounts.js';
import type { Pose } from '../../math/geometry.js';
import type { Meters, Seconds } from '../../math/units.js';
import type { Recording } from '../../recording/reading/recording.js';
import { isGyroscope } from '../../sensors/sensorFacts.js';
import type { Reading, WheelDuties } from '../../signals/signals.js';
import { UsageError } from '../../validation/errors.js';

/** Of a pose that is told without its uncertainty. */
const EXACT: Meters = 0.002;

export interface RecordedRun extends DrivenRun {
  /** At every tick. */
  readonly estimates: readonly { readonly at: Seconds; readonly pose: Pose }[];
}

/** @param id undefined where the recording has one robot @throws UsageError, FileError */
export function recordedRun(recording: Recording, id: string | undefined): RecordedRun {
  const name = chosenRobot(recording, id);
  const first = recording.contents.keyframes.of(name).at(0);
  if (!first) throw new UsageError(`${recording.file} does not say what '${name}' is; record the run again`);
  const ticks = ticksIn(recording, name);
  const readings = readingsIn(recording, name);
  const { robot } = recording.keyframe(first);
  const duties = ticks.map(({ at, duties }) => ({ at, ...duties }));
  const gyro = robot.sensors.find(isGyroscope)?.id;
  return {
    robot,
    log: {
      duties,
      counts: signedCounts(
        robot,
        duties,
        readings.filter((reading) => reading.kind === 'encoders'),
      ),
      turnRates: readings
        .filter((reading) => reading.kind === 'turnRate')
        .filter(({ sensor }) => sensor === gyro),
      fixes: readings.flatMap((reading) =>
        reading.kind === 'pose' ? [{ ...reading, deviation: reading.deviation ?? EXACT }] : [],
      ),
    },
    estimates: ticks.map(({ at, pose }) => ({ at, pose })),
  };
}

function chosenRobot({ robots, file }: Recording, id: string | undefined): string {
  const [only, ...others] = robots;
  if (only === undefined) throw new UsageError(`${file} holds no robot's inputs; record the run again`);
  if (id === undefined && others.length > 0)
    throw new UsageError(`${file} has ${robots.length} robots; name one: --robot ${shortList(robots)}`);
  if (id !== undefined && !robots.includes(id))
    throw new UsageError(`${file} has no robot '${id}'; it has ${shortList(robots)}`);
  return id ?? only;
}

const MOST_NAMES = 5;

const shortList = (names: readonly string[]): string =>
  `${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? ' …' : ''}`;

interface SeenTick {
  readonly at: Seconds;
  readonly duties: WheelDuties;
  readonly pose: Pose;
}

/** A frame holds a robot's last tick until there is a newer one. */
function ticksIn(recording: Recording, name: string): SeenTick[] {
  const ticks: SeenTick[] = [];
  const { frames } = recording.contents;
  for (let i = 0; i < frames.length; i++) {
    const place = frames.at(i);
    const stored = place && recording.storedFrame(place).robots.find(({ id }) => id === name);
    const tick = stored && recording.tickOf(stored, place);
    if (!tick || tick.at <= (ticks.at(-1)?.at ?? Number.NEGATIVE_INFINITY)) continue;
    ticks.push({ at: tick.at, duties: tick.duties, pose: tick.estimate.pose });
  }
  return ticks;
}

function readingsIn(recording: Recording, name: string): Reading[] {
  const readings: Reading[] = [];
  const track = recording.contents.inputs.of(name);
  for (let i = 0; i < track.length; i++) {
    const place = track.at(i);
    const inputs = place && recording.inputs(place);
    for (const event of inputs?.events ?? []) if (event.kind === 'reading') readings.push(event.reading);
  }
  return readings;
}
