import { PassThrough } from 'node:stream';
import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { Interruption } from '../../../src/cli/terminal/shutdown.js';
import { testWheels } from '../../../src/cli/tryWheels/tryWheels.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { DeadManTripped, DriverError } from '../../../src/validation/errors.js';
import { connected, FakeDriver } from '../../control/fakeDriver.js';
import { FakeTime, turns } from '../../drivers/fakeTime.js';

const CTRL_C = '\u0003';

/** A terminal's keyboard, and whether it gives single keys now. */
class Keyboard extends PassThrough {
  raw = false;

  setRawMode(raw: boolean): this {
    this.raw = raw;
    return this;
  }
}

/** A user before a robot, and the first question. */
async function seated() {
  const [driver, time, interrupted$] = [new FakeDriver(), new FakeTime(), new Subject<Interruption>()];
  const [keyboard, screen] = [new Keyboard(), new PassThrough({ encoding: 'utf8' })];
  const body = connected(driver, time, { warning: 'no dead-man' });
  const examined = testWheels({
    body,
    robot: loadRobot('scout'),
    interrupted$,
    input: keyboard as unknown as NodeJS.ReadStream,
    output: screen,
  });
  let ended: unknown = 'it goes on';
  const end = (result: unknown) => {
    ended = result;
  };
  examined.then(end, end);
  /** What came of it by now: a question that nothing ends is waited for by no test. */
  const outcome = async () => {
    await new Promise(setImmediate);
    await turns();
    return ended;
  };
  const press = async (keys: string) => {
    keyboard.write(keys);
    await new Promise(setImmediate);
    await turns();
  };
  const shown = () => String(screen.read());
  return { driver, time, interrupted$, keyboard, outcome, press, shown };
}

describe('a user who tries the wheels at a terminal', () => {
  it('is warned of what stops no motor, and asked whether the wheels are off the ground', async () => {
    const { shown, driver } = await seated();
    expect(shown()).toMatch(/warning: no dead-man\nAre both wheels off the ground\? \(y \/ n/);
    expect(driver.calls).toEqual([]);
  });

  it('moves nothing where they are not', async () => {
    const { press, outcome, driver, keyboard } = await seated();
    await press('n');
    expect(await outcome()).toBeUndefined();
    expect(driver.calls).toEqual([]);
    expect(keyboard.raw).toBe(false);
  });

  it('is told once which keys there are, and moves nothing by any other', async () => {
    const { press, shown, driver } = await seated();
    shown();
    await press('x');
    expect(shown()).toBe('y, n or r? ');
    await press('\u001b[A');
    expect(shown()).toBe('null');
    expect(driver.calls).toEqual([]);
  });

  it.each([CTRL_C, '\u0004', '\u001a', '\u001c'])('ends it with %j at a question', async (key) => {
    const { press, outcome, driver, keyboard } = await seated();
    await press(key);
    expect(await outcome()).toMatchObject({ interruption: { signal: 'SIGINT' } });
    expect(driver.calls).toEqual([]);
    expect(keyboard.raw).toBe(false);
  });

  it('ends it with Ctrl-C behind an answer, in one breath: no wheel turns after it', async () => {
    const { press, outcome, driver } = await seated();
    await press(`y${CTRL_C}`);
    expect(await outcome()).toMatchObject({ interruption: { signal: 'SIGINT' } });
    expect(driver.duties).toEqual([]);
  });

  it('does not go on with a board that has stopped itself', async () => {
    const { press, driver, outcome, time } = await seated();
    await press('y');
    await time.run(0.5);
    driver.readings$.next({ kind: 'tripped', at: 0.5, cause: 'silence', why: 'no command reached it' });
    const ended = await outcome();
    expect(ended).toBeInstanceOf(DeadManTripped);
    expect(String(ended)).toContain('no command reached it');
    expect(driver.calls.at(-1)).toBe('stop');
  });

  it('ends it where no key can come any more', async () => {
    const { keyboard, outcome } = await seated();
    keyboard.end();
    expect(await outcome()).toMatchObject({ name: 'Interrupted' });
  });

  it('answers nothing by what is typed while a wheel turns: that stops it', async () => {
    const { press, time, driver, shown } = await seated();
    await press('y');
    await time.run(0.5);
    expect(driver.calls.at(-1)).toBe('drive');
    await press('n');
    expect(driver.calls.at(-1)).toBe('stop');
    expect(shown()).toMatch(/Did the LEFT wheel turn\? \(y \/ n, r: once more\) $/);
  });

  it('may say that a wheel turned one way and then the other, where that is asked', async () => {
    const { press, time, shown } = await seated();
    await press('y');
    await time.run(1.6);
    await press('b');
    expect(shown()).toMatch(/Did the LEFT wheel turn\? \(y \/ n, r: once more\) y, n or r\? $/);
    await press('y');
    expect(shown()).toMatch(/Forwards\? \(y \/ n, b: first the one way, then the other, r: once more\) $/);
    await press('b');
    expect(shown()).toMatch(/^both\nDid it begin forwards\?/);
  });

  it('loses a robot that is lost while a question waits', async () => {
    const { outcome, driver } = await seated();
    driver.readings$.error(new DriverError('pulled'));
    expect(await outcome()).toMatchObject({ message: 'pulled' });
  });

  it('has the wheel stopped by a signal', async () => {
    const { press, time, driver, outcome, interrupted$ } = await seated();
    await press('y');
    await time.run(0.5);
    interrupted$.next({ signal: 'SIGTERM' });
    expect(await outcome()).toMatchObject({ interruption: { signal: 'SIGTERM' } });
    expect(driver.calls.at(-1)).toBe('stop');
    const told = driver.calls.length;
    await time.run(1);
    expect(driver.calls.length).toBe(told);
  });
});
