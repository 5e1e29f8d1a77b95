/** The contents of a recording, channel by channel, as the scan finds them. */
import { SCHEMAS, type Schema } from '../format/schemas.js';
import { secondsSince } from '../format/timeline.js';
import type { FoundChannel, FoundMessage } from './scan.js';
import { type MessagePlace, MessageTrack } from './track.js';

/** One track per robot, or per sensor of a robot. */
class Tracks {
  readonly #tracks = new Map<string, MessageTrack>();

  get keys(): string[] {
    return [...this.#tracks.keys()];
  }

  of(key: string): MessageTrack {
    const known = this.#tracks.get(key) ?? new MessageTrack();
    this.#tracks.set(key, known);
    return known;
  }
}

export class Contents {
  readonly scenes = new MessageTrack();
  readonly frames = new MessageTrack();
  readonly log = new MessageTrack();
  readonly said = new MessageTrack();
  readonly simulation = new MessageTrack();
  /** By robot. */
  readonly inputs = new Tracks();
  readonly keyframes = new Tracks();
  readonly marks = new Tracks();
  /** By `sensorKey`. */
  readonly ranges = new Tracks();
  readonly #channels = new Map<MessageTrack, FoundChannel>();
  /** Undefined for channels of other programs, and for those that are only for other programs. */
  readonly #tracks = new Map<FoundChannel, MessageTrack | undefined>();
  #start: bigint | undefined;

  /** Times count from the first Steerbot message. */
  add({ channel, logged, ...place }: FoundMessage): void {
    const track = this.#trackOf(channel);
    if (!track) return;
    this.#start ??= logged;
    this.#channels.set(track, channel);
    track.add({ ...place, time: secondsSince(this.#start, logged) });
  }

  /** The channel of a message, for errors about unreadable messages. */
  channelOf({ position }: MessagePlace): FoundChannel | undefined {
    for (const [track, channel] of this.#channels) {
      if (track.at(track.before(position))?.position === position) return channel;
    }
    return undefined;
  }

  /** Found once for each channel: a recording has a million messages and more. */
  #trackOf(channel: FoundChannel): MessageTrack | undefined {
    if (this.#tracks.has(channel)) return this.#tracks.get(channel);
    const { metadata, schema } = channel;
    const track = this.#trackFor(schema, metadata.get('robot') ?? '', metadata.get('sensor') ?? '');
    this.#tracks.set(channel, track);
    return track;
  }

  #trackFor(schema: string, robot: string, sensor: string): MessageTrack | undefined {
    const is = ({ name }: Schema) => name === schema;
    if (is(SCHEMAS.frame)) return this.frames;
    if (is(SCHEMAS.inputs)) return this.inputs.of(robot);
    if (is(SCHEMAS.ranges)) return this.ranges.of(sensorKey(robot, sensor));
    if (is(SCHEMAS.said)) return this.said;
    if (is(SCHEMAS.simulation)) return this.simulation;
    if (is(SCHEMAS.marks)) return this.marks.of(robot);
    if (is(SCHEMAS.keyframe)) return this.keyframes.of(robot);
    if (is(SCHEMAS.scene)) return this.scenes;
    return is(SCHEMAS.log) ? this.log : undefined;
  }
}

export const sensorKey = (robot: string, sensor: string): string => JSON.stringify([robot, sensor]);
