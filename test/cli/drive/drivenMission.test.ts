import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drivenMission, isIdle } from '../../../src/cli/drive/drive.js';
import { FileError, UsageError } from '../../../src/validation/errors.js';
import { folderWith } from '../steerbot.js';

const file = (name: string, text: string): string => join(folderWith({ [name]: text }), name);

describe('what drive is told to do', () => {
  it.each([
    ['1,0', [1, 0]],
    [' -0.5 , 2e-1', [-0.5, 0.2]],
    ['50 cm,-20 mm', [0.5, -0.02]],
  ])('--seek %s is a point in metres', (seek, target) => {
    expect(drivenMission({ seek })).toMatchObject({ behavior: 'seek', parameters: { target } });
  });

  it('--arrive and --path are missions of one behavior', () => {
    expect(drivenMission({ arrive: '1,2' })).toMatchObject({ behavior: 'arrive' });
    const path = file('path.csv', 'x_m,y_m\n0,0\n1,0\n1,1\n');
    expect(drivenMission({ path })).toMatchObject({
      behavior: 'followPath',
      parameters: {
        path: [
          [0, 0],
          [1, 0],
          [1, 1],
        ],
      },
    });
  });

  it('--mission is a file', () => {
    const mission = file('mission.yaml', 'arrive: { target: [1, 2], within: 20 mm }\n');
    expect(drivenMission({ mission })).toMatchObject({ behavior: 'arrive', parameters: { within: 0.02 } });
  });

  it('--wait makes the robot stand until an operator gives a target', () => {
    expect(isIdle(drivenMission({ wait: true }))).toBe(true);
    expect(isIdle(drivenMission({ arrive: '1,0' }))).toBe(false);
  });

  it.each([
    [{}, 'there is nothing to do'],
    [{ wait: true, path: 'a.csv' }, '--path and --wait are given'],
    [{ seek: '1,0', path: 'a.csv' }, '--seek and --path are given'],
    [{ seek: '1' }, '--seek 1: a point is [x, y]'],
    [{ seek: '1,2,3' }, '--seek 1,2,3: '],
    [{ seek: '1,' }, '--seek 1,: '],
    [{ arrive: '1,NaN' }, '--arrive 1,NaN: '],
    [{ arrive: '1,2 kg' }, "'2 kg' is"],
    [{ arrive: '1,1e9' }, '--arrive 1,1e9: '],
  ])('%o is refused: %s', (options, told) => {
    expect(() => drivenMission(options)).toThrow(UsageError);
    expect(() => drivenMission(options)).toThrow(told);
  });

  it('a target that only a simulated world has is refused, wherever it is in the tree', () => {
    const mission = file('chase.yaml', 'prioritize:\n  - seek: { target: { mover: ball } }\n');
    expect(() => drivenMission({ mission })).toThrow("the mover 'ball' exists only in a simulation");
    const pointer = file('pointer.yaml', 'seek: { target: { pointer: [1, 0] } }\n');
    expect(drivenMission({ mission: pointer })).toMatchObject({ behavior: 'seek' });
  });

  it('what is wrong in a file is said as for any file', () => {
    const mission = file('wrong.yaml', 'seek: { target: [1, 0], withn: 1 }\n');
    expect(() => drivenMission({ mission })).toThrow(FileError);
    expect(() => drivenMission({ path: 'none/path.csv' })).toThrow(FileError);
  });
});
