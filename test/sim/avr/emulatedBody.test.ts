import { describe, expect, it } from 'vitest';
import { ORIGIN, PLANT, WIRED, wallAt } from '../bodies.js';
import { seated } from './seated.js';

const FRONT = { id: 'front', type: 'gp2y0a21', pin: 'A0', at: [0.08, 0], facing: 0 } as const;
const SONAR = { id: 'sonar', type: 'sonar', range: 3, at: [0, 0], facing: 0 } as const;

describe('an emulated body', () => {
  it('turns each wheel by its pins, inverted motors included', () => {
    const { host, run, drivetrain } = seated();
    // The host negates what is inverted, and so does the motor.
    run(1, [540, -540]);
    expect(host.outputs()[7]).toBe(1);
    expect(host.outputs()[8]).toBe(0);
    const { left, right } = drivetrain.wheelSpeeds;
    // (0.54 − 0.08)/0.92 of 0.6 m/s; a duty is rounded to 1/255.
    expect(left).toBeCloseTo(0.3, 2);
    expect(right).toBeCloseTo(0.3, 2);
  });

  it('commands the wheels at the instant of a pin change, in the time of the run', () => {
    const { host, run, commands, began } = seated();
    const changes: number[] = [];
    host.board.outputs.changes$.subscribe(({ at }) => changes.push(at / 16e6 - began));
    run(0.1, [300, 300]);
    expect(commands.length).toBeGreaterThan(1);
    for (const { at } of commands) {
      expect(changes.some((change) => Math.abs(change - at) < 1e-9)).toBe(true);
      expect(Math.round(at * 1e9) % 1_000_000).not.toBe(0);
    }
    // A frame takes 12 bytes of 170 µs, and what the board needs to check it.
    expect(commands[0]?.at).toBeGreaterThan(12 * 170e-6);
    expect(commands[0]?.at).toBeLessThan(12 * 170e-6 + 2e-3);
  });

  it('lets its wheels coast to rest when the host falls silent', () => {
    const { run, drivetrain, commands } = seated({ plant: { ...PLANT, acceleration: 5 } });
    run(0.5, [500, -500]);
    run(0.19);
    expect(drivetrain.wheelSpeeds.left).toBeGreaterThan(0.2);
    run(0.3);
    expect(drivetrain.wheelSpeeds).toEqual({ left: 0, right: 0 });
    expect(commands.at(-1)).toMatchObject({ left: expect.closeTo(0), right: expect.closeTo(0) });
  });

  it('shows its encoders to the board, count for count', () => {
    const { host, run, drivetrain } = seated();
    run(0.7, [300, 400]);
    run(1);
    const { left, right } = drivetrain.encoderCounts;
    expect(left).toBeGreaterThan(100);
    expect(right).toBeLessThan(-100);
    expect(host.odometry).toMatchObject({ left, right });
  });

  it('shows the range sensors as voltages, within a count or two', () => {
    const { host, run, world } = seated({ robot: { ...WIRED, sensors: [FRONT] }, world: wallAt(0.38) });
    const volts: [number, number][] = [];
    const { board } = host;
    const setAnalog = board.setAnalog.bind(board);
    board.setAnalog = (channel, value) => {
      volts.push([channel, value]);
      setAnalog(channel, value);
    };
    host.sendBytes([0xc0, 1]);
    run(0.2);
    const counts = volts.map(([, value]) => (value * 1024) / 5);
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    // 0.3 m: 12343.85·n^−1.15 cm for n = 187.6. It is mounted a few millimetres off, 0.54 counts each.
    expect(Math.abs(mean - 187.6)).toBeLessThan(3);
    expect(Math.max(...counts.map((count) => Math.abs(count - mean)))).toBeLessThan(1.6);
    expect(new Set(counts).size).toBeGreaterThan(100);
    const last = host.bytes.map(({ byte }) => byte).lastIndexOf(0xe0);
    const [low = 0, high = 0] = host.bytes.slice(last + 1).map(({ byte }) => byte);
    expect(Math.abs(low + 128 * high - mean)).toBeLessThanOrEqual(3);
    world.place('a', { x: 0, y: 0, heading: Math.PI });
    run(0.1);
    expect(Math.abs((volts.at(-1)?.[1] ?? 0) - (50 * 5) / 1024)).toBeLessThan((1.6 * 5) / 1024);
  });

  it('shows an ideal one without noise', () => {
    const robot = { ...WIRED, sensors: [{ ...FRONT, ideal: true }] };
    const { host, run } = seated({ robot, world: wallAt(0.38) });
    const volts = new Set<number>();
    host.board.setAnalog = (_, value) => volts.add(value);
    run(0.2);
    expect([...volts]).toEqual([expect.closeTo((187.6 * 5) / 1024, 2)]);
  });

  it('reports sensors without a pin, and the pose from outside, directly', () => {
    const robot = { ...WIRED, sensors: [FRONT, SONAR] };
    const { body, readings, run } = seated({ robot, world: wallAt(1), sensing: 'truth' });
    body.sense(0);
    run(0.02);
    body.sense(0.02);
    expect(readings).toEqual([
      { kind: 'pose', at: 0, pose: ORIGIN },
      { kind: 'range', at: 0, sensor: 'sonar', distances: [expect.closeTo(1, 6)] },
      { kind: 'pose', at: 0.02, pose: ORIGIN },
    ]);
    const blind = seated({ robot });
    blind.body.sense(0);
    expect(blind.readings.map(({ kind }) => kind)).toEqual(['range']);
  });

  it('passes on readings of the board in the time of the run, and in order', () => {
    const { body, began, readings, readings$ } = seated({ sensing: 'truth' });
    readings$.next({ kind: 'encoders', at: began + 0.01, left: 1, right: 2 });
    body.sense(0.02);
    readings$.next({ kind: 'encoders', at: began + 0.015, left: 3, right: 4 });
    expect(readings.map(({ kind, at }) => [kind, Number(at.toFixed(9))])).toEqual([
      ['encoders', 0.01],
      ['pose', 0.02],
      ['encoders', 0.02],
    ]);
    expect(readings[2]).toMatchObject({ left: 3, right: 4 });
  });

  it('passes on the late reading of a sonar with the time of its measurement', () => {
    const robot = { ...WIRED, sensors: [{ ...SONAR, range: 5, noise: 'typical' as const }] };
    const { body, readings } = seated({ robot, world: wallAt(4), sensing: 'truth' });
    for (const at of [0, 0.02, 0.04]) body.sense(at);
    // 8 m of way need 23 ms, and its processing 5.
    expect(readings.map(({ kind, at }) => [kind, at])).toEqual([
      ['pose', 0],
      ['pose', 0.02],
      ['pose', 0.04],
      ['range', 0],
    ]);
  });

  it("passes the link's readings on, and completes with it", async () => {
    const { body, told, ended, readings } = seated({ sensing: 'truth' });
    await body.driver.arm();
    body.driver.drive({ left: 0, right: 0 });
    body.driver.stop();
    await body.driver.close();
    expect(told).toEqual(['arm', 'drive', 'stop', 'close']);
    expect(ended()).toBe(true);
    body.sense(1);
    expect(readings).toEqual([]);
  });

  it('is identical in two runs', () => {
    const run = () => {
      const { host, run: go, world, commands } = seated({ plant: { ...PLANT, lag: 0.06 } });
      go(0.5, [400, -300]);
      go(0.5);
      return { bytes: host.bytes, pose: world.poseOf('a'), commands };
    };
    expect(run()).toEqual(run());
  });
});
