/** What Foxglove and Lichtblick show of a run; nothing of ours reads it back. */
import { type SceneEntityDeletion, SceneEntityDeletionType, type Time } from '@foxglove/schemas';
import type { Seconds } from '../../math/units.js';
import type { RangeReading } from '../../signals/signals.js';
import type { FrameView, RobotFrame, SceneView } from '../../signals/view.js';
import type { Channel, Channels } from '../format/channels.js';
import { foxgloveTime } from '../format/timeline.js';
import { laserScan, logOf, poseInFrame } from './readings.js';
import { placeOf, robotEntity } from './robots.js';
import { movedThings, standing } from './things.js';

export type Put = (channel: Channel, time: Seconds, value: object) => void;

/** Pictures and scans come no more often. */
const SPACING: Seconds = 0.1;

export class Picture {
  readonly #channels: Channels;
  readonly #epoch: bigint;
  readonly #put: Put;
  #scene: SceneView | undefined;
  /** Of the scene before, all is still to be taken away. */
  #stale: readonly Channel[] = [];
  /** Things that were not in their places when the world was drawn; null if it is to be drawn anyway. */
  #moved: string | null = null;
  readonly #drawn = new Map<Channel, Seconds>();

  constructor(channels: Channels, epoch: bigint, put: Put) {
    this.#channels = channels;
    this.#epoch = epoch;
    this.#put = put;
  }

  changed(scene: SceneView): void {
    this.#scene = scene;
    const { world, moving } = this.#channels.single;
    this.#stale = [world, moving];
    this.again();
  }

  /** What stands is drawn once more. */
  again(): void {
    this.#moved = null;
    this.#drawn.clear();
  }

  take(frame: FrameView, time: Seconds): void {
    const stamp = foxgloveTime(this.#epoch, time);
    for (const news of frame.news) this.#put(this.#channels.single.log, time, logOf(news, stamp));
    for (const robot of frame.robots) this.#pose(robot, time, stamp);
    if (!this.#scene) return;
    this.#world(this.#scene, frame, time, stamp);
    this.#moving(this.#scene, frame, time, stamp);
  }

  scan({ id, ...frame }: RobotFrame, reading: RangeReading, time: Seconds): void {
    const robot = this.#scene?.robots.find((robot) => robot.id === id);
    const sensor = robot?.sensors.find((sensor) => sensor.id === reading.sensor);
    const body = placeOf({ id, ...frame });
    const channel = this.#channels.ofSensor('scan', id, reading.sensor);
    if (!sensor || !body || !this.#isDue(channel, time)) return;
    this.#put(channel, time, laserScan(sensor, reading, body, foxgloveTime(this.#epoch, time)));
  }

  #pose(robot: RobotFrame, time: Seconds, stamp: Time): void {
    const place = placeOf(robot);
    if (place) this.#put(this.#channels.ofRobot('pose', robot.id), time, poseInFrame(place, stamp));
  }

  #world(scene: SceneView, { moved }: FrameView, time: Seconds, stamp: Time): void {
    const key = JSON.stringify(moved.map(({ id }) => id));
    if (key === this.#moved) return;
    this.#moved = key;
    const { world } = this.#channels.single;
    this.#put(world, time, {
      deletions: this.#deletions(world, stamp),
      entities: [standing(scene, moved, stamp)],
    });
  }

  #moving(scene: SceneView, frame: FrameView, time: Seconds, stamp: Time): void {
    const { moving } = this.#channels.single;
    if (!this.#isDue(moving, time)) return;
    const frames = new Map(frame.robots.map((robot) => [robot.id, robot]));
    const robots = scene.robots.flatMap((robot) => {
      const seen = frames.get(robot.id);
      return (seen && robotEntity(robot, seen, stamp)) ?? [];
    });
    const things = movedThings(scene, frame.moved, stamp);
    this.#put(moving, time, { deletions: this.#deletions(moving, stamp), entities: [things, ...robots] });
  }

  #deletions(channel: Channel, timestamp: Time): SceneEntityDeletion[] {
    if (!this.#stale.includes(channel)) return [];
    this.#stale = this.#stale.filter((each) => each !== channel);
    return [{ timestamp, type: SceneEntityDeletionType.ALL, id: '' }];
  }

  #isDue(channel: Channel, time: Seconds): boolean {
    const last = this.#drawn.get(channel);
    // Half a millisecond: times are sums of periods.
    if (last !== undefined && time - last < SPACING - 0.0005) return false;
    this.#drawn.set(channel, time);
    return true;
  }
}
