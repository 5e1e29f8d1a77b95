/** A hand-in is read as it was meant, whatever a pupil writes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { handInFile, handInText } from '../../../../src/dashboard/page/lessons/handIn.js';

const work = {
  lesson: '1-stop',
  by: 'Ada',
  took: 1810,
  answers: {},
  mission: 'arrive: { target: [1.5, 0] }\n',
};

describe('a hand-in', () => {
  it('holds the lesson, the name, the minutes, the answers and the mission', () => {
    const mission = '# mine\nprioritize:\n- avoidObstacles: {}\n\n- arrive:\n    target: [1, 0] # there\n';
    expect(parse(handInText({ ...work, answers: { force: 'black' }, mission }))).toEqual({
      lesson: '1-stop',
      by: 'Ada',
      minutes: 30,
      answers: { force: 'black' },
      mission: { prioritize: [{ avoidObstacles: {} }, { arrive: { target: [1, 0] } }] },
    });
  });

  it('keeps every name and answer to the letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (answer, by) => {
        const read = parse(handInText({ ...work, by, answers: { force: answer } }));
        expect({ by: read.by, answer: read.answers.force, mission: read.mission }).toEqual({
          ...{ by, answer },
          mission: { arrive: { target: [1.5, 0] } },
        });
      }),
    );
  });

  it.each([
    '---\narrive: { target: [1.5, 0] }',
    'arrive: { target: [1.5, 0] }\n...',
    '   arrive: { target: [1.5, 0] }',
  ])('holds a mission that is written as %j', (mission) => {
    expect(parse(handInText({ ...work, mission })).mission).toEqual({ arrive: { target: [1.5, 0] } });
  });

  it.each([
    ['Ada Lovelace', 'ada-lovelace-1-stop.yaml'],
    ['  Zoë / ../x ', 'zoe-x-1-stop.yaml'],
    ['Łukasz', 'łukasz-1-stop.yaml'],
    ['李', '李-1-stop.yaml'],
    ['!!', 'hand-in-1-stop.yaml'],
  ])('of %j is %s', (by, file) => {
    expect(handInFile(by, '1-stop')).toBe(file);
  });
});
