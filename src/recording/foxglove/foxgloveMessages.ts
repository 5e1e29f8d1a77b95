/** Messages for Foxglove and Lichtblick: poses, scans, news, and 3D entities. Steerbot does not read them back. */

import {
  type LaserScan,
  type Log,
  LogLevel,
  type PoseInFrame,
  type SceneEntityDeletion,
  SceneEntityDeletionType,
  type Time,
} from '@foxglove/schemas';
import { type Pose, toWorld, vec } from '../../math/geometry.js';
import type { Seconds } from '../../math/units.js';
import type { RangeReading } from '../../signals/signals.js';
import type { FrameView, News, RobotFrame, SceneView, SensorView } from '../../signals/view.js';
import type { Channel, Channels } from '../format/channels.js';
import { foxgloveTime } from '../format/timeline.js';
import { pose3, roundedForJson, WORLD_FRAME } from './primitives.js';
import { movedThings, poseOf, robotEntity, standingThings } from './sceneEntities.js';

type AddMessage = (channel: Channel, time: Seconds, text: string) => void;

/** Drawings and scans are at least this far apart. */
const MIN_DRAW_PERIOD: Seconds = 0.1;

export class FoxgloveMessages {
  readonly #channels: Channels;
  readonly #epoch: bigint;
  readonly #add: AddMessage;
  #scene: SceneView | undefined;
  /** Channels that still show the previous scene. */
  #stale: readonly Channel[] = [];
  /** Ids of moved things when the world was last drawn; null if it must be drawn again. */
  #moved: string | null = null;
  /** The last drawing of all that moves, without its times; null if it must be drawn again. */
  #picture: string | null = null;
  readonly #drawn = new Map<Channel, Seconds>();

  constructor(channels: Channels, epoch: bigint, put: AddMessage) {
    this.#channels = channels;
    this.#epoch = epoch;
    this.#add = put;
  }

  setScene(scene: SceneView): void {
    this.#scene = scene;
    const { world, moving } = this.#channels.single;
    this.#stale = [world, moving];
    this.#moved = null;
    this.redraw();
  }

  /** Draws all that moves and all scans again, even if nothing has changed. */
  redraw(): void {
    this.#picture = null;
    this.#drawn.clear();
  }

  addFrame(frame: FrameView, time: Seconds): void {
    const stamp = foxgloveTime(this.#epoch, time);
    for (const news of frame.news) this.#addValue(this.#channels.single.log, time, logOf(news, stamp));
    for (const robot of frame.robots) this.#addPose(robot, time, stamp);
    if (!this.#scene) return;
    this.#addWorld(this.#scene, frame, time, stamp);
    this.#addMoving(this.#scene, frame, time, stamp);
  }

  addScan({ id, ...frame }: RobotFrame, reading: RangeReading, time: Seconds): void {
    const robot = this.#scene?.robots.find((robot) => robot.id === id);
    const sensor = robot?.sensors.find((sensor) => sensor.id === reading.sensor);
    const body = poseOf({ id, ...frame });
    const channel = this.#channels.ofSensor('scan', id, reading.sensor);
    if (!sensor || !body || !this.#isDue(channel, time)) return;
    this.#addValue(channel, time, laserScan(sensor, reading, body, foxgloveTime(this.#epoch, time)));
  }

  #addPose(robot: RobotFrame, time: Seconds, stamp: Time): void {
    const place = poseOf(robot);
    if (place) this.#addValue(this.#channels.ofRobot('pose', robot.id), time, poseInFrame(place, stamp));
  }

  #addWorld(scene: SceneView, { moved }: FrameView, time: Seconds, stamp: Time): void {
    const key = JSON.stringify(moved.map(({ id }) => id));
    if (key === this.#moved) return;
    this.#moved = key;
    const { world } = this.#channels.single;
    this.#addValue(world, time, {
      deletions: this.#deletions(world, stamp),
      entities: [standingThings(scene, moved, stamp)],
    });
  }

  #addMoving(scene: SceneView, frame: FrameView, time: Seconds, stamp: Time): void {
    const { moving } = this.#channels.single;
    if (!this.#isDue(moving, time)) return;
    const frames = new Map(frame.robots.map((robot) => [robot.id, robot]));
    const robots = scene.robots.flatMap((robot) => {
      const seen = frames.get(robot.id);
      return (seen && robotEntity(robot, seen, stamp)) ?? [];
    });
    const things = movedThings(scene, frame.moved, stamp);
    const entities = JSON.stringify([things, ...robots]);
    const picture = entities.replaceAll(JSON.stringify(stamp), '');
    if (picture === this.#picture) return;
    this.#picture = picture;
    const deletions = JSON.stringify(this.#deletions(moving, stamp));
    this.#add(moving, time, `{"deletions":${deletions},"entities":${entities}}`);
  }

  #addValue(channel: Channel, time: Seconds, value: object): void {
    this.#add(channel, time, JSON.stringify(value));
  }

  #deletions(channel: Channel, timestamp: Time): SceneEntityDeletion[] {
    if (!this.#stale.includes(channel)) return [];
    this.#stale = this.#stale.filter((each) => each !== channel);
    return [{ timestamp, type: SceneEntityDeletionType.ALL, id: '' }];
  }

  #isDue(channel: Channel, time: Seconds): boolean {
    const last = this.#drawn.get(channel);
    // Half a millisecond of tolerance: times are sums of periods.
    if (last !== undefined && time - last < MIN_DRAW_PERIOD - 0.0005) return false;
    this.#drawn.set(channel, time);
    return true;
  }
}

const poseInFrame = (place: Pose, timestamp: Time): PoseInFrame => ({
  timestamp,
  frame_id: WORLD_FRAME,
  pose: pose3(place),
});

/**
 * Rays from right to left. Foxglove needs a number for each: no echo and a lost ray become 0, which is drawn inside the
 * sensor.
 */
function laserScan(
  { at, facing, fieldOfView }: SensorView,
  { distances }: RangeReading,
  body: Pose,
  timestamp: Time,
): LaserScan {
  const half = distances.length > 1 ? fieldOfView / 2 : 0;
  const mount = toWorld(body, vec(at.x, at.y));
  return {
    timestamp,
    frame_id: WORLD_FRAME,
    pose: pose3({ ...mount, heading: body.heading + facing }),
    start_angle: roundedForJson(-half),
    end_angle: roundedForJson(half),
    ranges: distances.map((distance) => roundedForJson(distance ?? 0)),
    intensities: [],
  };
}

const LOG_LEVELS = { info: LogLevel.INFO, warning: LogLevel.WARNING, fault: LogLevel.ERROR } as const;

const logOf = ({ level, words }: News, timestamp: Time): Log => ({
  timestamp,
  level: LOG_LEVELS[level],
  message: words,
  name: 'steerbot',
  file: '',
  line: 0,
});
