import { describe, expect, it } from 'vitest';
import { GROUND_COLOR } from '../../../src/cli/wiring/pictureParts.js';
import { wiringPicture } from '../../../src/cli/wiring/wiring.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { parseRobot } from '../../../src/config/robot/robotFile.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import { GOOD_ROBOT } from '../../support/badInputs.js';
import { checkXml } from '../../support/svgReader.js';
import { boardPresets } from './boardPresets.js';

type Point = readonly [x: number, y: number];

interface Line {
  readonly color: string;
  readonly points: readonly Point[];
}

const linesOf = (svg: string): Line[] =>
  [...svg.matchAll(/<polyline points="([^"]*)"[^>]* stroke="([^"]*)"/g)].map(
    ([, points = '', color = '']) => ({
      color,
      points: points.split(' ').map((pair) => pair.split(',').map(Number) as unknown as Point),
    }),
  );

const circlesOf = (svg: string): Point[] =>
  [...svg.matchAll(/<circle cx="([^"]*)" cy="([^"]*)"/g)].map(([, x, y]) => [Number(x), Number(y)]);

/** Where a terminal of that name is drawn, by its label. */
const labelled = (svg: string, name: string): Point[] =>
  [...svg.matchAll(/<text x="([^"]*)" y="([^"]*)"[^>]*>([^<]*)</g)].flatMap(([, x, y, words]) =>
    words === name ? [[Number(x), Number(y)] as const] : [],
  );

/** Of wires that run along each other: where one would hide the other. */
function overlap(a: Line, b: Line): boolean {
  const pieces = ({ points }: Line) => points.slice(1).map((to, i) => [points[i] ?? to, to] as const);
  return pieces(a).some(([p, q]) =>
    pieces(b).some(([r, s]) =>
      [0, 1].some((along) => {
        const across = 1 - along;
        const level = [p, q, r, s].map((point) => point[across]);
        if (new Set(level).size > 1) return false;
        const [low, high] = [Math.min(p[along] ?? 0, q[along] ?? 0), Math.max(p[along] ?? 0, q[along] ?? 0)];
        const [from, to] = [Math.min(r[along] ?? 0, s[along] ?? 0), Math.max(r[along] ?? 0, s[along] ?? 0)];
        return Math.min(high, to) - Math.max(low, from) > 1;
      }),
    ),
  );
}

const crowded = parseRobot(
  GOOD_ROBOT.replace(
    'sensors:\n',
    `battery: { pin: A1, divider: 3, low: 6.4 V }
sensors:
  - { type: mpu6050 }
  - { type: hmc5883l }
  - { type: bno055 }
  - { id: <"&>, type: bumper, pin: 12 }
`,
  ).replace('noLoadSpeed', 'driver: tb6612fng\n  standby: 6\n  stop: standby\n  noLoadSpeed'),
  'crowded.yaml',
);

describe.each([...boardPresets, crowded].map((robot) => [robot.name, robot] as const))(
  'the wiring picture of %s',
  (_, robot) => {
    const svg = wiringPicture(robot);
    const wires = linesOf(svg);

    it('is XML, and every place and size in it is a finite number', () => {
      checkXml(svg);
      const places = [...svg.matchAll(/ (?:x|y|x1|y1|x2|y2|cx|cy|r|width|height|points)="([^"]*)"/g)];
      const numbers = places.flatMap(([, text = '']) => text.split(/[ ,]+/));
      expect(numbers.length).toBeGreaterThan(50);
      expect(numbers.filter((text) => !/^-?\d+(\.\d+)?$/.test(text))).toEqual([]);
      expect(svg).not.toMatch(/NaN|undefined|null|Infinity/);
    });

    it('has wires that run straight or square, but for the open switch of a battery', () => {
      const pieces = wires.flatMap(({ points }) =>
        points.slice(1).map(([x, y], i) => [x - (points[i]?.[0] ?? x), y - (points[i]?.[1] ?? y)]),
      );
      expect(pieces.length).toBeGreaterThan(8);
      const slanted = pieces.filter(([across, down]) => across !== 0 && down !== 0);
      expect(slanted).toEqual(labelled(svg, 'battery').map(() => [36, -16]));
    });

    it('has no wire that hides another of another colour', () => {
      const hidden = wires.flatMap((a, i) =>
        wires.slice(i + 1).filter((b) => a.color !== b.color && overlap(a, b)),
      );
      expect(hidden).toEqual([]);
    });

    it('writes no GND over another', () => {
      const names = labelled(svg, 'GND');
      const over = names.filter(([x, y], i) =>
        names.slice(i + 1).some(([u, v]) => Math.abs(x - u) < 32 && Math.abs(y - v) < 12),
      );
      expect(over).toEqual([]);
    });

    it('stays on its page', () => {
      const [, width = 0, height = 0] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.map(Number) ?? [];
      const points = [...wires.flatMap(({ points: all }) => all), ...circlesOf(svg)];
      const off = points.filter(([x, y]) => x < 0 || y < 0 || x > width || y > height);
      expect(off).toEqual([]);
    });
  },
);

it('joins each further device on the bus with two dots, and with two more on its feeding and ground', () => {
  const dots = (robot: RobotDefinition) => [...wiringPicture(robot).matchAll(/<circle [^>]*r="4"/g)].length;
  const fewer = { ...crowded, sensors: crowded.sensors.filter(({ type }) => type !== 'bno055') };
  expect(dots(crowded) - dots(fewer)).toBe(4);
});

describe('the wiring picture of an L298N', () => {
  const svg = wiringPicture(loadRobot('generic-l298n'));

  it("leads the battery's ground and the board's to the driver's terminal, each by a wire of its own", () => {
    const [board = [0, 0], driver = [0, 0]] = labelled(svg, 'GND').sort(([a], [b]) => a - b);
    const wires = linesOf(svg).filter(({ color }) => color === GROUND_COLOR);
    const near = ([x, y]: Point, to: Point) => Math.hypot(x - to[0], y - to[1]) < 15;
    const from = (to: Point) => wires.filter(({ points }) => points.some((point) => near(point, to)));
    expect(from(driver)).toHaveLength(2);
    expect(from(board)).toHaveLength(1);
    expect(new Set(from(driver).flatMap(({ points }) => points.map(String))).size).toBe(5);
  });

  it('draws both resistors that hold its motors off, and what its battery may have', () => {
    expect(labelled(svg, '10 kOhm to GND')).toHaveLength(2);
    expect(labelled(svg, '7 to 12 V')).toHaveLength(1);
  });

  it('draws the wire to MODE of a DRV8835', () => {
    expect(labelled(wiringPicture(loadRobot('scout')), 'MODE')).toHaveLength(1);
  });
});
