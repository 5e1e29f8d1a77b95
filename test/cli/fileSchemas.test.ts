import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { FILE_KINDS, type FileKind } from '../../src/cli/fileKinds.js';
import { jsonSchema } from '../../src/cli/fileSchemas.js';
import type { OwnBehaviors } from '../../src/steering/mission.js';
import { rootFile } from '../support/runs.js';

const yamlsIn = (folder: string): string[] =>
  readdirSync(rootFile(folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => `${folder}/${name}`);

/** The JSON Schema alone decides: it is read back, as an editor reads it. */
function validator(kind: FileKind, own?: OwnBehaviors): (value: unknown) => boolean {
  const schema = z.fromJSONSchema(JSON.parse(JSON.stringify(jsonSchema(kind, own))));
  return (value) => schema.safeParse(value).success;
}

const read = (file: string): unknown => parse(readFileSync(rootFile(file), 'utf8'));

describe('the schema of a robot', () => {
  const isRobot = validator('robot');

  it.each(yamlsIn('robots'))('takes %s', (file) => {
    expect(isRobot(read(file))).toBe(true);
  });

  const scout = readFileSync(rootFile('robots/scout.yaml'), 'utf8');

  it.each([
    ['a key that is misspelt', 'motors:', 'motor:'],
    ['a key of a part that is misspelt', 'diameter:', 'diametre:'],
    ['a key that is missing', 'name: scout', ''],
    ['an unknown unit', '450 g', '450 grams'],
    ['a unit of another dimension', '450 g', '450 mm'],
    ['a number out of its range', 'rate: 50 Hz', 'rate: 1000'],
    ['a word that is not among the choices', 'board: uno', 'board: due'],
    ['an unknown sensor', 'gp2y0a21', 'gp2y0a22'],
    ['a text where yes or no is wanted', 'invert: true', 'invert: maybe'],
  ])('refuses %s', (_, from, to) => {
    expect(scout).toContain(from);
    expect(isRobot(parse(scout.replace(from, to)))).toBe(false);
  });
});

describe('the schema of a scenario', () => {
  const isScenario = validator('scenario');

  it.each(yamlsIn('sim/scenarios'))('takes %s', (file) => {
    expect(isScenario(read(file))).toBe(true);
  });

  const robots = (mission: unknown) => ({ robots: [{ id: 'a', robot: 'scout', mission }] });

  it.each([
    ['a point', { seek: { target: [1, '20 cm'] } }, true],
    ['a mover', { seek: { target: { mover: 'ball' } } }, true],
    ['no target', { seek: {} }, false],
    ['a target with a key that is misspelt', { seek: { target: { movers: 'ball' } } }, false],
    ['nothing behind a behavior that needs nothing', { avoidObstacles: null }, true],
    ['two behaviors in one place', { avoidObstacles: {}, seek: { target: [1, 0] } }, false],
    ['a weight in a blend', { blend: [{ avoidObstacles: {}, weight: 2 }] }, true],
    ['a weight elsewhere', { prioritize: [{ avoidObstacles: {}, weight: 2 }] }, false],
    ['a chance in a dither', { dither: [{ avoidObstacles: {}, chance: 0.5 }] }, true],
    ['a path by the name of its file', { followPath: { path: 'square.csv' } }, true],
    [
      'a path by its points',
      {
        followPath: {
          path: [
            [0, 0],
            ['1 m', 0],
          ],
        },
      },
      true,
    ],
    [
      'a mission deep inside',
      { prioritize: [{ blend: [{ dither: [{ seek: { targt: [1, 0] } }] }] }] },
      false,
    ],
    ['an unknown behavior', { orbit: { radius: 1 } }, false],
  ])('knows %s in a mission', (_, mission, taken) => {
    expect(isScenario(robots(mission))).toBe(taken);
  });

  it('takes a robot that is defined inline, and checks it', () => {
    const inline = read('robots/scout.yaml') as object;
    const mission = { seek: { target: [1, 0] } };
    expect(isScenario({ robots: [{ id: 'a', robot: inline, mission }] })).toBe(true);
    expect(isScenario({ robots: [{ id: 'a', robot: { ...inline, wheel: 1 }, mission }] })).toBe(false);
  });
});

it('behaviors of one’s own are known where they are given', () => {
  const own: OwnBehaviors = { orbit: () => ({ start: () => null, steer: () => ({ memory: null }) }) };
  expect(validator('mission', own)({ orbit: { radius: 1 } })).toBe(true);
  expect(validator('mission')({ orbit: { radius: 1 } })).toBe(false);
});

describe('a quantity in a schema', () => {
  it('says its units, its range and its default', () => {
    const rate = jsonSchema('robot').properties?.control;
    expect(rate).toMatchObject({
      properties: {
        rate: {
          type: ['number', 'string'],
          description: 'a frequency: Hz, kHz; a bare number is Hz',
          minimum: 5,
          maximum: 250,
          default: 50,
        },
      },
    });
  });

  it.each(['1', '-1.5', '.5 m/s²', '1e-3 m/s^2', '20cm/s²', ' 2 mm/s^2 '])('may be written %s', (text) => {
    const limits = jsonSchema('robot').properties?.limits as {
      properties: { acceleration: { pattern: string } };
    };
    expect(text).toMatch(new RegExp(limits.properties.acceleration.pattern));
  });
});

it.each(FILE_KINDS)('the schema of a %s is of draft 7, which editors read', (kind) => {
  expect(jsonSchema(kind)).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#' });
});
