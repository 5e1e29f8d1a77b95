/** Robots wired unlike their files by a seed, and files that a user has put right by trying the wheels. */
import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { type Exchange, exchange, exchangesOf, miswired } from '../../../sim/avr/miswired.js';
import { exchangeText, miswiredBody, refuseMiswired } from '../../../src/cli/drive/practice.js';
import { findings } from '../../../src/cli/tryWheels/diagnosis.js';
import { parseRobot } from '../../../src/config/robot/robotFile.js';
import { saveWiring } from '../../../src/config/robot/saveWiring.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import { UsageError } from '../../../src/validation/errors.js';
import { itOnce as it, itInBoth, partOf } from '../../support/effort.js';
import { rootFile } from '../../support/runs.js';
import { boardPresets } from '../wiring/boardPresets.js';
import { tried } from './miswired.js';

/** The message with which a port refuses a seed; null where it takes it. */
function refusalOf(port: string, seed: number | undefined): string | null {
  try {
    refuseMiswired(port, seed);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const SEEDS = [...Array(40).keys()].map((i) => i + 1);

const fileOf = (name: string): string => readFileSync(rootFile(`robots/${name}.yaml`), 'utf8');
const remarks = (text: string): string[] => text.match(/#.*/g) ?? [];
const wiringOf = ({ motors, encoders }: RobotDefinition) => ({ motors, encoders });

/** The file after a user has tried the wheels of this body. */
async function putRight(text: string, body: RobotDefinition): Promise<string> {
  const robot = parseRobot(text, 'it.yaml');
  const { motions } = await tried(robot, { body });
  const changes = findings(robot, motions).flatMap(({ change }) => change ?? []);
  return saveWiring(text, 'it.yaml', changes);
}

async function expectPutRight(name: string, body: RobotDefinition): Promise<void> {
  const after = await putRight(fileOf(name), body);
  expect(wiringOf(parseRobot(after, 'it.yaml'))).toEqual(wiringOf(body));
  expect(remarks(after).length).toBe(remarks(fileOf(name)).length);
  const lines = (side: string) => after.match(new RegExp(`^ +${side}: +\\{.*\\}`, 'gm'))?.length;
  expect([lines('left'), lines('right')]).toEqual(Array(2).fill(body.encoders ? 2 : 1));
}

/** Every robot with every fourth seed, each with other ones: robots that are wired alike have all of them together. */
const trials = boardPresets.flatMap((robot, i) =>
  SEEDS.filter((seed) => (seed + i) % 4 === 0).map((seed) => [robot.name, seed, robot] as const),
);

describe('a file is put right by trying the wheels', () => {
  itInBoth.each(partOf(trials, 2))('of %s, wired by seed %i', async (name, seed, robot) => {
    await expectPutRight(name, miswired(robot, robot, seed).body);
  });

  it.each(['scout', 'generic-l298n'])('of %s, with its direction pins crossed', async (name) => {
    const robot = parseRobot(fileOf(name), name);
    const body = exchange(robot, new Set<Exchange>(['directions']));
    expect(body.motors.left?.dir).toBe(robot.motors.right?.dir);
    expect(body.motors.left?.pwm).toBe(robot.motors.left?.pwm);
    await expectPutRight(name, body);
  });

  it("of Elegoo's car with a TB6612FNG, where the board has a DRV8835", async () => {
    const robot = parseRobot(fileOf('elegoo-smart-car-v4'), 'v1');
    const other = parseRobot(fileOf('elegoo-smart-car-v4-drv8835'), 'v0').motors;
    const body = { ...robot, motors: { ...robot.motors, left: other.left, right: other.right } };
    await expectPutRight('elegoo-smart-car-v4', body as RobotDefinition);
  });
});

describe('a seed', () => {
  it.each(boardPresets.map((robot) => [robot.name, robot] as const))(
    'wires %s unlike its file, and each of its exchanges is drawn',
    (_, robot) => {
      const drawn = SEEDS.map((seed) => miswired(robot, robot, seed));
      expect(drawn.every(({ body }) => JSON.stringify(body) !== JSON.stringify(robot))).toBe(true);
      expect(drawn.every(({ exchanged }) => exchanged.length > 0)).toBe(true);
      expect([...new Set(drawn.flatMap(({ exchanged }) => exchanged))].toSorted()).toEqual(
        exchangesOf(robot).toSorted(),
      );
    },
  );

  it.each(boardPresets.map((robot) => [robot.name, robot] as const))(
    'gives %s the same body after its file was put right',
    (_, robot) => {
      for (const seed of SEEDS) {
        const { body } = miswired(robot, robot, seed);
        const again = miswired(body, robot, seed);
        expect(again.exchanged).toEqual([]);
        expect(wiringOf(again.body)).toEqual(wiringOf(body));
      }
    },
  );

  it.each(['auto', '/dev/ttyACM0', 'tcp://127.0.0.1:2000', 'simulated'])('is refused at %s', (port) => {
    expect(() => refuseMiswired(port, 3)).toThrow(
      new UsageError(`--miswired is for an emulated robot, not for '${port}'; add --port emulated`),
    );
  });

  it('is taken by an emulated robot; without a seed every robot may drive', () => {
    const refused = [
      refusalOf('emulated', 3),
      refusalOf('auto', undefined),
      refusalOf('emulated', undefined),
    ];
    expect(refused).toEqual([null, null, null]);
  });

  it('is said in words after the repair', () => {
    expect(exchangeText(3, ['sides', 'left inverted'])).toBe(
      "seed 3: the motors were on the other sides; the left wheel's motor turned the other way",
    );
    expect(exchangeText(3, [])).toBe('seed 3: the robot was wired as its file says');
  });

  it('knows from which kit a file was made, whose wiring is not that of its file any more', async () => {
    const robot = parseRobot(fileOf('scout'), 'scout');
    const { body } = await miswiredBody({ ...robot, name: 'mine' }, 5);
    expect((await miswiredBody({ ...body, name: 'mine' }, 5)).exchanged).toEqual([]);
  });

  it('exchanges no direction pins of a shield, of servos, or of motors with a PWM for each direction', () => {
    const crossable = boardPresets.filter((robot) => exchangesOf(robot).includes('directions'));
    expect(crossable.map(({ motors }) => motors.left?.dir === undefined)).not.toContain(true);
    expect(crossable.map(({ name }) => name)).toContain('generic-l298n');
  });
});
