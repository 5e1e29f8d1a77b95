/** The world of another tool's file, and how a scenario has it. */
import type { Vec2 } from '../../math/geometry.js';
import type { Meters, Radians } from '../../math/units.js';

export interface FoundWorld {
  readonly walls: readonly (readonly Vec2[])[];
  readonly circles: readonly { readonly at: Vec2; readonly radius: Meters }[];
  readonly boxes: readonly {
    readonly at: Vec2;
    readonly size: readonly [Meters, Meters];
    readonly heading: Radians;
  }[];
  /** What it was read from, for a line about it. */
  readonly from: string;
}

/** `13 walls, 2 circles and 1 box, 6.2 × 4.1 m, from …`. */
export function worldSaid({ walls, circles, boxes, from }: FoundWorld): string {
  const counted = (count: number, one: string, more: string) =>
    count > 0 ? [`${count} ${count === 1 ? one : more}`] : [];
  const parts = [
    ...counted(walls.length, 'wall', 'walls'),
    ...counted(circles.length, 'circle', 'circles'),
    ...counted(boxes.length, 'box', 'boxes'),
  ];
  const corners = [
    ...walls.flat(),
    ...circles.flatMap(({ at, radius }) => [
      { x: at.x - radius, y: at.y - radius },
      { x: at.x + radius, y: at.y + radius },
    ]),
    ...boxes.flatMap(({ at, size: [long, wide] }) => {
      const half = Math.hypot(long, wide) / 2;
      return [
        { x: at.x - half, y: at.y - half },
        { x: at.x + half, y: at.y + half },
      ];
    }),
  ];
  const span = (of: (point: Vec2) => number) => {
    const all = corners.map(of);
    return Number(
      (
        all.reduce((a, b) => Math.max(a, b), -Infinity) - all.reduce((a, b) => Math.min(a, b), Infinity)
      ).toPrecision(3),
    );
  };
  return `${parts.join(', ')}, ${span(({ x }) => x)} × ${span(({ y }) => y)} m, from ${from}`;
}

/** To a millimetre. */
const short = (value: number): number => Math.round(value * 1000) / 1000 + 0;
const written = ({ x, y }: Vec2): string => `[${short(x)}, ${short(y)}]`;

/** The `world:` of a scenario. */
export function worldText({ walls, circles, boxes }: FoundWorld): string {
  const list = (key: string, lines: readonly string[]) =>
    lines.length > 0 ? [`  ${key}:`, ...lines.map((line) => `    - ${line}`)] : [];
  return [
    'world:',
    ...list(
      'walls',
      walls.map((line) => `[${withoutRepeats(line).map(written).join(', ')}]`),
    ),
    ...list(
      'circles',
      circles.map(({ at, radius }) => `{ at: ${written(at)}, radius: ${short(radius)} }`),
    ),
    ...list(
      'boxes',
      boxes.map(
        ({ at, size: [long, wide], heading }) =>
          `{ at: ${written(at)}, size: [${short(long)}, ${short(wide)}]${short(heading) === 0 ? '' : `, heading: ${short((heading * 180) / Math.PI)} deg`} }`,
      ),
    ),
    '',
  ].join('\n');
}

/** Points that are the same to a millimetre, one after the other. */
const withoutRepeats = (line: readonly Vec2[]): readonly Vec2[] =>
  line.filter((point, i) => i === 0 || written(point) !== written(line[i - 1] as Vec2));
