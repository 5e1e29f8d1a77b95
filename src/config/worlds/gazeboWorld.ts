/**
 * A world of Gazebo (SDF), as those of the BARN challenge are: boxes and cylinders that stand on the floor, where their models,
 * links and collisions put them. Source: the SDFormat specification, poses `x y z roll pitch yaw`.
 */
import { rotate, type Vec2 } from '../../math/geometry.js';
import type { Meters, Radians } from '../../math/units.js';
import { readXml } from '../paths/earthPath.js';
import { pathFault } from '../paths/found.js';
import type { FoundWorld } from './foundWorld.js';

interface Placed extends Vec2 {
  readonly heading: Radians;
}

const ORIGIN: Placed = { x: 0, y: 0, heading: 0 };

/** Elements with a pose of their own, relative to the one around them. */
const FRAMES = new Set(['model', 'link', 'collision']);

interface Frame {
  readonly element: string;
  readonly name: string;
  pose: Placed;
}

/** A shape, and where it is in its model. */
interface Standing {
  readonly model: Frame;
  readonly inside: Placed;
  readonly shape: { readonly radius: Meters } | { readonly size: readonly [Meters, Meters] };
}

/** @throws FileError */
export function gazeboWorld(text: string, file: string): FoundWorld {
  const standing: Standing[] = [];
  /** Where the world's state says that a model is. */
  const moved = new Map<string, Placed>();
  const left = new Set<string>();
  const path: string[] = [];
  const frames: Frame[] = [];
  let words = '';
  let attributes: Readonly<Record<string, string>> = {};
  const numbers = () => words.trim().split(/\s+/).map(Number);
  const isState = () => path.includes('state');
  const stand = (shape: Standing['shape']) => {
    const [model, ...inner] = frames;
    if (model) standing.push({ model, inside: placeOf(inner), shape });
  };
  readXml(text, file, {
    open(element, given) {
      path.push(element);
      [words, attributes] = ['', given];
      if (FRAMES.has(element)) frames.push({ element, name: given.name ?? '', pose: ORIGIN });
    },
    text(more) {
      words += more;
    },
    close(element, line) {
      const frame = frames.at(-1);
      const around = path.at(-2);
      const [first, second] = numbers();
      const isBody = path.at(-3) === 'geometry' && path.includes('collision') && !isState();
      if (element === 'pose' && frame && around === frame.element) {
        frame.pose = poseOf(numbers(), attributes, file, line);
        if (isState() && frames.length === 1) moved.set(frame.name, frame.pose);
      } else if (isBody && element === 'radius' && (around === 'cylinder' || around === 'sphere'))
        stand({ radius: positive(first, file, line) });
      else if (isBody && element === 'size' && around === 'box')
        stand({ size: [positive(first, file, line), positive(second, file, line)] });
      else if (
        around === 'geometry' &&
        path.includes('collision') &&
        !isState() &&
        !FLOOR_OR_BODY.test(element)
      )
        left.add(element);
      else if (element === 'uri' && around === 'include' && !isState() && !/sun|ground_plane/.test(words))
        left.add(`include of ${words.trim()}`);
      if (FRAMES.has(element)) frames.pop();
      path.pop();
      words = '';
    },
  });
  const unread = left.size > 0 ? `; not read: ${[...left].slice(0, 5).join(', ')}` : '';
  if (standing.length === 0)
    throw pathFault(
      file,
      `no boxes and cylinders stand in this world${unread}; what it includes are other files: import those`,
    );
  return { walls: [], ...placed(standing, moved), from: `a world of Gazebo${unread}` };
}

const FLOOR_OR_BODY = /^(cylinder|box|sphere|plane|empty)$/;

function placed(
  standing: readonly Standing[],
  moved: ReadonlyMap<string, Placed>,
): Pick<FoundWorld, 'circles' | 'boxes'> {
  const circles: FoundWorld['circles'][number][] = [];
  const boxes: FoundWorld['boxes'][number][] = [];
  for (const { model, inside, shape } of standing) {
    const { x, y, heading } = within(moved.get(model.name) ?? model.pose, inside);
    if ('radius' in shape) circles.push({ at: { x, y }, radius: shape.radius });
    else boxes.push({ at: { x, y }, size: shape.size, heading });
  }
  return { circles, boxes };
}

/** A body that is tilted by more stands otherwise on the floor than its size says. */
const TILTED: Radians = 0.05;

/** @throws FileError for poses that are not told by six numbers from the frame around them */
function poseOf(
  numbers: readonly number[],
  { relative_to: from, degrees, rotation_format: format }: Readonly<Record<string, string>>,
  file: string,
  line: number,
): Placed {
  if (from !== undefined && from !== '' && from !== 'world' && from !== '__model__')
    throw pathFault(
      file,
      `a pose relative to '${from}' is not read; write it from the model around it`,
      line,
    );
  if (format !== undefined && format !== 'euler_rpy')
    throw pathFault(file, `a pose in '${format}' is not read; write it as x y z roll pitch yaw`, line);
  const [x = Number.NaN, y = Number.NaN, , roll = 0, pitch = 0, yaw = 0] = numbers;
  const radians = degrees === 'true' ? Math.PI / 180 : 1;
  const [heading, ...tilt] = [yaw * radians, roll * radians, pitch * radians];
  if (![x, y, heading].every(Number.isFinite))
    throw pathFault(file, 'a pose of six numbers is wanted: x y z roll pitch yaw', line);
  if (tilt.some((angle) => Math.abs(Math.sin(angle)) > TILTED))
    throw pathFault(
      file,
      'a body that is tilted; its outline on the floor is not known: give it upright, with the size that it has there',
      line,
    );
  return { x, y, heading };
}

function positive(value: number | undefined, file: string, line: number): Meters {
  if (value !== undefined && value > 0 && Number.isFinite(value)) return value;
  throw pathFault(file, 'a length above 0 is wanted', line);
}

/** A place in a frame, seen from outside. */
function within(frame: Placed, inside: Placed): Placed {
  const { x, y } = rotate(inside, frame.heading);
  return { x: frame.x + x, y: frame.y + y, heading: frame.heading + inside.heading };
}

/** Of the innermost frame in the outermost. */
const placeOf = (frames: readonly Frame[]): Placed =>
  frames.reduce((outer: Placed, { pose }) => within(outer, pose), ORIGIN);
