import { describe, expect, it } from 'vitest';
import { type Answer, findings, identifyWheels } from '../../../src/cli/tryWheels/diagnosis.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import type { Side } from '../../../src/signals/signals.js';

const scout = loadRobot('scout');
const boeBot = loadRobot('boe-bot');

type Counts = {
  readonly left: number;
  readonly right: number;
  readonly cutShort?: boolean;
  readonly before?: { readonly left: number; readonly right: number };
};

const NOTHING: Counts = { left: 0, right: 0 };

/** Gives these answers in their order, and notes what it is asked and what it turns. */
async function tried(answers: string, counts: Partial<Record<Side, Counts>> = {}) {
  const heard: string[] = [];
  const words: Readonly<Record<string, Answer>> = { y: 'yes', n: 'no', b: 'both', r: 'again' };
  const left = answers.split('');
  const motions = await identifyWheels({
    spin: async (side) => {
      heard.push(side);
      const { cutShort = false, before, ...counted } = counts[side] ?? NOTHING;
      const first = before && { before: { counts: before, wheels: undefined } };
      return { counts: counted, wheels: undefined, cutShort, ...first };
    },
    ask: async (question) => {
      heard.push(question);
      return words[left.shift() ?? ''] ?? 'no';
    },
  });
  return { motions, heard };
}

