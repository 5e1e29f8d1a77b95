import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/signals/view.js';
import { FakeTime } from './fakeTime.js';
import { comeIn, type Served, serve, until, type Visitor } from './onTheWire.js';

const AHEAD: Operation = { kind: 'teleop', linear: 1, angular: 0.5 };
const OFF: Operation = { kind: 'teleop', linear: 0, angular: 0 };
const STOP: Operation = { kind: 'stop' };

const comesOut = ({ operations }: Served, count: number) =>
  until(() => operations.length >= count, `${count} operations, not ${JSON.stringify(operations)}`);

/** One who drives by hand, in a time that does not pass by itself. */
async function driven() {
  const time = new FakeTime();
  const served = await serve({ time });
  const driver = await comeIn(served);
  driver.say(AHEAD);
  await comesOut(served, 1);
  return { time, served, driver };
}

const leases = (visitor: Visitor) => visitor.of('lease').map(({ holder }) => holder);

describe('who may only look on', () => {
  it('is told so, and moves nothing', async () => {
    const served = await serve();
    const visitor = await comeIn(served, 'view');
    expect(visitor.heard.slice(0, 2)).toEqual([
      { kind: 'hello', role: 'view' },
      { kind: 'lease', holder: 'nobody' },
    ]);
    const asked: Operation[] = [AHEAD, { kind: 'arm' }, { kind: 'pause', paused: true }, { kind: 'keep' }];
    for (const operation of asked) visitor.say(operation);
    await visitor.hears('refused', asked.length);
    expect(served.operations).toEqual([]);
  });

  it('stops the robot while another drives', async () => {
    const { served } = await driven();
    (await comeIn(served, 'view')).say(STOP);
    await comesOut(served, 2);
    expect(served.operations).toEqual([AHEAD, STOP]);
  });
});

describe('who drives by hand', () => {
  it('has the robot alone', async () => {
    const { served, driver } = await driven();
    const other = await comeIn(served);
    const moving: Operation[] = [
      AHEAD,
      OFF,
      { kind: 'arm' },
      { kind: 'resume' },
      { kind: 'restart' },
      { kind: 'pointer', at: { x: 1, y: 2 } },
      { kind: 'goTo', at: { x: 1, y: 2 } },
      { kind: 'choose', mission: 1 },
      { kind: 'open', scene: 'square' },
      { kind: 'tune', id: 'speed', value: 1 },
      { kind: 'move', id: 'a', to: { x: 1, y: 2 } },
    ];
    for (const operation of moving) other.say(operation);
    await other.hears('refused', moving.length);
    other.say({ kind: 'keep' });
    driver.say({ kind: 'arm' });
    await comesOut(served, 3);
    expect(served.operations[0]).toEqual(AHEAD);
    expect(served.operations.slice(1)).toHaveLength(2);
    expect(served.operations).toEqual(expect.arrayContaining([{ kind: 'keep' }, { kind: 'arm' }]));
    expect([leases(driver), leases(other)]).toEqual([['nobody', 'you'], ['other']]);
  });

  it('lets go with 0, 0, and another may', async () => {
    const { served, driver } = await driven();
    const other = await comeIn(served);
    driver.say(OFF);
    await comesOut(served, 2);
    other.say(AHEAD);
    await comesOut(served, 3);
    await driver.hears('lease', 4);
    expect(served.operations).toEqual([AHEAD, OFF, AHEAD]);
    expect(leases(driver)).toEqual(['nobody', 'you', 'nobody', 'other']);
  });

  it('has let go after 250 ms without a word', async () => {
    const { time, served, driver } = await driven();
    time.pass(0.24);
    expect(served.operations).toEqual([AHEAD]);
    time.pass(0.01);
    expect(served.operations).toEqual([AHEAD, OFF]);
    await driver.hears('lease', 3);
    expect(leases(driver)).toEqual(['nobody', 'you', 'nobody']);
  });

  it.each([
    ['closes the page', (driver: Visitor) => driver.socket.close()],
    ['is cut off', (driver: Visitor) => driver.socket.terminate()],
    ['says what is too long', (driver: Visitor) => driver.socket.send('x'.repeat(70_000))],
    ['says too much', (driver: Visitor) => Array.from({ length: 200 }, () => driver.say({ kind: 'seen' }))],
  ])('has let go at once where he %s', async (_, act) => {
    const { served, driver } = await driven();
    const other = await comeIn(served, 'view');
    act(driver);
    // No time passes: it is not the lease that ends.
    await comesOut(served, 2);
    expect(served.operations).toEqual([AHEAD, OFF]);
    await other.hears('lease', 2);
    expect(leases(other)).toEqual(['other', 'nobody']);
  });

  it('has let go where the server closes', async () => {
    const { served } = await driven();
    await served.server.close();
    expect(served.operations).toEqual([AHEAD, OFF]);
  });
});

describe('who says too much', () => {
  it('is sent away', async () => {
    const served = await serve({ time: new FakeTime() });
    const visitor = await comeIn(served);
    for (let i = 0; i < 151; i += 1) visitor.say({ kind: 'arm' });
    await visitor.isClosed();
    expect(visitor.closed).toBe(1008);
    expect(served.operations).toHaveLength(150);
  });

  it('is sent away for pings too', async () => {
    const visitor = await comeIn(await serve({ time: new FakeTime() }));
    for (let i = 0; i < 151; i += 1) {
      visitor.socket.ping();
      if (i % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await visitor.isClosed();
    expect(visitor.closed).toBe(1008);
  });

  it('may say as much as 150 messages a second', async () => {
    const time = new FakeTime();
    const served = await serve({ time });
    const visitor = await comeIn(served);
    for (let second = 1; second <= 3; second += 1) {
      for (let i = 0; i < 150; i += 1) visitor.say({ kind: 'pause', paused: true });
      await comesOut(served, 150 * second);
      time.pass(1);
    }
    expect(visitor.closed).toBeUndefined();
  });

  it('still stops the robot, with the very message that is too much', async () => {
    const served = await serve({ time: new FakeTime() });
    const visitor = await comeIn(served, 'view');
    for (let i = 0; i < 150; i += 1) visitor.say({ kind: 'arm' });
    visitor.say(STOP);
    await visitor.isClosed();
    expect(served.operations).toEqual([STOP]);
  });

  it('still stops the robot, with a message long after that', async () => {
    const served = await serve({ time: new FakeTime() });
    const visitor = await comeIn(served, 'view');
    for (let i = 0; i < 500; i += 1) visitor.say({ kind: 'arm' });
    visitor.say(STOP);
    for (let i = 0; i < 500; i += 1) visitor.say(STOP);
    await visitor.isClosed();
    expect(served.operations).toEqual([STOP]);
  });
});
