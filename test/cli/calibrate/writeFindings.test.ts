import { describe, expect, it } from 'vitest';
import type { BodyFinding } from '../../../src/cli/calibrate/findings.js';
import { floorFindings } from '../../../src/cli/calibrate/measureFloor.js';
import { withFindings } from '../../../src/cli/calibrate/writeFindings.js';
import { loadText } from '../../../src/config/loadFile.js';
import { parseRobot } from '../../../src/config/robot/robotFile.js';
import type { FloorFit } from '../../../src/identify/floorFit.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import { rootFile } from '../../support/runs.js';

const text = loadText(rootFile('robots/scout.yaml'));
const LATENCY: BodyFinding = {
  what: 'delay',
  path: ['control', 'latency'],
  unit: 's',
  file: 0.04,
  value: 0.07,
  deviation: 0.001,
  verdict: 'sure',
  why: '',
};

it('a latency that was measured is written', () => {
  expect(withFindings({ file: 'r.yaml', text }, [LATENCY])).toMatch(/latency: 70 ms .*# command to torque/);
});

it('`latency: measured` stays: it is measured again whenever the robot drives', () => {
  const measured = text.replace('latency: 40 ms', 'latency: measured');
  expect(withFindings({ file: 'r.yaml', text: measured }, [LATENCY])).toBe(measured);
});

describe('the slip that a floor showed', () => {
  const exact = (value: number) => ({ value, deviation: 0 });
  const fit: FloorFit = {
    scale: exact(1),
    ratio: exact(1),
    left: exact(1),
    right: exact(1),
    track: exact(0.141),
    gyroScale: undefined,
    slip: 0.0062,
    bodySlip: { way: 0.0131, heading: 0.0502 },
  };
  const parts = { gyro: false };
  const written = (slip: string, found: FloorFit = fit): RobotDefinition['wheels'] => {
    const robot = text.replace('  diameter: 70 mm\n', `  diameter: 70 mm\n${slip}`);
    const findings = floorFindings(found, parseRobot(robot, 'scout.yaml'), parts);
    return parseRobot(withFindings({ file: 'scout.yaml', text: robot }, findings), 'scout.yaml').wheels;
  };

  it.each([
    ['that says nothing', ''],
    ['that has a map', '  slip: { way: 0.1, heading: 0.2 }\n'],
  ])('is written into a file %s, of way and heading', (_, slip) => {
    expect(written(slip).slip).toEqual({ way: 0.013, heading: 0.05 });
  });

  it('is written as one number where the file has one', () => {
    expect(written('  slip: 0.02\n').slip).toBe(0.0062);
  });

  it('is not written without the track: it would say that the robot is calibrated', () => {
    expect(written('', { ...fit, track: { value: 0.141, deviation: 0.01 } }).slip).toBeUndefined();
  });
});
