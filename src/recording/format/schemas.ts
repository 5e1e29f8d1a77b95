/** JSON Schemas of a recording's channels, for Foxglove, Lichtblick and other readers of the file. */
import { LaserScan, Log, PoseInFrame, SceneUpdate } from '@foxglove/schemas/jsonschema.js';
import { OWN_SOURCES } from '../../signals/readings.js';

export interface Schema {
  readonly name: string;
  /** JSON Schema. */
  readonly text: string;
}

type Properties = Readonly<Record<string, object>>;

const number = { type: 'number' };
const text = { type: 'string' };
const flag = { type: 'boolean' };
const map = (description: string) => ({ type: 'object', description });
const list = (items: object) => ({ type: 'array', items });
const object = (properties: Properties, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});

const vec2 = object({ x: number, y: number });
const pose = object({ x: number, y: number, heading: number });
const wheels = object({ left: number, right: number });
const seconds = { type: 'number', description: 'seconds' };
const fault = object({ at: seconds, kind: text, what: text, causes: list(text) }, ['at', 'kind', 'what']);
const reason = (description: string) => ({ type: ['string', 'null'], description });

/** A robot that makes progress has no `standing`. */
const TICK_PROPERTIES: Properties = {
  at: seconds,
  lostPeriods: number,
  estimate: object(
    {
      pose,
      predicted: pose,
      wheels,
      velocity: vec2,
      turnRate: number,
      source: text,
      covariance: map('upper triangle'),
      ages: object(
        { ...Object.fromEntries(OWN_SOURCES.map((source) => [source, seconds])), sensors: map('seconds') },
        ['sensors'],
      ),
      latency: object({ value: seconds, deviation: seconds }),
    },
    ['pose', 'predicted', 'wheels', 'source', 'covariance', 'ages'],
  ),
  contributions: list(
    object({
      behavior: text,
      force: vec2,
      marks: list({ description: 'a mark, or a list of /marks/<robot> and the first and last of it' }),
    }),
  ),
  steered: object({ force: vec2, reference: vec2, mean: vec2, desiredVelocity: vec2 }),
  wanted: object({ linear: number, angular: number }),
  granted: wheels,
  duties: wheels,
  arrived: flag,
  mode: text,
  safety: text,
  cause: {
    ...object({ kind: text, what: text }),
    type: ['object', 'null'],
    description: 'why it does not drive; null while it does',
  },
  hold: reason('why it is held or slowed; null while it is not'),
  standing: object({ since: seconds, at: vec2, why: text }),
  faults: list(fault),
};
const tick = object(
  TICK_PROPERTIES,
  Object.keys(TICK_PROPERTIES).filter((key) => key !== 'standing'),
);

const ranges = map('by sensor: the time of its last reading, which stands in /ranges/<robot>/<sensor>');
const robotFrame = object({ id: text, truth: pose, ranges, crossTrack: number, tick }, ['id', 'ranges']);

const LINK_PROPERTIES = {
  state: text,
  body: text,
  words: text,
  volts: number,
  unguarded: flag,
  recording: map('its file'),
};

const event = object(
  {
    kind: text,
    reading: map('of a sensor'),
    target: map('where it is and how it moves'),
    surroundings: map('other robots, and a map where it is news'),
    command: map('what an operator said'),
    at: seconds,
    lostPeriods: number,
    why: text,
  },
  ['kind'],
);

function ours(
  name: string,
  description: string,
  properties: Properties,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((key) => !optional.includes(key));
  const exactly = list({
    description: 'the way to a number that JSON has no word for, and its name at the end',
  });
  const all = { ...properties, exactly };
  return {
    name: `steerbot.${name}`,
    text: JSON.stringify({ title: name, description, ...object(all, required) }),
  };
}

const foxglove = (schema: { readonly title: string }): Schema => ({
  name: schema.title,
  text: JSON.stringify(withoutDescriptions(schema)),
});

/** Removes descriptions: they make up most of these schemas, and are in Foxglove's own documentation. */
function withoutDescriptions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDescriptions);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, item]) => typeof item !== 'string' || (key !== 'description' && key !== '$comment'),
  );
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutDescriptions(item)]));
}

export const SCHEMAS = {
  scene: ours(
    'Scene',
    'What stays while a run goes on; SI, world frame.',
    {
      kind: text,
      name: text,
      about: text,
      source: text,
      robots: list(map('its body, sensors and mission')),
      things: list(map('a wall, a circle, a box or a mover')),
      floor: object({
        lines: list(map('points of a line of tape, and its width')),
        lamps: list(vec2),
        beacons: list(vec2),
      }),
      missions: list(text),
      mission: number,
      tunables: list(map('a number that may be changed')),
      gallery: list(object({ name: text, about: text })),
      can: list(text),
      duration: seconds,
    },
    ['floor', 'mission', 'duration'],
  ),
  frame: ours(
    'Frame',
    'An instant of a run; SI, world frame.',
    {
      kind: text,
      at: seconds,
      robots: list(robotFrame),
      moved: list(object({ id: text, at: vec2, heading: number })),
      pointer: vec2,
      pace: object({ paused: flag, speed: number, reached: number, lateness: seconds, lostPeriods: number }, [
        'paused',
        'speed',
        'lateness',
        'lostPeriods',
      ]),
      link: object(LINK_PROPERTIES, ['state', 'words']),
      verdict: list(object({ words: text, passed: flag })),
      remarks: list(text),
      judgedAt: seconds,
      takenOverAt: seconds,
      flow: object({ crossings: number, perSecond: number }),
      news: list(object({ at: seconds, level: text, words: text })),
    },
    ['pointer', 'remarks', 'judgedAt', 'takenOverAt', 'flow'],
  ),
  inputs: ours('Inputs', 'All that folded into one tick of a robot.', {
    kind: text,
    robot: text,
    at: seconds,
    count: number,
    events: list(event),
  }),
  simulation: ours(
    'Simulation',
    'The scenario that begins, what an operator did, or what is different in another future of a run.',
    {
      kind: text,
      scene: text,
      about: text,
      scenario: map('as its file says, with each kind of robot once'),
      firmware: { type: 'boolean' },
      at: seconds,
      operation: map('of the page'),
      renewed: { type: 'boolean' },
      settings: { type: 'array', items: map('a key, and its value as a file would write it') },
      of: text,
    },
    ['scene', 'about', 'scenario', 'firmware', 'at', 'operation', 'renewed', 'settings', 'of'],
  ),
  keyframe: ours(
    'Keyframe',
    'The state before the next inputs, and what the model was prepared from.',
    {
      count: number,
      state: map('of the loop'),
      robot: map('its definition'),
      mission: map('a behavior tree'),
      speedLimit: number,
      throwing: list(list(number)),
    },
    ['speedLimit', 'throwing'],
  ),
  marks: ours('Marks', 'Marks that frames behind it name by their places here.', {
    list: number,
    entries: list(map('a point, a circle or a segment')),
  }),
  said: ours('Said', 'What robots said of themselves; inputs behind it name it by its place here.', {
    list: number,
    entries: list(map('a robot: where it is, and how it moves')),
  }),
  ranges: ours(
    'Ranges',
    'A reading of a range sensor; null is no echo.',
    {
      kind: text,
      at: seconds,
      sensor: text,
      distances: list({ type: ['number', 'null'] }),
      trouble: text,
    },
    ['trouble'],
  ),
  pose: foxglove(PoseInFrame),
  sceneUpdate: foxglove(SceneUpdate),
  scan: foxglove(LaserScan),
  log: foxglove(Log),
} satisfies Record<string, Schema>;
