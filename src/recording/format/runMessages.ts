/** Turns the views of a run and the inputs of its loops into messages of a recording. */

import type { Seconds } from '../../math/units.js';
import type { Mark, Neighbor, RangeReading, Tick } from '../../signals/signals.js';
import type { FrameView, RobotFrame, SceneView, View } from '../../signals/view.js';
import { FoxgloveMessages } from '../foxglove/foxgloveMessages.js';
import type { Inputs } from '../inputs.js';
import type { Recordable } from '../simulated.js';
import { type Channel, Channels, type RecordedMessage } from './channels.js';
import { Dictionary } from './dictionary.js';
import { encodeExactly } from './exactJson.js';
import {
  type StoredFrame,
  type StoredKeyframe,
  type StoredRobot,
  type StoredTick,
  storedInputs,
  storedTick,
} from './stored.js';
import { Timeline } from './timeline.js';

/**
 * A new segment begins with a keyframe, at least this long after the last, so that robots share one; or after the
 * longer time.
 */
const MIN_SEGMENT_DURATION: Seconds = 1;
const MAX_SEGMENT_DURATION: Seconds = 10;

export class RunMessages {
  readonly #channels = new Channels();
  readonly #timeline = new Timeline();
  readonly #foxglove: FoxgloveMessages;
  readonly #maxSegmentBytes: number;
  readonly #sequences = new Map<Channel, number>();
  /** Times of the last readings written in this segment. */
  readonly #readings = new Map<Channel, Seconds>();
  readonly #marks = new Map<string, Dictionary<Mark>>();
  readonly #neighbors: Dictionary<Neighbor>;
  #messages: RecordedMessage[] = [];
  #segmentStart: Seconds | null = null;
  #segmentBytes = 0;
  #opensSegment = false;

  /** @param maxSegmentBytes a frame begins a new segment if the present one is larger */
  constructor(epoch: bigint, maxSegmentBytes: number) {
    this.#maxSegmentBytes = maxSegmentBytes;
    this.#neighbors = this.#newDictionary(() => this.#channels.single.said);
    this.#foxglove = new FoxgloveMessages(this.#channels, epoch, (channel, time, text) =>
      this.#add(channel, time, text),
    );
  }

  /** The messages in order. @throws TypeError if the view holds values that are not plain data */
  of(news: View | Recordable): readonly RecordedMessage[] {
    this.#messages = [];
    if (news.kind === 'inputs') this.#inputs(news);
    else if (news.kind === 'frame') this.#frame(news);
    else if (news.kind === 'begun' || news.kind === 'operated' || news.kind === 'changed')
      this.#add(this.#channels.single.simulation, this.#timeline.now, encodeExactly(news));
    else this.#scene(news);
    return this.#messages;
  }

  /** The history of a replayed scene is left out: it repeats the frames. */
  #scene({ history: _, ...scene }: SceneView): void {
    this.#foxglove.setScene(scene);
    this.#add(this.#channels.single.scene, this.#timeline.now, encodeExactly(scene));
  }

  #inputs({ keyframe, ...inputs }: Inputs): void {
    const time = this.#timeline.ofInputs(inputs.at);
    const { robot } = inputs;
    if (keyframe) {
      this.#maybeOpenSegment(time, MIN_SEGMENT_DURATION);
      const stored: StoredKeyframe = { count: inputs.count, ...keyframe };
      this.#add(this.#channels.ofRobot('keyframe', robot), time, encodeExactly(stored));
    }
    const stored = storedInputs(inputs, this.#neighbors);
    this.#add(this.#channels.ofRobot('inputs', robot), time, encodeExactly(stored));
  }

  #frame(frame: FrameView): void {
    const time = this.#timeline.ofFrame(frame.at);
    this.#maybeOpenSegment(time, this.#segmentBytes > this.#maxSegmentBytes ? 0 : MAX_SEGMENT_DURATION);
    const stored: StoredFrame = { ...frame, robots: frame.robots.map((robot) => this.#robot(robot, time)) };
    this.#add(this.#channels.single.frame, time, encodeExactly(stored));
    this.#foxglove.addFrame(frame, time);
  }

  /** New readings and mark lists go to their own channels; what it remembers follows from its inputs. */
  #robot(robot: RobotFrame, time: Seconds): StoredRobot {
    const { tick, remembered: _, ...rest } = robot;
    const readings = Object.entries(robot.ranges);
    for (const [sensor, reading] of readings) this.#reading(robot, sensor, reading, time);
    const ranges = Object.fromEntries(readings.map(([sensor, { at }]) => [sensor, at]));
    return { ...rest, ranges, ...(tick && { tick: this.#tick(robot.id, tick) }) };
  }

  #tick(robot: string, tick: Tick): StoredTick {
    const known = this.#marks.get(robot);
    const dictionary = known ?? this.#newDictionary<Mark>(() => this.#channels.ofRobot('marks', robot));
    if (!known) this.#marks.set(robot, dictionary);
    return storedTick(tick, dictionary);
  }

  #newDictionary<T extends object>(channel: () => Channel): Dictionary<T> {
    return new Dictionary((list) => this.#add(channel(), this.#timeline.now, encodeExactly(list)));
  }

  #reading(robot: RobotFrame, sensor: string, reading: RangeReading, time: Seconds): void {
    const channel = this.#channels.ofSensor('ranges', robot.id, sensor);
    if (Object.is(this.#readings.get(channel), reading.at)) return;
    this.#readings.set(channel, reading.at);
    this.#add(channel, time, encodeExactly(reading));
    this.#foxglove.addScan(robot, reading, time);
  }

  #maybeOpenSegment(time: Seconds, after: Seconds): void {
    if (this.#segmentStart !== null && time - this.#segmentStart < after) return;
    this.#segmentStart = time;
    this.#opensSegment = true;
    this.#segmentBytes = 0;
    this.#readings.clear();
    for (const dictionary of [this.#neighbors, ...this.#marks.values()]) dictionary.reset();
    this.#foxglove.redraw();
  }

  #add(channel: Channel, time: Seconds, text: string): void {
    const sequence = this.#sequences.get(channel) ?? 0;
    this.#sequences.set(channel, sequence + 1);
    const data = Buffer.from(text);
    this.#segmentBytes += data.byteLength;
    this.#messages.push({ channel, time, sequence, data, ...(this.#opensSegment && { opensSegment: true }) });
    this.#opensSegment = false;
  }
}
