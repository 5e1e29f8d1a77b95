/** An open recording: its contents by time since its beginning, read from the file on demand. */

import type { Seconds } from '../../math/units.js';
import type { Mark, Neighbor, RangeReading, Tick } from '../../signals/signals.js';
import type { FrameView, News, RobotFrame, SceneView } from '../../signals/view.js';
import { FileError } from '../../validation/errors.js';
import { isRecord } from '../../validation/values.js';
import type { EntryList } from '../format/dictionary.js';
import { decodeExactly } from '../format/exactJson.js';
import {
  restoredInputs,
  restoredTick,
  type StoredFrame,
  type StoredInputs,
  type StoredKeyframe,
  type StoredRobot,
  withoutMarks,
} from '../format/stored.js';
import type { Inputs } from '../inputs.js';
import type { Begun, Changed, ToldOperation } from '../simulated.js';
import { type Contents, sensorKey } from './contents.js';
import { DamagedRecording } from './damaged.js';
import type { MessageBytes } from './messageBytes.js';
import type { Scan } from './scan.js';
import type { MessagePlace, MessageTrack } from './track.js';

/** Reading an unreadable message throws DamagedRecording. */
export class Recording {
  readonly file: string;
  /** Metadata: program, version, time, scene. */
  readonly about: ReadonlyMap<string, string>;
  /** False if the recorder did not finish the file. */
  readonly ended: boolean;
  /** Bytes that could not be read. */
  readonly lost: number;
  readonly contents: Contents;
  readonly #bytes: MessageBytes;
  /** The list last read from each track. */
  readonly #lists = new Map<MessageTrack, { readonly position: number; readonly list: EntryList<unknown> }>();

  constructor(file: string, bytes: MessageBytes, { about, ended, lost }: Scan, contents: Contents) {
    this.file = file;
    this.about = about;
    this.ended = ended;
    this.lost = lost;
    this.contents = contents;
    this.#bytes = bytes;
  }

  /** Time of the last frame. */
  get duration(): Seconds {
    const { frames } = this.contents;
    return frames.at(frames.length - 1)?.time ?? 0;
  }

  get frameCount(): number {
    return this.contents.frames.length;
  }

  get sceneCount(): number {
    return this.contents.scenes.length;
  }

  /** Time of a frame since the beginning of the recording. */
  timeOf(frame: number): Seconds {
    return this.contents.frames.at(frame)?.time ?? 0;
  }

  /** The frame at or before a time; the first frame for an earlier time. */
  frameAt(time: Seconds): number {
    return Math.max(0, this.contents.frames.atTime(time));
  }

  /** The scene that was in force at a frame. */
  sceneAt(frame: number): number {
    const position = this.contents.frames.at(frame)?.position ?? 0;
    return Math.max(0, this.contents.scenes.before(position));
  }

  scene(index: number): SceneView {
    return this.#read(this.contents.scenes.at(index), 'scene') as unknown as SceneView;
  }

