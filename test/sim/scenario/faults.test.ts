import { describe, expect, it } from 'vitest';
import { simulate } from '../../../sim/engine/run.js';
import { STRUCK_PART } from '../../../sim/scenario/faultSpec.js';
import { parseScenario } from '../../../sim/scenario/scenarioFile.js';
import { jsonSchemaText } from '../../../src/cli/fileSchemas.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { FileError, faultLine } from '../../../src/validation/errors.js';

const GIVEN = `robots:
  - { id: a, robot: scout, mission: { arrive: { target: [1, 0] } } }
  - { id: b, robot: generic-l298n, at: { x: 3 }, mission: { seek: { target: [3.5, 0] } } }
world: { movers: [{ id: ball, waypoints: [[0, 1], [2, 1]], speed: 0.2 m/s }] }
`;

const read = (fault: string) =>
  parseScenario(`${GIVEN}faults:\n  - ${fault}\n`, 's.yaml', {
    readPath: () => [],
    readRobot: (name) => loadRobot(name),
  });

function refusals(fault: string): string[] {
  try {
    read(fault);
    return [];
  } catch (error) {
    if (error instanceof FileError) return error.faults.map(faultLine);
    throw error;
  }
}

describe('a fault in a file', () => {
  it.each([
    [
      '{ robot: a, at: 1 s, for: 2 s, fault: encoderStuck, side: left }',
      { robot: 'a', at: 1, for: 2, side: 'left' },
    ],
    ['{ at: 1, fault: wheelSlip }', { share: 0.5 }],
    ['{ at: 1, fault: linkDrop }', { share: 0.6 }],
    ['{ at: 1, fault: linkDelay }', { by: 0.15 }],
    ['{ at: 1, fault: clockJump, by: 2 min }', { by: 120 }],
    ['{ at: 1, fault: targetJump, target: ball }', { by: 5, target: 'ball' }],
    ['{ at: 1, fault: targetLost, target: pointer }', { target: 'pointer' }],
    ['{ every: 60 s, fault: motorDead }', { every: 60 }],
    ['{ at: 0, fault: rangeBlind, sensor: front }', { sensor: 'front' }],
    ['{ at: 0, fault: encoderJump, by: -12 }', { by: -12 }],
  ])('%s is read in SI, with its size', (text, read_) => {
    expect(read(text).faults?.[0]).toMatchObject(read_);
  });

  it.each([
    [
      '{ at: 1, fault: encoderStuk }',
      /^s\.yaml:6:\d+: 'encoderStuk' is found; .*did you mean 'encoderStuck'\?$/,
    ],
    ['{ at: 1 }', /^s\.yaml:6:5: .*'fault' is missing; .*encoderStuck/],
    ['{ fault: motorDead }', /^s\.yaml:6:5: no time is found; 'at' .* or 'every' .* is wanted; add at: 1 s$/],
    [
      '{ fault: motorDead, at: 1, every: 2 }',
      /^s\.yaml:6:\d+: 'at' and 'every' are both found; .*remove the other$/,
    ],
    [
      '{ at: 1, fault: motorsSwapped, side: left }',
      /'side' is not a key of motorsSwapped; allowed: fault, robot, .*; remove 'side'$/,
    ],
    ['{ at: 1, fault: motorDead, share: 0.5 }', /'share' is not a key of motorDead; .*remove 'share'$/],
    ['{ at: 1, fault: linkStall, by: 1 s }', /'by' is not a key of linkStall/],
    ['{ at: 1, fault: motorDead, sides: left }', /unknown key 'sides'; .*did you mean 'side'\?$/],
    ['{ at: 1, fault: motorDead, side: top }', /left or right is wanted/],
    ['{ at: 1, fault: linkDelay, by: 1 m }', /a length; a time is wanted/],
    ['{ at: 1, fault: wheelSlip, share: 2 }', /out of range/],
    ['{ at: 1, for: 0, fault: motorDead }', /more than 0/],
    [
      '{ at: 1, fault: motorDead, robot: c }',
      /^s\.yaml:6:\d+: the scenario has no robot 'c'; there are a or b; .+$/,
    ],
    ['{ at: 1, fault: targetLost, target: bal }', /no target 'bal'; .*did you mean 'ball'\?$/],
    [
      '{ at: 1, fault: encoderStuck, robot: b }',
      /robot 'b' does not have encoders; encoderStuck needs it; .*remove this fault$/,
    ],
    ['{ at: 1, fault: gyroSilent }', /no robot of the scenario has a gyroscope or compass; /],
    ['{ at: 1, fault: batteryLow, robot: a }', /does not have a battery/],
    ['{ at: 1, fault: rangeStuck, robot: b }', /does not have a range sensor/],
    [
      '{ at: 1, fault: rangeStuck, sensor: frnt }',
      /sensor for rangeStuck 'frnt'; there is front; did you mean 'front'\?$/,
    ],
  ])('%s is refused where it is written, with a cure', (text, wanted) => {
    expect(refusals(text).join('\n')).toMatch(wanted);
  });

  it('of every kind is in the JSON schema', () => {
    const text = jsonSchemaText('scenario');
    for (const kind of Object.keys(STRUCK_PART)) expect(text).toContain(`"${kind}"`);
  });
});

describe('a fault of a serial link', () => {
  it('is refused for a body without a link: it would have no effect', async () => {
    await expect(simulate(read('{ at: 1, fault: linkDrop }'))).rejects.toThrow(
      /injects linkDrop, and a simulated body has no serial link/,
    );
  });
});
