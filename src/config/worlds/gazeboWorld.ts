/**
 * A world of Gazebo (SDF), as those of the BARN challenge are: boxes and cylinders that stand on the floor, where their models,
 * links and collisions put them. Source: the SDFormat specification, poses `x y z roll pitch yaw`.
 */
import { rotate, type Vec2 } from '../../math/geometry.js';
import type { Radians } from '../../math/units.js';
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
  pose: Placed;
}

/** @throws FileError */
export function gazeboWorld(text: string, file: string): FoundWorld {
  const circles: FoundWorld['circles'][number][] = [];
  const boxes: FoundWorld['boxes'][number][] = [];
  const included: string[] = [];
  const others = new Set<string>();
  const path: string[] = [];
  const frames: Frame[] = [];
  let words = '';
  const isTold = () => !path.includes('state') && !path.includes('visual');
  const numbers = () => words.trim().split(/\s+/).map(Number);
  readXml(text, file, {
    open(element) {
      path.push(element);
      words = '';
      if (FRAMES.has(element)) frames.push({ element, pose: ORIGIN });
    },
    text(more) {
      words += more;
    },
    close(element, line) {
      const frame = frames.at(-1);
      const inGeometry = path.at(-3) === 'geometry' && path.includes('collision') && isTold();
      if (element === 'pose' && frame && path.at(-2) === frame.element)
        frame.pose = poseOf(numbers(), file, line);
      else if (inGeometry && element === 'radius' && path.at(-2) === 'cylinder')
        circles.push({ at: spotOf(frames), radius: positive(numbers()[0], file, line) });
      else if (inGeometry && element === 'radius' && path.at(-2) === 'sphere')
        circles.push({ at: spotOf(frames), radius: positive(numbers()[0], file, line) });
      else if (inGeometry && element === 'size' && path.at(-2) === 'box') {
        const [long, wide] = numbers();
        const { x, y, heading } = placeOf(frames);
        boxes.push({ at: { x, y }, size: [positive(long, file, line), positive(wide, file, line)], heading });
      } else if (
        isTold() &&
        path.at(-2) === 'geometry' &&
        path.includes('collision') &&
        !/^(cylinder|box|sphere|plane|empty)$/.test(element)
      )
        others.add(element);
      else if (element === 'uri' && path.at(-2) === 'include' && isTold() && !/sun|ground_plane/.test(words))
        included.push(words.trim());
      if (FRAMES.has(element)) frames.pop();
      path.pop();
      words = '';
    },
  });
  if (circles.length + boxes.length === 0)
    throw pathFault(
      file,
      `no boxes and cylinders stand in this world${included.length > 0 ? ` (it includes ${included.slice(0, 3).join(', ')}, which are other files: import those)` : ''}`,
    );
  const left = [...included.map((uri) => `include of ${uri}`), ...others];
  return {
    walls: [],
    circles,
    boxes,
    from: `a world of Gazebo${left.length > 0 ? `; not read: ${left.slice(0, 5).join(', ')}` : ''}`,
  };
}

function poseOf(
  [x = Number.NaN, y = Number.NaN, , , , heading = 0]: readonly number[],
  file: string,
  line: number,
): Placed {
  if (![x, y, heading].every(Number.isFinite))
    throw pathFault(file, 'a pose of six numbers is wanted: x y z roll pitch yaw', line);
  return { x, y, heading };
}

function positive(value: number | undefined, file: string, line: number): number {
  if (value !== undefined && value > 0 && Number.isFinite(value)) return value;
  throw pathFault(file, 'a length above 0 is wanted', line);
}

/** Of the innermost frame in the outermost. */
const placeOf = (frames: readonly Frame[]): Placed =>
  frames.reduce((outer: Placed, { pose }) => {
    const { x, y } = rotate(pose, outer.heading);
    return { x: outer.x + x, y: outer.y + y, heading: outer.heading + pose.heading };
  }, ORIGIN);

const spotOf = (frames: readonly Frame[]): Vec2 => {
  const { x, y } = placeOf(frames);
  return { x, y };
};
