import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { findings } from '../../../src/cli/tryWheels/diagnosis.js';
import { parseRobot } from '../../../src/config/robot/robotFile.js';
import { saveWiring } from '../../../src/config/robot/saveWiring.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import { itOnce as it, itInBoth, partOf } from '../../support/effort.js';
import { rootFile } from '../../support/runs.js';
import { inWords, MISTAKES, type Mistake, spun, tried, wiredOtherwise } from './miswired.js';

const AS_WRITTEN: Mistake = { swapped: false, left: false, right: false };

const fileOf = (name: string): string => readFileSync(rootFile(`robots/${name}.yaml`), 'utf8');

const remarks = (text: string): string[] => text.match(/#.*/g) ?? [];

/** The file after a user has tried the wheels of a robot that is really built like this. */
async function putRight(text: string, truth: RobotDefinition): Promise<string> {
  const robot = parseRobot(text, 'it.yaml');
  const { motions } = await tried(robot, { body: truth });
  const changes = findings(robot, motions).flatMap(({ change }) => change ?? []);
  return saveWiring(text, 'it.yaml', changes);
}

/** It says what is true of each motor and each encoder, whatever it said before. */
function expectTrue(text: string, truth: RobotDefinition): void {
  const { motors, encoders } = parseRobot(text, 'it.yaml');
  expect({ motors, encoders }).toEqual({ motors: truth.motors, encoders: truth.encoders });
}

describe.each(['scout', 'generic-l298n', 'boe-bot'])('the file of %s is put right', (name) => {
  const text = fileOf(name);
  const robot = parseRobot(text, name);

  itInBoth.each(
    partOf(
      MISTAKES.map((mistake) => [inWords(mistake), mistake] as const),
      1,
    ),
  )('where its motors are %s', async (_, mistake) => {
    const truth = wiredOtherwise(robot, mistake, AS_WRITTEN);
    const after = await putRight(text, truth);
    expectTrue(after, truth);
    expect(remarks(after)).toEqual(remarks(text));
    expect(after === text).toBe(mistake === MISTAKES[0]);
  });
});

describe('the file of a robot with encoders is put right', () => {
  const text = fileOf('scout');
  const robot = parseRobot(text, 'scout');

  itInBoth.each(
    partOf(
      MISTAKES.map((encoders, i) => [inWords(encoders), encoders, MISTAKES[(3 * i + 1) % 8]] as const),
      1,
    ),
  )('where they are %s, and its motors otherwise', async (_, encoders, motors) => {
    const truth = wiredOtherwise(robot, motors ?? AS_WRITTEN, encoders);
    expectTrue(await putRight(text, truth), truth);
  });
});

/** By what its wheels really do: that a file is true is worth as much as this. */
describe.each(['scout', 'generic-l298n', 'boe-bot'])('%s, where its file is true,', (name) => {
  it('has each motor drive its own wheel forwards, and each encoder count that wheel, and up', async () => {
    const robot = parseRobot(fileOf(name), name);
    const { left, right } = await spun(robot, robot);
    expect(left.wheels?.left).toBeGreaterThan(0.02);
    expect(left.wheels?.right).toBeCloseTo(0, 9);
    expect(right.wheels?.right).toBeGreaterThan(0.02);
    expect(right.wheels?.left).toBeCloseTo(0, 9);
    if (!robot.encoders) return;
    expect(left.counts?.left).toBeGreaterThan(50);
    expect(Math.abs(left.counts?.right ?? Number.NaN)).toBeLessThan(5);
    expect(right.counts?.right).toBeGreaterThan(50);
  });
});

describe('a user who tries the wheels', () => {
  const robot = parseRobot(fileOf('scout'), 'scout');

  it('answers three questions where all is well, and nothing is found', async () => {
    const { motions, questions } = await tried(robot, { body: robot });
    expect(questions).toEqual([
      'Did the LEFT wheel turn?',
      'Forwards?',
      'Did the RIGHT wheel turn forwards?',
    ]);
    expect(findings(robot, motions)).toEqual([]);
  });

  it('is told what to do where no wheel turns, and nothing is found', async () => {
    await expect(tried(robot, { body: robot, unpowered: true })).rejects.toThrow(
      /no wheel turned; switch the motors' battery on/,
    );
  });
});
