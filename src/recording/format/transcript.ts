/** What is seen of a run, and what its loops went by, as messages of a recording. */

import type { Seconds } from '../../math/units.js';
import type { Mark, Neighbor, RangeReading, Tick } from '../../signals/signals.js';
import type { FrameView, RobotFrame, SceneView, View } from '../../signals/view.js';
import { Picture } from '../foxglove/picture.js';
import type { Inputs } from '../inputs.js';
import { type Channel, Channels, type Message } from './channels.js';
import { encodeExactly } from './exactJson.js';
import { ListBook } from './listBook.js';
import {
  type StoredFrame,
  type StoredKeyframe,
  type StoredRobot,
  type StoredTick,
  storedInputs,
  storedTick,
} from './stored.js';
import { Timeline } from './timeline.js';

/** A new stretch begins with a keyframe, or after so much; robots whose keyframes come together share one. */
const APART: Seconds = 1;
const LONGEST: Seconds = 10;

export class Transcript {
  readonly #channels = new Channels();
  readonly #timeline = new Timeline();
  readonly #picture: Picture;
  readonly #longestBytes: number;
  readonly #sequences = new Map<Channel, number>();
  /** What stands in the file already, of this stretch. */
  readonly #readings = new Map<Channel, Seconds>();
  readonly #marks = new Map<string, ListBook<Mark>>();
  readonly #said: ListBook<Neighbor>;
  #messages: Message[] = [];
  #opened: Seconds | null = null;
  #bytes = 0;
  #opens = false;

  /** @param longestBytes of a stretch */
  constructor(epoch: bigint, longestBytes: number) {
    this.#longestBytes = longestBytes;
    this.#said = this.#book(() => this.#channels.single.said);
    this.#picture = new Picture(this.#channels, epoch, (channel, time, value) =>
      this.#put(channel, time, JSON.stringify(value)),
    );
  }

  /** In their order. @throws TypeError where something is no plain data */
  of(news: View | Inputs): readonly Message[] {
    this.#messages = [];
    if (news.kind === 'inputs') this.#inputs(news);
    else if (news.kind === 'frame') this.#frame(news);
    else this.#scene(news);
    return this.#messages;
  }

  #scene(scene: SceneView): void {
    this.#picture.changed(scene);
    this.#put(this.#channels.single.scene, this.#timeline.now, encodeExactly(scene));
  }

  #inputs({ keyframe, ...inputs }: Inputs): void {
    const time = this.#timeline.ofInputs(inputs.at);
    const { robot } = inputs;
    if (keyframe) {
      this.#maybeOpen(time, APART);
      const stored: StoredKeyframe = { count: inputs.count, ...keyframe };
      this.#put(this.#channels.ofRobot('keyframe', robot), time, encodeExactly(stored));
    }
    const stored = storedInputs(inputs, this.#said);
    this.#put(this.#channels.ofRobot('inputs', robot), time, encodeExactly(stored));
  }

  #frame(frame: FrameView): void {
    const time = this.#timeline.ofFrame(frame.at);
    this.#maybeOpen(time, this.#bytes > this.#longestBytes ? 0 : LONGEST);
    const stored: StoredFrame = { ...frame, robots: frame.robots.map((robot) => this.#robot(robot, time)) };
    this.#put(this.#channels.single.frame, time, encodeExactly(stored));
    this.#picture.take(frame, time);
  }

  /** New readings and lists of marks go to their own channels. */
  #robot(robot: RobotFrame, time: Seconds): StoredRobot {
    const { tick, ...rest } = robot;
    const readings = Object.entries(robot.ranges);
    for (const [sensor, reading] of readings) this.#reading(robot, sensor, reading, time);
    const ranges = Object.fromEntries(readings.map(([sensor, { at }]) => [sensor, at]));
    return { ...rest, ranges, ...(tick && { tick: this.#tick(robot.id, tick) }) };
  }

  #tick(robot: string, tick: Tick): StoredTick {
    const known = this.#marks.get(robot);
    const book = known ?? this.#book<Mark>(() => this.#channels.ofRobot('marks', robot));
    if (!known) this.#marks.set(robot, book);
    return storedTick(tick, book);
  }

  #book<T extends object>(channel: () => Channel): ListBook<T> {
    return new ListBook((list) => this.#put(channel(), this.#timeline.now, encodeExactly(list)));
  }

  #reading(robot: RobotFrame, sensor: string, reading: RangeReading, time: Seconds): void {
    const channel = this.#channels.ofSensor('ranges', robot.id, sensor);
    if (Object.is(this.#readings.get(channel), reading.at)) return;
    this.#readings.set(channel, reading.at);
    this.#put(channel, time, encodeExactly(reading));
    this.#picture.scan(robot, reading, time);
  }

  #maybeOpen(time: Seconds, after: Seconds): void {
    if (this.#opened !== null && time - this.#opened < after) return;
    this.#opened = time;
    this.#opens = true;
    this.#bytes = 0;
    this.#readings.clear();
    for (const book of [this.#said, ...this.#marks.values()]) book.forget();
    this.#picture.again();
  }

  #put(channel: Channel, time: Seconds, text: string): void {
    const sequence = this.#sequences.get(channel) ?? 0;
    this.#sequences.set(channel, sequence + 1);
    const data = Buffer.from(text);
    this.#bytes += data.byteLength;
    this.#messages.push({ channel, time, sequence, data, ...(this.#opens && { opens: true }) });
    this.#opens = false;
  }
}
