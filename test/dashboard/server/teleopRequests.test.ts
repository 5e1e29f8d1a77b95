import { describe, expect, it } from 'vitest';
import { FakeTime } from './fakeTime.js';
import { comeIn, frame, sceneWith, serve, until } from './onTheWire.js';

const AHEAD = { kind: 'teleop', linear: 1, angular: 0 } as const;
const OFF = { kind: 'teleop', linear: 0, angular: 0 } as const;
const STOP = { kind: 'stop' } as const;

async function running() {
  const time = new FakeTime();
  const served = await serve({ time });
  const driver = await comeIn(served);
  served.server.show(sceneWith(['a'], 50));
  served.server.show(frame(10));
  /** All that came out, once everything said so far was heard. */
  const outcome = async () => {
    driver.say(STOP);
    await until(() => served.operations.at(-1)?.kind === 'stop', 'STOP comes out');
    return served.operations.slice(0, -1);
  };
  return { time, served, driver, outcome };
}

describe('a word of the hand', () => {
  it('drives by a picture that is new, and is handed on without its instant', async () => {
    const { driver, outcome } = await running();
    driver.say({ ...AHEAD, seen: 10 });
    expect(await outcome()).toEqual([AHEAD]);
  });

  it('that comes late takes the hand off', async () => {
    const { time, served, driver, outcome } = await running();
    driver.say({ ...AHEAD, seen: 10 });
    await until(() => served.operations.length === 1, 'drives');
    time.passUnserved(0.2);
    served.server.show(frame(10.5));
    driver.say({ ...AHEAD, seen: 10 });
    await driver.hears('refused');
    expect(driver.of('refused')[0]?.why).toContain('too old');
    expect(await outcome()).toEqual([AHEAD, OFF]);
  });

  it('that comes late does not begin to drive', async () => {
    const { served, driver, outcome } = await running();
    served.server.show(frame(10.5));
    driver.say({ ...AHEAD, seen: 10 });
    expect(await outcome()).toEqual([]);
  });

  it('of who names no picture is held to nothing more', async () => {
    const { time, driver, outcome } = await running();
    time.passUnserved(10);
    driver.say(AHEAD);
    expect(await outcome()).toEqual([AHEAD]);
  });

  it('to a robot that is not there is refused, and takes the hand off', async () => {
    const { served, driver, outcome } = await running();
    driver.say({ ...AHEAD, robot: 'a' });
    await until(() => served.operations.length === 1, 'drives');
    driver.say({ ...AHEAD, robot: 'b' });
    await driver.hears('refused');
    expect(await outcome()).toEqual([
      { ...AHEAD, robot: 'a' },
      { ...OFF, robot: 'a' },
    ]);
  });

  it('lets go of a robot that is there no more', async () => {
    const { served, driver, outcome } = await running();
    driver.say({ ...AHEAD, robot: 'a' });
    await until(() => served.operations.length === 1, 'drives');
    served.server.show(sceneWith(['b'], 50));
    driver.say({ ...OFF, robot: 'a' });
    expect(await outcome()).toEqual([
      { ...AHEAD, robot: 'a' },
      { ...OFF, robot: 'a' },
    ]);
  });
});
