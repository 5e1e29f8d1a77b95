import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseRobot } from '../../../src/config/robot/robotFile.js';
import { saveWiring, type WiringChange } from '../../../src/config/robot/saveWiring.js';
import { rootFile } from '../../support/runs.js';

const saved = (text: string, ...changes: WiringChange[]): string => saveWiring(text, 'robot.yaml', changes);

const SWAP_MOTORS: WiringChange = { kind: 'swap sides', of: 'motors' };

const robotWith = (motors: string): string => `name: it
chassis: { mass: 500 g, radius: 90 mm, track: 130 mm }
wheels: { diameter: 65 mm }
${motors}
limits: { speed: 0.3 m/s, acceleration: 1 m/s² }
`;

const FLOW = `motors:
  left:  { pwm: 5, dir: 7, cdir: 8 }     # ENA, IN1, IN2
  right: { pwm: 6, dir: 9, cdir: 11 }    # ENB, IN3, IN4
  noLoadSpeed: 0.5 m/s`;

const BLOCK = `motors:
  noLoadSpeed: 0.5 m/s
  right:                # the red wires
    pwm: 6              # ENB
    dir: 9
    invert: true        # mounted the other way round

  left:
    pwm: 5
    dir: 7              # IN1`;

const ONE_LINE = `motors: { left: { servo: 13 }, right: { servo: 12, invert: true }, noLoadSpeed: 0.2 m/s }`;

describe('sides that are swapped', () => {
  it('change their names: comments stay with their pins, and columns stay aligned', () => {
    expect(saved(robotWith(FLOW), SWAP_MOTORS)).toBe(
      robotWith(`motors:
  right: { pwm: 5, dir: 7, cdir: 8 }     # ENA, IN1, IN2
  left:  { pwm: 6, dir: 9, cdir: 11 }    # ENB, IN3, IN4
  noLoadSpeed: 0.5 m/s`),
    );
  });

  it('may be block maps, in any order', () => {
    const after = BLOCK.replace('right:', 'X:').replace('left:', 'right:').replace('X:', 'left:');
    expect(saved(robotWith(BLOCK), SWAP_MOTORS)).toBe(robotWith(after));
  });

  it('may stand in one line', () => {
    expect(saved(robotWith(ONE_LINE), SWAP_MOTORS)).toBe(
      robotWith('motors: { right: { servo: 13 }, left: { servo: 12, invert: true }, noLoadSpeed: 0.2 m/s }'),
    );
  });

  it.each([FLOW, BLOCK, ONE_LINE])('swapped again are as they were: %#', (motors) => {
    expect(saved(saved(robotWith(motors), SWAP_MOTORS), SWAP_MOTORS)).toBe(robotWith(motors));
  });
});

const REMARKED = `# Left and right as seen from behind.

motors:
  # Of the left one:
  # LEFT is ENA, not upright
  left:  # red, left
    pwm: 9   # pwm left
    dir: 7
    # behind the left wheel

  # the right one
  right: { pwm: 10, dir: 8 }   # ENB
  # left and right alike
  noLoadSpeed: 0.6 m/s   # right`;

const RENAMED = `# Left and right as seen from behind.

motors:
  # Of the right one:
  # RIGHT is ENA, not upright
  right:  # red, right
    pwm: 9   # pwm right
    dir: 7
    # behind the right wheel

  # the left one
  left: { pwm: 10, dir: 8 }   # ENB
  # left and right alike
  noLoadSpeed: 0.6 m/s   # right`;

describe('a remark that names a side whose name is swapped', () => {
  it('names the other one above, beside and within it, and nowhere else', () => {
    expect(saved(robotWith(REMARKED), SWAP_MOTORS)).toBe(robotWith(RENAMED));
    expect(saved(robotWith(RENAMED), SWAP_MOTORS)).toBe(robotWith(REMARKED));
  });

  it('does so between line ends of Windows', () => {
    const windows = (text: string) => robotWith(text).replaceAll('\n', '\r\n');
    expect(saved(windows(REMARKED), SWAP_MOTORS)).toBe(windows(RENAMED));
  });

  it('stays as it is beside a motor that is only inverted', () => {
    const after = saved(robotWith(REMARKED), { kind: 'invert', side: 'right', invert: true });
    expect(after).toBe(robotWith(REMARKED).replace('dir: 8 }', 'dir: 8, invert: true }'));
  });

  it('may stand behind one line with both motors', () => {
    const quoted = `motors: { left: { "pwm": 9, dir: 'A0' }, right: { pwm: "10", 'dir': 8 }, noLoadSpeed: 1 } # left`;
    expect(saved(robotWith(quoted), SWAP_MOTORS)).toBe(
      robotWith(
        `motors: { right: { "pwm": 9, dir: 'A0' }, left: { pwm: "10", 'dir': 8 }, noLoadSpeed: 1 } # right`,
      ),
    );
  });
});

describe('a motor that turns the other way round', () => {
  it('is inverted if the file says nothing of it yet', () => {
    expect(saved(robotWith(FLOW), { kind: 'invert', side: 'left', invert: true })).toBe(
      robotWith(FLOW).replace('cdir: 8 } ', 'cdir: 8, invert: true } '),
    );
  });

  it('is no longer inverted where it was', () => {
    expect(saved(robotWith(BLOCK), { kind: 'invert', side: 'right', invert: false })).toBe(
      robotWith(BLOCK).replace('true        #', 'false       #'),
    );
  });

  it('is named as the file names it before the sides are swapped', () => {
    const both = saved(robotWith(ONE_LINE), SWAP_MOTORS, { kind: 'invert', side: 'left', invert: true });
    expect(both).toContain('right: { servo: 13, invert: true }, left: { servo: 12, invert: true }');
  });
});

it('a file with a byte order mark and line ends of Windows keeps both', () => {
  const text = `\uFEFF${robotWith(FLOW).replaceAll('\n', '\r\n')}`;
  const after = saved(text, SWAP_MOTORS, { kind: 'invert', side: 'right', invert: true });
  expect(after.startsWith('\uFEFF')).toBe(true);
  expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(after.length).toBe(text.length + ', invert: true'.length);
});

describe("an encoder's channels", () => {
  const scout = readFileSync(rootFile('robots/scout.yaml'), 'utf8');

  it('change their names on one side only, beside all else', () => {
    const after = saved(
      scout,
      { kind: 'swap channels', side: 'right' },
      { kind: 'swap sides', of: 'encoders' },
    );
    expect(after).toBe(
      scout
        .replace('left:  { a: 2, b: 4,', 'right: { a: 2, b: 4,')
        .replace('right: { a: 3, b: 5,', 'left:  { b: 3, a: 5,'),
    );
    expect(parseRobot(after, 'robot.yaml').encoders?.left).toMatchObject({ a: 5, b: 3 });
  });
});

describe('a file whose form would give a change another effect is refused', () => {
  it('with its place, and a cure', () => {
    expect(() => saved(robotWith('motors: { noLoadSpeed: 1 }'), SWAP_MOTORS)).toThrow(
      /robot\.yaml:1:1: 'motors' is not saved: no plain map of left and right is found; write one/,
    );
  });

  it('if one alias stands for both motors', () => {
    const both = 'left: { servo: 13, invert: &turned true }, right: { servo: 12, invert: *turned }';
    expect(() =>
      saved(robotWith(`motors: { ${both}, noLoadSpeed: 1 }`), {
        kind: 'invert',
        side: 'left',
        invert: false,
      }),
    ).toThrow(/the file uses aliases or similar; plain maps are wanted; change it by hand/);
  });
});
