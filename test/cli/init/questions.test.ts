import { select } from '@clack/prompts';
import { describe, expect, it, vi } from 'vitest';
import { answerSource, askKit, askRobot, type InitOptions } from '../../../src/cli/init/questions.js';
import { TYPICAL_ANSWERS } from '../../../src/cli/init/templates.js';
import { DEFAULT_KIT, kitChoices, OTHER_KIT } from '../../../src/cli/presets.js';

const KITS = [
  { name: DEFAULT_KIT, title: 'The usual chassis' },
  { name: 'scout', title: 'Scout' },
];

vi.mock('@clack/prompts', async (original) => ({
  ...(await original<typeof import('@clack/prompts')>()),
  select: vi.fn(async ({ initialValue }: { initialValue: string }) => initialValue),
}));

type Ask = ReturnType<typeof answerSource>;

/** Answers what is usual, and notes what it was asked. */
function listener() {
  const asked: string[] = [];
  const ask: Ask = async ({ message, usual }) => {
    asked.push(message);
    return usual;
  };
  return { asked, ask };
}

describe('init asks', () => {
  it('one question for a kit, whose choices begin with the usual one and end with another', async () => {
    let choices: readonly string[] = [];
    const kit = await askKit(async (question) => {
      choices = question.choices?.map(({ value }) => value) ?? [];
      return question.usual;
    }, KITS);
    expect(kit).toBe(DEFAULT_KIT);
    expect(choices).toEqual([DEFAULT_KIT, 'scout', OTHER_KIT]);
  });

  it('which board it is, by its look, where several are sold under one name', async () => {
    const asked: (readonly string[])[] = [];
    const kit = await askKit(async ({ choices = [], usual }) => {
      asked.push(choices.map(({ label }) => label));
      const wanted = choices.find(({ label }) => /^Elegoo Smart Robot Car V4.0$|DRV8835/.test(label));
      return wanted?.value ?? usual;
    }, kitChoices());
    expect(kit).toBe('elegoo-smart-car-v4-drv8835');
    const [robots = [], boards = []] = asked;
    expect(robots.filter((label) => /Elegoo|DFRobot|Ardumoto/.test(label))).toEqual([
      'DFRobot L298 Motor Shield',
      'Elegoo Smart Robot Car V4.0',
      'SparkFun Ardumoto',
    ]);
    expect(boards).toEqual([
      'a TB6612FNG beside the motor sockets, and an MPU-6050',
      'a DRV8835 beside the motor sockets',
      'a TB6612FNG beside the motor sockets, and a QMI8658C',
    ]);
  });

  it('none without a terminal, and names every kit, also those that are sold under one name', async () => {
    const asked = askKit(answerSource({}, false), kitChoices());
    await expect(asked).rejects.toThrow(/elegoo-smart-car-v4-qmi8658,.* sparkfun-ardumoto-2016/);
  });

  it('five in all for a hand-wired robot', async () => {
    const { asked, ask } = listener();
    await askKit(ask, KITS);
    expect(await askRobot(ask, {})).toEqual(TYPICAL_ANSWERS);
    expect(asked).toHaveLength(5);
    expect(asked.slice(-2)).toEqual([
      'What is the diameter of its wheels?',
      'How far apart are the middles of the two tyres?',
    ]);
  });

  it('with so few choices in view that they fit into 24 rows, two lines each', async () => {
    expect(await askKit(answerSource({}, true), KITS)).toBe(DEFAULT_KIT);
    const [shown] = vi.mocked(select).mock.lastCall ?? [];
    const around = 6;
    expect(2 * (shown?.maxItems ?? Number.POSITIVE_INFINITY) + around).toBeLessThanOrEqual(24);
  });

  it('nothing that an option has answered', async () => {
    const { asked, ask } = listener();
    const given: InitOptions = { board: 'mega', diameter: '8 cm', track: '20 cm' };
    expect(await askRobot(ask, given)).toMatchObject(given);
    expect(asked).toEqual(['What does the board tell each motor?']);
  });

  it('none without a terminal, with the options that answer them', async () => {
    await expect(askKit(answerSource({}, false), KITS)).rejects.toThrow(
      `give --kit NAME, or --yes for the defaults; it is ${DEFAULT_KIT}, scout or another`,
    );
  });

  it('none with --yes, which uses the defaults', async () => {
    expect(await askKit(answerSource({ yes: true }, true), KITS)).toBe(DEFAULT_KIT);
  });
});
