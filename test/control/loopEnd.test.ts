import { describe, expect, it } from 'vitest';
import { DriverError } from '../../src/validation/errors.js';
import { STILL, startFakeLoop } from './fakeLoop.js';

const ARM = { kind: 'arm' } as const;

describe('a body that is lost', () => {
  it('is a fault that says why; the loop ticks on and moves nothing', () => {
    const { driver, errors, ticks, run } = startFakeLoop(undefined, { sense: false });
    run(10);
    driver.readings$.error(new DriverError('unplugged'));
    run(10);
    expect(errors).toEqual([]);
    expect(ticks).toHaveLength(20);
    for (const { safety, duties, faults } of ticks.slice(10)) {
      expect(safety).toBe('faulted');
      expect(duties).toEqual(STILL);
      expect(faults).toEqual([{ at: 0.18, kind: 'bodyLost', what: 'the body was lost: unplugged' }]);
    }
  });

  it('may also just end its readings, or be lost before the first tick', () => {
    const { driver, run } = startFakeLoop(undefined, { sense: false });
    driver.readings$.complete();
    expect(run(1)).toMatchObject({
      safety: 'faulted',
      faults: [
        { at: 0, kind: 'bodyLost', what: expect.stringMatching(/^the body was lost.*readings have ended/) },
      ],
    });
  });

  it('is told to stop at once, in case it still receives', () => {
    for (const end of ['error', 'complete'] as const) {
      const { driver, run } = startFakeLoop(undefined, { sense: false });
      run(10);
      driver.readings$[end]('gone');
      expect(driver.calls.at(-1)).toBe('stop');
    }
  });

  it('is not released by arming', () => {
    const { driver, commands, run } = startFakeLoop(undefined, { sense: false });
    driver.readings$.error('gone');
    commands.next(ARM);
    expect(run(1)).toMatchObject({ safety: 'faulted', duties: STILL });
  });
});

describe('the end of the loop stops the wheels', () => {
  it('when the last subscriber leaves', () => {
    const { driver, subscription, run } = startFakeLoop();
    run(10);
    subscription.unsubscribe();
    expect(driver.calls.at(-1)).toBe('stop');
    expect(driver.readings$.observed).toBe(false);
  });

  it('when the clock fails', () => {
    const { driver, clock, errors, run } = startFakeLoop();
    run(10);
    clock.error(new Error('no time'));
    expect(errors).toEqual([new Error('no time')]);
    expect(driver.calls.at(-1)).toBe('stop');
  });

  it('when the clock ends, though every other stream goes on', () => {
    const { driver, clock, run } = startFakeLoop();
    run(10);
    clock.complete();
    expect(driver.calls.at(-1)).toBe('stop');
  });
});

describe('a body that was armed after its loop had lost clock and readings', () => {
  it('is stopped with the loop', () => {
    const { driver, clock, commands, subscription } = startFakeLoop(undefined, { sense: false });
    driver.readings$.complete();
    clock.complete();
    commands.next(ARM);
    expect(driver.calls.at(-1)).toBe('arm');
    subscription.unsubscribe();
    expect(driver.calls.at(-1)).toBe('stop');
  });
});

describe('a side input that fails', () => {
  it.each(['targets', 'fixes', 'surroundings', 'commands'] as const)(
    'is noted, and the loop goes on: %s',
    (name) => {
      const { errors, run, [name]: stream } = startFakeLoop();
      run(10);
      stream.error(new Error('no more'));
      const what = `the input of ${name} failed: no more`;
      expect(run(10)).toMatchObject({ safety: 'driving', faults: [{ kind: 'inputEnded', what }] });
      expect(errors).toEqual([]);
    },
  );

  it.each(['targets', 'fixes', 'surroundings', 'commands'] as const)(
    'may complete without an effect: %s',
    (name) => {
      const { run, [name]: stream } = startFakeLoop();
      stream.complete();
      expect(run(10)).toMatchObject({ safety: 'driving', faults: [] });
    },
  );
});
