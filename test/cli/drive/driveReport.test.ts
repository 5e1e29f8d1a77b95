import { describe, expect, it } from 'vitest';
import { reportDrive } from '../../../src/cli/drive/driveReport.js';
import { prepareModel } from '../../../src/control/robotModel.js';
import { startLoop } from '../../../src/control/state.js';
import { seek } from '../../../src/steering/behaviors/seek.js';
import { DriverError } from '../../../src/validation/errors.js';
import { benchmarkBody } from '../../support/runs.js';

const model = prepareModel(benchmarkBody('b'), seek({ target: [1, 0] }));
const state = startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 });

describe('what is said at the end of a drive', () => {
  it('is that the wheels are stopped where the body was told so', () => {
    const said = reportDrive('scout', { ending: { kind: 'arrived' }, state }, undefined, false);
    expect(said).toContain('arrived; the wheels are stopped');
  });

  it('claims nothing of a body that is gone', () => {
    const ending = { kind: 'lost', error: new DriverError('the cable was pulled') } as const;
    const said = reportDrive('scout', { ending, state }, undefined, false);
    expect(said).not.toContain('the wheels are stopped');
    expect(said).toContain(
      'lost: the cable was pulled; with a dead-man it has stopped by itself; without one, switch',
    );
  });
});
