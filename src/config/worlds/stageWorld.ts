/**
 * A world of Stage: its floorplans and blocks, without its robots. Source: the manual of Stage 4, world files and models.
 *
 * A model's shape, a bitmap or polygons, is stretched to its `size` and stands where its `pose` (x y z heading in degrees) says.
 */
import { rotate, type Vec2 } from '../../math/geometry.js';
import { pathFault } from '../paths/found.js';
import type { FoundWorld } from './foundWorld.js';
import type { GreyPicture } from './greyPicture.js';
import { outlinesOf, simplified } from './outlines.js';

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
  const walls = all
    .filter(
      ({ type, values }) =>
        !NOT_STANDING.has(type) && (values.has('pose') || values.has('size') || values.has('bitmap')),
    )
    .flatMap((model) => shapeOf(model, file, beside));
  const robots = all.filter(({ type }) => type === 'position').length;
  if (walls.length === 0) throw pathFault(file, 'no floorplan and no block stands in this world of Stage');
  const left = [
    ...missing.map((name) => `include ${name}`),
    ...(robots > 0 ? [`${robots} robot${robots > 1 ? 's' : ''}`] : []),
  ];
  return {
    walls,
    circles: [],
    boxes: [],
    from: `a world of Stage${left.length > 0 ? `; not read: ${left.slice(0, 5).join(', ')}` : ''}`,
  };
}

const listOf = (value: Value | undefined): readonly number[] => (Array.isArray(value) ? value : []);

/** Of a model that says no size. Source: Stage, `Model` */
const USUAL_SIZE = 0.4;

function shapeOf(model: Entity, file: string, { picture }: Beside): readonly (readonly Vec2[])[] {
  const { values, inside, line } = model;
  const [long = USUAL_SIZE, wide = USUAL_SIZE] = listOf(values.get('size'));
  const [x = 0, y = 0, , degrees = 0] = listOf(values.get('pose'));
  const bitmap = values.get('bitmap');
  const blocks = inside.filter(({ type }) => type === 'block').map((block) => polygonOf(block, file));
  const lines = typeof bitmap === 'string' ? outlinesIn(picture(bitmap)) : blocks;
  const shape =
    lines.length > 0
      ? lines
      : [
          [
            { x: 0, y: 0 },
            { x: 1, y: 0 },
            { x: 1, y: 1 },
            { x: 0, y: 1 },
            { x: 0, y: 0 },
          ],
        ];
  const isWhole = values.get('boundary') === 1 && typeof bitmap === 'string';
  const xs = shape.flat().map((point) => point.x);
  const ys = shape.flat().map((point) => point.y);
  const whole = isWhole ? picture(bitmap as string) : undefined;
  const least = (all: readonly number[]) => all.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = (all: readonly number[]) => all.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const [left, right] = whole ? [0, whole.width] : [least(xs), most(xs)];
  const [bottom, top] = whole ? [-whole.height, 0] : [least(ys), most(ys)];
  if (!(right > left && top > bottom))
    throw pathFault(file, `the shape of '${model.type}' has no area`, line);
  const onFloor = (point: Vec2): Vec2 => {
    const turned = rotate(
      {
        x: ((point.x - left) / (right - left) - 0.5) * long,
        y: ((point.y - bottom) / (top - bottom) - 0.5) * wide,
      },
      (degrees * Math.PI) / 180,
    );
    return { x: x + turned.x, y: y + turned.y };
  };
  const border = whole
    ? [
        [
          { x: left, y: bottom },
          { x: right, y: bottom },
          { x: right, y: top },
          { x: left, y: top },
          { x: left, y: bottom },
        ],
      ]
    : [];
  return [...shape, ...border].map((one) => one.map(onFloor));
}

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