  frame(index: number): FrameView {
    const place = this.contents.frames.at(index);
    if (!place) throw new RangeError('a recording does not go so far');
    const { robots, ...rest } = this.storedFrame(place);
    const restored = (robot: StoredRobot): RobotFrame => {
      const tick = this.tickOf(robot, place) ?? (robot.tick && withoutMarks(robot.tick));
      return { ...this.#restored(robot, place), ...(tick && { tick }) };
    };
    return { ...rest, robots: this.#orDamaged(place, () => robots.map(restored)) };
  }

  /** A robot's tick in a stored frame; undefined if it has none or a part of it was lost. */
  tickOf(robot: StoredRobot, frame: MessagePlace): Tick | undefined {
    return this.#orDamaged(frame, () => {
      const { id, tick } = robot;
      return tick && restoredTick(tick, () => this.#listBefore<Mark>(this.contents.marks.of(id), frame));
    });
  }

  /** A robot's tick in a stored frame without the marks, which are elsewhere in the file. */
  tickWithoutMarks(robot: StoredRobot, frame: MessagePlace): Tick | undefined {
    return this.#orDamaged(frame, () => robot.tick && withoutMarks(robot.tick));
  }

  /** The frame with references instead of readings and marks. */
  storedFrame(place: MessagePlace | undefined): StoredFrame {
    const frame = this.#read(place, 'frame');
    if (place && !isFrame(frame)) throw this.#damaged(place, NOT_OUR_MESSAGE);
    return frame as unknown as StoredFrame;
  }

  /** The news of the frames between two frames, both excluded. */
  newsBetween(after: number, before: number): readonly News[] {
    return this.framesWithNews(after, before).flatMap((frame) => this.newsAt(frame).news);
  }

  /** The frames with news between two frames, both excluded. */
  framesWithNews(after: number, before: number): readonly number[] {
    const { frames, log } = this.contents;
    const first = frames.at(after + 1)?.position ?? 0;
    const end = frames.at(before)?.position;
    const last = end === undefined ? log.length - 1 : log.before(end);
    const told = new Set<number>();
    for (let i = log.before(first) + 1; i <= last; i++) told.add(frames.before(log.at(i)?.position ?? 0));
    return [...told];
  }

  /** The news of a frame, and the run's own time then. */
  newsAt(frame: number): Pick<StoredFrame, 'at' | 'news'> {
    return this.storedFrame(this.contents.frames.at(frame));
  }

  /** How many ticks of robots it tells the inputs of: a busy computer may not have recorded a frame of each. */
  get tickCount(): number {
    return this.robots.reduce((sum, robot) => sum + this.contents.inputs.of(robot).length, 0);
  }

  get robots(): readonly string[] {
    return this.contents.inputs.keys;
  }

  /** The inputs without their keyframe; undefined if a part of them was lost. */
  inputs(place: MessagePlace): Inputs | undefined {
    const stored = this.#read(place, 'inputs') as unknown as StoredInputs;
    return this.#orDamaged(place, () =>
      restoredInputs(stored, () => this.#listBefore<Neighbor>(this.contents.said, place)),
    );
  }

  /** What a simulation was made from, or what was done with it. */
  simulated(place: MessagePlace): Begun | ToldOperation | Changed {
    const read = this.#decoded(place);
    if (read.kind === 'begun' && isRecord(read.scenario)) return read as unknown as Begun;
    if (read.kind === 'operated' && isRecord(read.operation)) return read as unknown as ToldOperation;
    if (read.kind === 'changed' && Array.isArray(read.settings)) return read as unknown as Changed;
    throw this.#damaged(place, NOT_OUR_MESSAGE);
  }

  keyframe(place: MessagePlace): StoredKeyframe {
    const read = this.#decoded(place);
    if (!isRecord(read.state) || !isRecord(read.robot) || !isRecord(read.mission)) {
      throw this.#damaged(place, NOT_OUR_MESSAGE);
    }
    return read as unknown as StoredKeyframe;
  }

  close(): void {
    this.#bytes.close();
  }

  #restored({ ranges, tick: _, ...robot }: StoredRobot, frame: MessagePlace): RobotFrame {
    const readings = Object.entries(ranges).flatMap(([sensor, at]) => {
      const place = this.contents.ranges.of(sensorKey(robot.id, sensor)).lastBefore(frame);
      const reading = place && (this.#decoded(place) as unknown as RangeReading);
      return reading && Object.is(reading.at, at) ? [[sensor, reading] as const] : [];
    });
    return { ...robot, ranges: Object.fromEntries(readings) };
  }

  /** Keeps the last list: consecutive messages ask for the same one. */
  #listBefore<T>(track: MessageTrack, message: MessagePlace): EntryList<T> | undefined {
    const place = track.lastBefore(message);
    if (!place) return undefined;
    const known = this.#lists.get(track);
    if (known?.position === place.position) return known.list as EntryList<T>;
    const list = this.#decoded(place) as unknown as EntryList<T>;
    this.#lists.set(track, { position: place.position, list });
    return list;
  }

  #read(place: MessagePlace | undefined, kind: string): Readonly<Record<string, unknown>> {
    const read = this.#decoded(place);
    if (place && read.kind !== kind) throw this.#damaged(place, NOT_OUR_MESSAGE);
    return read;
  }

  #decoded(place: MessagePlace | undefined): Readonly<Record<string, unknown>> {
    if (!place) throw new RangeError('a recording does not go so far');
    if (place.length > MAX_MESSAGE_BYTES) throw this.#damaged(place, TOO_LONG);
    const read = this.#orDamaged(place, () =>
      decodeExactly(this.#bytes.read(place.position, place.length).toString()),
    );
    if (!isRecord(read)) throw this.#damaged(place, NOT_OUR_MESSAGE);
    return read;
  }

  /** The file may hold anything, whatever the types say: errors become DamagedRecording. */
  #orDamaged<T>(place: MessagePlace, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof FileError) throw error;
      throw this.#damaged(place, error instanceof SyntaxError ? 'its text is not JSON' : NOT_OUR_MESSAGE);
    }
  }

  #damaged(place: MessagePlace, why: string): DamagedRecording {
    const channel = this.contents.channelOf(place);
    const robot = channel?.metadata.get('robot');
    return new DamagedRecording(this.file, { time: place.time, topic: channel?.topic, robot }, why);
  }
}

const isFrame = ({ robots, news, pace, link }: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(robots) && Array.isArray(news) && isRecord(pace) && isRecord(link);

/**
 * As JSON a text of 64 MB can take 1.7 GB. The longest messages of ours hold a path: 5 MB for its 100 000 points; a frame
 * of 30 robots has 0.1 MB.
 */
export const MAX_MESSAGE_BYTES = 1 << 24;
const TOO_LONG = `it is longer than ${MAX_MESSAGE_BYTES >> 20} MB`;

const NOT_OUR_MESSAGE = 'it is not a message that Steerbot writes';