describe('who is asked what the wheels do', () => {
  it('sees a motor again as often as he likes, and is then asked the same', async () => {
    const { heard } = await tried('yrryry');
    expect(heard).toEqual([
      'left',
      'Did the LEFT wheel turn?',
      'Forwards?',
      'left',
      'Forwards?',
      'left',
      'Forwards?',
      'right',
      'Did the RIGHT wheel turn forwards?',
      'right',
      'Did the RIGHT wheel turn forwards?',
    ]);
  });

  it('is asked about the other wheel where the sides are swapped', async () => {
    const { heard, motions } = await tried('nyyy');
    expect(heard.at(-1)).toBe('Did the LEFT wheel turn forwards?');
    expect(motions).toMatchObject({ left: { wheel: 'right' }, right: { wheel: 'left' } });
  });

  it('is not taken to mean backwards where a wheel does not turn at all', async () => {
    await expect(tried('yynn')).rejects.toThrow(
      /the right wheel has not turned; switch the motors' battery on/,
    );
  });

  it('is told so where neither wheel turns', async () => {
    await expect(tried('nn')).rejects.toThrow(/no wheel turned; switch the motors' battery on/);
  });
});

const FORWARDS = 'yyy';

describe('what is found of a robot', () => {
  it('whose motors turn as its file says is nothing', async () => {
    const { motions } = await tried(FORWARDS);
    expect(findings(boeBot, motions)).toEqual([]);
  });

  it('names the wheel that turns backwards as it stands on the robot, and the motor as the file has it', async () => {
    const { motions } = await tried('nyny');
    expect(findings(boeBot, motions)).toEqual([
      { message: 'the motors change sides', change: { kind: 'swap sides', of: 'motors' } },
      {
        message: "the right wheel's motor: invert: true",
        change: { kind: 'invert', side: 'left', invert: true },
      },
    ]);
  });

  it('takes back an invert that was one too many', async () => {
    const { motions } = await tried('yyny');
    expect(findings(boeBot, motions)).toMatchObject([{ change: { side: 'right', invert: false } }]);
  });
});

describe('what is found of wheels that turn back', () => {
  it('is that their direction pins are crossed, and each goes as the other motor is inverted', async () => {
    const { motions, heard } = await tried('ybnby');
    expect(heard).toEqual([
      'left',
      'Did the LEFT wheel turn?',
      'Forwards?',
      'Did it begin forwards?',
      'right',
      'Did the RIGHT wheel turn forwards?',
      'Did it begin forwards?',
    ]);
    // The left wheel went forwards when the right motor's pins said so, which is inverted; the right one back.
    const { encoders: _, ...uncounted } = scout;
    expect(findings(uncounted, motions)).toEqual([
      { message: "the motors' direction pins change places", change: { kind: 'swap directions' } },
      {
        message: "the left wheel's motor: invert: true",
        change: { kind: 'invert', side: 'left', invert: true },
      },
    ]);
  });

  it('is no change where only one does: no file can say that', async () => {
    const { motions } = await tried('ybny');
    expect(findings(boeBot, motions)).toEqual([
      { message: expect.stringMatching(/^the left wheel's direction follows the other motor's pins/) },
    ]);
  });

  it('is known by encoders, whatever the user has looked at', async () => {
    const back = { left: 200, right: 0, before: { left: -190, right: 0 } };
    const { heard } = await tried('yyny', { left: back });
    expect(heard).toContain('Did it begin forwards?');
    const shaken = { left: 200, right: 1, before: { left: 190, right: -1 } };
    expect((await tried('yyy', { left: shaken })).heard).not.toContain('Did it begin forwards?');
  });
});

describe('what is found of encoders with one channel', () => {
  const slotted = (slots: number) => ({ a: 2, countsPerRevolution: slots });
  const robot: RobotDefinition = {
    ...scout,
    encoders: { left: slotted(40), right: { ...slotted(40), a: 3 } },
  };
  const found = async (left: Counts, right: Counts, answers = FORWARDS) =>
    findings(robot, (await tried(answers, { left, right })).motions);

  it.each([
    [20, 18],
    [-20, -18],
    [-20, 18],
    [20, -18],
  ])('that count %d and %d is never that a and b change places', async (left, right) => {
    expect(await found({ left, right: 0 }, { left: 0, right })).toEqual([]);
  });

  it('of a wheel that turned backwards is that its motor is inverted, and nothing else', async () => {
    const invert = { kind: 'invert', side: 'left', invert: true };
    for (const left of [20, -20])
      expect(await found({ left, right: 0 }, { left: 0, right: 18 }, 'yny')).toMatchObject([
        { change: invert },
      ]);
  });

  it('beside one with two channels is nothing; the other one is judged', async () => {
    const mixed = { ...robot, encoders: { left: slotted(40), right: scout.encoders?.right ?? slotted(40) } };
    const { motions } = await tried(FORWARDS, {
      left: { left: -20, right: 0 },
      right: { left: 0, right: -390 },
    });
    expect(findings(mixed, motions)).toMatchObject([{ change: { kind: 'swap channels', side: 'right' } }]);
  });

  it('that hang on the other wheel is that they change sides', async () => {
    expect(await found({ left: 0, right: -20 }, { left: 18, right: 0 })).toMatchObject([
      { change: { kind: 'swap sides', of: 'encoders' } },
    ]);
  });
});

describe('what is found of encoders', () => {
  const found = async (left: Counts, right: Counts, answers = FORWARDS) =>
    findings(scout, (await tried(answers, { left, right })).motions);

  it('that count their own wheels up is nothing', async () => {
    expect(await found({ left: 400, right: 0 }, { left: -2, right: 390 })).toEqual([]);
  });

  it('that hang on the other wheel is that they change sides', async () => {
    expect(await found({ left: 0, right: 400 }, { left: 390, right: 0 })).toMatchObject([
      { change: { kind: 'swap sides', of: 'encoders' } },
    ]);
  });

  it('of which one counts down is that its channels change places', async () => {
    expect(await found({ left: -400, right: 0 }, { left: 0, right: 390 })).toMatchObject([
      { change: { kind: 'swap channels', side: 'left' } },
    ]);
  });

  it('is judged by which way the wheel really turned', async () => {
    const backwards = await found({ left: -400, right: 0 }, { left: 0, right: 390 }, 'yny');
    expect(backwards).toMatchObject([{ change: { kind: 'invert', side: 'left' } }]);
  });

  it.each<[string, Counts, Counts, RegExp]>([
    [
      'that count nothing',
      { left: 0, right: 0 },
      { left: 0, right: 390 },
      /^no encoder counted the left wheel; check its wires$/,
    ],
    [
      'of which both count one wheel',
      { left: 300, right: 200 },
      { left: 0, right: 390 },
      /^both encoders counted the left wheel; check their wires$/,
    ],
    [
      'of which both count one wheel that was stopped early',
      { left: 100, right: 90, cutShort: true },
      { left: 0, right: 390 },
      /^both encoders counted the left wheel; check their wires$/,
    ],
    [
      'of which one counts both wheels',
      { left: 400, right: 0 },
      { left: 390, right: 0 },
      /^the left encoder counted both wheels; check its wires$/,
    ],
    [
      'that had no time to count',
      { left: 12, right: 0, cutShort: true },
      { left: 0, right: 390 },
      /^the left wheel was stopped before its encoder could be heard; try the wheels again$/,
    ],
  ])('%s is said, and changes nothing', async (_, left, right, words) => {
    const [finding, ...others] = await found(left, right);
    expect(finding?.message).toMatch(words);
    expect([finding?.change, ...others]).toEqual([undefined]);
  });

  it('that were heard before a key stopped their wheels is what it is of whole turns', async () => {
    const stopped = await found(
      { left: 100, right: 0, cutShort: true },
      { left: 0, right: -90, cutShort: true },
    );
    expect(stopped).toMatchObject([{ change: { kind: 'swap channels', side: 'right' } }]);
  });
});
