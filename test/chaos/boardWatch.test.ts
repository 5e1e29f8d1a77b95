import { expect, it } from 'vitest';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { bootedBoard, frameBytes, STOP } from '../support/emulated.js';
import { BoardWatch } from './boardWatch.js';

const SCOUT = loadRobot('scout');

/** A board that a host drives for a while; its motors have the given duty at all times. */
function watched(duty: number) {
  const host = bootedBoard();
  const watch = new BoardWatch(host.board, { now: () => ({ left: duty, right: 0 }) }, SCOUT);
  const step = (seconds: number, drives: boolean): string[] => {
    const told: string[] = [];
    for (let i = 0; i < 50 * seconds; i++) {
      if (drives) host.drive(500, 500);
      host.run(0.02);
      told.push(...[watch.step() ?? []].flat());
    }
    return told;
  };
  return { host, step };
}

it('motors that turn are allowed while an armed board is driven, and found 250 ms after the last command', () => {
  const { host, step } = watched(0.5);
  host.arm();
  expect(step(0.4, true)).toEqual([]);
  expect(step(0.2, false)).toEqual([]);
  expect(step(0.3, false)[0]).toMatch(/duties 0.50 and 0.00 at the pins, \d+ ms after the last command/);
});

it('motors that turn again after the dead-man tripped, without being armed, are found', () => {
  const { host, step } = watched(0.5);
  host.arm();
  step(0.1, true);
  step(0.6, false);
  expect(step(0.4, true).at(-1)).toMatch(/no host has armed the board/);
  host.arm();
  expect(step(0.2, true)).toEqual([]);
});

it('motors without power are never found, and a damaged command does not count', () => {
  const { host, step } = watched(0);
  host.arm();
  expect([...step(0.2, true), ...step(0.5, false)]).toEqual([]);
  const turning = watched(0.5);
  turning.host.arm();
  turning.step(0.1, true);
  for (let i = 0; i < 20; i++) {
    turning.host.sendBytes([0xf0, 0x01, 0x13, 5, 1, 2, 3, 4, 0, 0, 0, 0xf7]);
    turning.host.run(0.02);
  }
  expect(turning.step(0.02, false)[0]).toMatch(/ms after the last command/);
});

it('after a STOP motors must be off; one that a damaged frame before it swallows does not reach the board', () => {
  const stop = frameBytes(STOP, 9, []);
  for (const [before, found] of [
    [[], true],
    // Its end is damaged, so the board reads on until the end of the next.
    [[0xf0, 0x01, 0x13, 5, 1, 2, 3, 0xd7], false],
  ] as const) {
    const { host, step } = watched(0.5);
    host.arm();
    step(0.1, true);
    host.sendBytes([...before, ...stop]);
    expect(step(0.12, false).some((told) => told.includes('no host has armed'))).toBe(found);
  }
});
