import { describe, expect, it } from 'vitest';
import { reportDrive } from '../../../src/cli/drive/driveReport.js';
import { prepareModel } from '../../../src/control/robotModel.js';
import { startLoop } from '../../../src/control/state.js';
import { startMeter } from '../../../src/estimation/latencyMeter.js';
import { seek } from '../../../src/steering/behaviors/seek.js';
import { DriverError } from '../../../src/validation/errors.js';
import { benchmarkBody } from '../../support/runs.js';

const SCOUT = benchmarkBody('b');
const model = prepareModel(benchmarkBody('b'), seek({ target: [1, 0] }));
const state = startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 });

describe('what is said at the end of a drive', () => {
  it('is that the wheels are stopped where the body was told so', () => {
    const said = reportDrive(
      SCOUT,
      { ending: { kind: 'arrived' }, state, expectedError: null, motorsOff: true },
      undefined,
      false,
    );
    expect(said).toContain('arrived; the wheels are stopped');
  });

  it('does not say so where the board has not', () => {
    const end = { ending: { kind: 'arrived' }, state, expectedError: null, motorsOff: false } as const;
    const said = reportDrive(SCOUT, end, undefined, false);
    expect(said).not.toContain('the wheels are stopped');
    expect(said).toContain('arrived; it was told to stop, but has not said that its motors are off');
    expect(JSON.parse(reportDrive(SCOUT, end, undefined, true))).toMatchObject({ motorsOff: false });
  });

  it('claims nothing of a body that is gone', () => {
    const ending = { kind: 'lost', error: new DriverError('the cable was pulled') } as const;
    const said = reportDrive(
      SCOUT,
      { ending, state, expectedError: null, motorsOff: true },
      undefined,
      false,
    );
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
      motorsOff: true,
    } as const;
    expect(reportDrive({ ...SCOUT, name: 'kit' }, end, undefined, false)).toContain(
      'x 0.297 m, y 0.004 m, 0° (estimated from the commands: this robot has no encoders; expect to be off by up to 0.10 m)',
    );
    const json = JSON.parse(reportDrive({ ...SCOUT, name: 'kit' }, end, undefined, true));
    expect(json).toMatchObject({ poseFrom: 'granted', expectedError: 0.104, motorsOff: true });
  });

  it('has no expected error where encoders measure the pose', () => {
    const end = { ending: { kind: 'arrived' }, state, expectedError: null, motorsOff: true } as const;
    expect(reportDrive(SCOUT, end, undefined, false)).not.toContain('expect');
    expect(JSON.parse(reportDrive(SCOUT, end, undefined, true)).expectedError).toBeNull();
  });

  it.each([
    [0.083, 'it answered after 83 ms ± 2 ms; its file says 40 ms; `latency: measured` under `control`'],
    [0.045, 'it answered after 45 ms ± 2 ms; its file says 40 ms'],
  ])('says how late a body answered that needed %d s, beside its file', (value, words) => {
    const { estimator } = state;
    const latency = { ...startMeter, found: { value, deviation: 0.002 } };
    const end = {
      ending: { kind: 'arrived' },
      state: { ...state, estimator: { ...estimator, latency } },
      expectedError: null,
      motorsOff: true,
    } as const;
    const said = reportDrive(SCOUT, end, undefined, false);
    expect(said).toContain(words);
    expect(said.includes('latency: measured')).toBe(value > 0.06);
    expect(JSON.parse(reportDrive(SCOUT, end, undefined, true)).latency).toEqual({
      value,
      deviation: 0.002,
      file: 0.04,
    });
  });

  it.each([
    [{ sent: 400, lost: 3 }, 'of 400 commands 3 did not reach the board (0.8 %)'],
    [{ sent: 400, lost: 0 }, null],
    [{ sent: 0, lost: 0 }, null],
  ])('counts the commands that were lost: %o', (commands, words) => {
    const { guards } = state;
    const supply = { ...guards.supply, counts: [{ at: 1, badFrames: 0, ...commands }] };
    const end = {
      ending: { kind: 'arrived' },
      state: { ...state, guards: { ...guards, supply } },
      expectedError: null,
      motorsOff: true,
    } as const;
    const said = reportDrive(SCOUT, end, undefined, false);
    if (words === null) expect(said).not.toContain('reach the board');
    else expect(said).toContain(words);
    expect(JSON.parse(reportDrive(SCOUT, end, undefined, true)).commands).toEqual(commands);
  });

  it('claims nothing of lost commands where the board does not count them', () => {
    const end = { ending: { kind: 'arrived' }, state, expectedError: null, motorsOff: true } as const;
    expect(JSON.parse(reportDrive(SCOUT, end, undefined, true)).commands).toBeNull();
  });
});
