import { describe, expect, it } from 'vitest';
import { reportDrive } from '../../../src/cli/drive/drive.js';
import { prepareModel } from '../../../src/control/robotModel.js';
import { startLoop } from '../../../src/control/state.js';
import { seek } from '../../../src/steering/behaviors/seek.js';
import { DriverError } from '../../../src/validation/errors.js';
import { benchmarkBody } from '../../support/runs.js';

const model = prepareModel(benchmarkBody('b'), seek({ target: [1, 0] }));
const state = startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 });

describe('what is said at the end of a drive', () => {
  it('is that the wheels are stopped where the body was told so', () => {
    const said = reportDrive(
      'scout',
      { ending: { kind: 'arrived' }, state, expectedError: null },
      undefined,
      false,
    );
    expect(said).toContain('arrived; the wheels are stopped');
  });

  it('claims nothing of a body that is gone', () => {
    const ending = { kind: 'lost', error: new DriverError('the cable was pulled') } as const;
    const said = reportDrive('scout', { ending, state, expectedError: null }, undefined, false);
    expect(said).not.toContain('the wheels are stopped');
    expect(said).toContain(
      'lost: the cable was pulled; with a dead-man it has stopped by itself; without one, switch',
    );
  });

  it('says of a robot without encoders how far off its pose may be, and why', () => {
    const { encoders: _, ...blind } = benchmarkBody('b');
    const start = { at: 0, pose: { x: 0.297, y: 0.004, heading: 0 }, speed: 0, seed: 1 };
    const end = {
      ending: { kind: 'arrived' },
      state: startLoop(prepareModel(blind, seek({ target: [1, 0] })), start),
      expectedError: 0.104,
    } as const;
    expect(reportDrive('kit', end, undefined, false)).toContain(
      'x 0.297 m, y 0.004 m, 0° (estimated from the commands: this robot has no encoders; expect to be off by up to 0.10 m)',
    );
    const json = JSON.parse(reportDrive('kit', end, undefined, true));
    expect(json).toMatchObject({ poseFrom: 'granted', expectedError: 0.104 });
  });

  it('has no expected error where encoders measure the pose', () => {
    const end = { ending: { kind: 'arrived' }, state, expectedError: null } as const;
    expect(reportDrive('scout', end, undefined, false)).not.toContain('expect');
    expect(JSON.parse(reportDrive('scout', end, undefined, true)).expectedError).toBeNull();
  });
});
