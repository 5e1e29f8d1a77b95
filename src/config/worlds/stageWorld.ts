/**
 * A world of Stage: its floorplans and blocks, without its robots. Source: the manual of Stage 4, world files and models.
 *
 * A model's shape, a bitmap or polygons, is stretched to its `size` and stands where its `pose` (x y z heading in degrees) says.
 */
import { rotate, type Vec2 } from '../../math/geometry.js';
import { pathFault } from '../paths/found.js';
import type { FoundWorld } from './foundWorld.js';
import { type GreyPicture, outlinesOf, simplified } from './outlines.js';

type Value = string | number | readonly number[];

/** `name ( key value … )`, with others inside. */
interface Entity {
  readonly type: string;
  readonly values: Map<string, Value>;
  readonly inside: Entity[];
  readonly line: number;
}

interface Token {
  readonly text: string;
  readonly line: number;
}

const TOKEN = /"([^"]*)"|[()]|\[[^\]]*\]|\w+\[\d+\]|[^\s()"[\]]+/g;

const tokensOf = (text: string): Token[] =>
  text.split(/\r?\n/).flatMap((raw, i) => {
    const line = raw.replace(/#.*/, '');
    return [...line.matchAll(TOKEN)].map(([found]) => ({ text: found, line: i + 1 }));
  });

/** The files that a world names, beside it. */
export interface Beside {
  picture(name: string): GreyPicture;
  /** Undefined if there is no such file. */
  text(name: string): string | undefined;
}

/** Files that include each other for ever are cut off. */
const MAX_DEPTH = 5;

/** What a world and the files that it includes hold. @throws FileError */
function entitiesIn(
  text: string,
  file: string,
  beside: Beside,
  known = new Map<string, Entity>(),
  depth = 0,
) {
  const tokens = tokensOf(text);
  const missing: string[] = [];
  let at = 0;
  const all: readonly Entity[] = inside(undefined);
  return { all, missing };

  function inside(owner: Entity | undefined): Entity[] {
    const found: Entity[] = [];
    while (at < tokens.length) {
      const token = tokens[at++] as Token;
      if (token.text === ')') {
        if (owner) return found;
        throw pathFault(file, "a ')' closes nothing", token.line);
      }
      const next = tokens[at];
      if (token.text === 'include') found.push(...included(plain(tokens[at++]?.text ?? '')));
      else if (token.text === 'define') define();
      else if (next?.text === '(') {
        at += 1;
        found.push(entity(token));
      } else if (next) {
        at += 1;
        owner?.values.set(token.text, valueIn(next));
      }
    }
    if (owner) throw pathFault(file, `'${owner.type} (' is not closed`, owner.line);
    return found;
  }

  function included(name: string): readonly Entity[] {
    const text = depth < MAX_DEPTH ? beside.text(name) : undefined;
    if (text === undefined) {
      missing.push(name);
      return [];
    }
    const found = entitiesIn(text, name, beside, known, depth + 1);
    missing.push(...found.missing);
    return found.all;
  }

  function define(): void {
    const name = tokens[at++];
    const type = tokens[at++];
    if (!name || !type || tokens[at]?.text !== '(')
      throw pathFault(file, 'define NAME TYPE ( … ) is wanted', name?.line ?? 1);
    at += 1;
    known.set(name.text, entity(type));
  }

  function entity({ text, line }: Token): Entity {
    const base = known.get(text);
    const made: Entity = {
      type: base?.type ?? text,
      values: new Map(base?.values),
      inside: [...(base?.inside ?? [])],
      line,
    };
    const own = inside(made);
    // A shape of its own takes the place of the kind's.
    const blocks = own.some(({ type }) => type === 'block');
    if (blocks)
      made.inside.splice(0, made.inside.length, ...made.inside.filter(({ type }) => type !== 'block'));
    made.inside.push(...own);
    return made;
  }

  function valueIn({ text, line }: Token): Value {
    if (text.startsWith('"')) return plain(text);
    if (!text.startsWith('[')) return Number.isFinite(Number(text)) ? Number(text) : text;
    const numbers = text.slice(1, -1).trim().split(/\s+/).map(Number);
    if (numbers.every(Number.isFinite)) return numbers;
    throw pathFault(file, `'${text}' is no list of numbers`, line);
  }
}

const plain = (text: string): string => text.replace(/^"|"$/g, '');

/** What drives or only looks. */
const NOT_STANDING = new Set(
  'position window camera laser ranger sensor fiducial gripper blobfinder puck'.split(' '),
);

/** @throws FileError */
export function stageWorld(text: string, file: string, beside: Beside): FoundWorld {
  const { all, missing } = entitiesIn(text, file, beside);
  const left = new Set(missing.map((name) => `include ${name}`));
  const walls = all.flatMap((model) => linesOf(model, { file, picture: beside.picture, left }));
  if (walls.length === 0) throw pathFault(file, 'no floorplan and no block stands in this world of Stage');
  const unread = left.size > 0 ? `; not read: ${[...left].slice(0, 5).join(', ')}` : '';
  return { walls, circles: [], boxes: [], from: `a world of Stage${unread}` };
}

interface Reading extends Pick<Beside, 'picture'> {
  readonly file: string;
  /** Gets what is left out. */
  readonly left: Set<string>;
}

type Lines = readonly (readonly Vec2[])[];

const listOf = (value: Value | undefined): readonly number[] => (Array.isArray(value) ? value : []);

/** Of a model and of those in it, seen from outside. @throws FileError */
function linesOf(model: Entity, reading: Reading): Lines {
  const { type, values, inside, line } = model;
  const isShaped = values.has('bitmap') || inside.some((one) => one.type === 'block');
  const isPlaced = isShaped || values.has('pose') || values.has('size');
  if (type === 'block' || !isPlaced) return [];
  // What an include that is missing would define may be a robot.
  if (NOT_STANDING.has(type) || (type !== 'model' && !isShaped)) {
    if (type !== 'window') reading.left.add(type);
    return [];
  }
  if (listOf(values.get('origin')).some((part) => part !== 0))
    throw pathFault(reading.file, 'an origin is not read; add it to the pose', line);
  const [x = 0, y = 0, , degrees = 0] = listOf(values.get('pose'));
  const own = values.get('obstacle_return') === 0 ? [] : shapeOf(model, reading);
  const all = [...own, ...inside.flatMap((child) => linesOf(child, reading))];
  return all.map((one) =>
    one.map((point) => {
      const turned = rotate(point, (degrees * Math.PI) / 180);
      return { x: x + turned.x, y: y + turned.y };
    }),
  );
}

/** Of a model that says no size. Source: Stage, `Model` */
const USUAL_SIZE = 0.4;

const rectangle = (left: number, bottom: number, right: number, top: number): readonly Vec2[] => [
  { x: left, y: bottom },
  { x: right, y: bottom },
  { x: right, y: top },
  { x: left, y: top },
  { x: left, y: bottom },
];

/** Stretched to its size, round the origin. */
function shapeOf({ type, values, inside, line }: Entity, { file, picture }: Reading): Lines {
  const [long = USUAL_SIZE, wide = USUAL_SIZE] = listOf(values.get('size'));
  if (!(long > 0 && wide > 0))
    throw pathFault(file, `the size of '${type}' is ${long} × ${wide}; lengths above 0 are wanted`, line);
  const bitmap = values.get('bitmap');
  const grey = typeof bitmap === 'string' ? picture(bitmap) : undefined;
  const blocks = inside.filter((one) => one.type === 'block').map((block) => polygonOf(block, file));
  const drawn = grey ? outlinesIn(grey) : blocks;
  // With a boundary the whole picture is stretched, and has a wall round it.
  const border = grey && values.get('boundary') === 1 ? [rectangle(0, -grey.height, grey.width, 0)] : [];
  const shape = drawn.length + border.length > 0 ? [...drawn, ...border] : [rectangle(0, 0, 1, 1)];
  const [left, right] = spanOf(shape.flatMap((one) => one.map((point) => point.x)));
  const [bottom, top] = spanOf(shape.flatMap((one) => one.map((point) => point.y)));
  if (!(right > left && top > bottom)) throw pathFault(file, `the shape of '${type}' has no area`, line);
  return shape.map((one) =>
    one.map((point) => ({
      x: ((point.x - left) / (right - left) - 0.5) * long,
      y: ((point.y - bottom) / (top - bottom) - 0.5) * wide,
    })),
  );
}

const spanOf = (values: readonly number[]): readonly [least: number, most: number] =>
  values.reduce<readonly [number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );

function polygonOf({ values, line }: Entity, file: string): readonly Vec2[] {
  const count = Number(values.get('points'));
  const points = Array.from(
    { length: Number.isInteger(count) && count > 0 && count < 10_000 ? count : 0 },
    (_, i) => {
      const [x, y] = listOf(values.get(`point[${i}]`));
      if (x === undefined || y === undefined)
        throw pathFault(file, `point[${i}] of ${count} is missing`, line);
      return { x, y };
    },
  );
  const [first] = points;
  if (!first || points.length < 3) throw pathFault(file, 'a block needs three points and more', line);
  return [...points, first];
}

/** Dark pixels stand; y upwards. */
const outlinesIn = ({ width, height, grey }: GreyPicture): readonly (readonly Vec2[])[] =>
  outlinesOf({ width, height, solid: grey.map((value) => Number(value < 128)) }).map((line) =>
    simplified(line, 0.6).map((point) => ({ x: point.x, y: -point.y })),
  );
