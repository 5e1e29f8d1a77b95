/** A recording as a table: a row for each tick of each robot, in the order of the recording. */
import type { Seconds } from '../../math/units.js';
import type { StoredFrame, StoredRobot } from '../../recording/format/stored.js';
import { DamagedRecording } from '../../recording/reading/damaged.js';
import type { Recording } from '../../recording/reading/recording.js';
import { inFileOrder, type MessagePlace, type TrackSource } from '../../recording/reading/track.js';
import type { EncoderReading, Tick } from '../../signals/signals.js';
import { fieldOf, listOf } from '../../validation/values.js';
import type { Cell, Column, Row } from './table.js';
import { TICK_COLUMNS, type TickMoment } from './tickColumns.js';

/** Times are rounded to nanoseconds in the file. */
const ROUNDING: Seconds = 1e-8;

/**
 * The rows, read from the file as they are asked for.
 *
 * @param damaged is told of each message that cannot be read; what it says is missing in the table
 */
export function* tickRows(recording: Recording, damaged: (error: DamagedRecording) => void): Generator<Row> {
  const reader = new TickReader(recording);
  for (const [robot, place] of inFileOrder(sourcesOf(recording))) {
    try {
      if (robot === null) yield* reader.frame(place);
      else reader.inputs(robot, place);
    } catch (error) {
      if (!(error instanceof DamagedRecording)) throw error;
      damaged(error);
    }
  }
}

/** Frames by null, and the inputs of each robot by its name; a tick's inputs come before its frame. */
function sourcesOf({ contents: { frames, inputs } }: Recording): TrackSource<string | null>[] {
  return [
    { tag: null, track: frames, first: 0 },
    ...inputs.keys.map((robot) => ({ tag: robot, track: inputs.of(robot), first: 0 })),
  ];
}

class TickReader {
  readonly #recording: Recording;
  readonly #counts = new Map<string, EncoderReading>();
  /** The clock of each robot's last row, and by how much the recording's time is ahead of it. */
  readonly #last = new Map<string, readonly [clock: Seconds, later: Seconds]>();
  #scene = -1;
  #tracks = new Map<unknown, unknown>();

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** Notes a robot's counters as its loop last read them. */
  inputs(robot: string, place: MessagePlace): void {
    const known = this.#counts.get(robot);
    this.#counts.delete(robot);
    const inputs = this.#recording.inputs(place);
    if (!inputs) return;
    const readings = inputs.events.flatMap((event) => (event.kind === 'reading' ? [event.reading] : []));
    const last = readings.findLast((reading): reading is EncoderReading => reading.kind === 'encoders');
    // A loop that starts anew has not read its counters yet.
    const counts = last ?? (inputs.count === 1 ? undefined : known);
    if (counts) this.#counts.set(robot, counts);
  }

  /** A frame holds a robot's last tick until there is a newer one. */
  frame(place: MessagePlace): Row[] {
    const frame = this.#recording.storedFrame(place);
    this.#readScene(place);
    const ahead = place.time - frame.at;
    const later = Math.abs(ahead) < ROUNDING ? 0 : ahead;
    return frame.robots.flatMap((robot) => {
      const tick = this.#recording.tickWithoutMarks(robot, place);
      return tick && this.#isNew(robot.id, tick, later) ? [this.#row({ frame, robot, tick, later })] : [];
    });
  }

  #isNew(robot: string, { at }: Tick, later: Seconds): boolean {
    const [clock, before = 0] = this.#last.get(robot) ?? [];
    this.#last.set(robot, [at, later]);
    return clock === undefined || !Object.is(clock, at) || Math.abs(later - before) > ROUNDING;
  }

  #row({ frame, robot, tick, later }: FoundTick): Row {
    const moment: TickMoment = {
      time: tick.at + later,
      robot,
      tick,
      track: this.#tracks.get(robot.id),
      counts: this.#counts.get(robot.id),
      link: frame.link,
    };
    return TICK_COLUMNS.map(({ type, of }) => cellOf(type, of(moment)));
  }

  /** The distance between each robot's wheels is in the scene. */
  #readScene({ position }: MessagePlace): void {
    const { scenes } = this.#recording.contents;
    const index = Math.max(0, scenes.before(position));
    if (index === this.#scene) return;
    this.#scene = index;
    const robots = listOf(this.#recording.scene(index).robots);
    this.#tracks = new Map(robots.map((robot) => [fieldOf(robot, 'id'), fieldOf(robot, 'track')]));
  }
}

interface FoundTick {
  readonly frame: StoredFrame;
  readonly robot: StoredRobot;
  readonly tick: Tick;
  readonly later: Seconds;
}

/** A recording may hold anything, and an older one lacks parts: what is not of the column's type is null. */
function cellOf(type: Column['type'], value: unknown): Cell {
  if (type === 'string') return typeof value === 'string' ? value : null;
  if (type === 'boolean') return typeof value === 'boolean' ? value : null;
  if (typeof value !== 'number') return null;
  return type === 'double' || Number.isInteger(value) ? value : null;
}
