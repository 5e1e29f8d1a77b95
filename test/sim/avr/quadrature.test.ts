import { describe, expect, it } from 'vitest';
import type { AvrBoard } from '../../../sim/avr/board.js';
import { QuadratureEncoder } from '../../../sim/avr/wiredSensors.js';
import {
  ASK,
  bootedBoard,
  long,
  type RawHost,
  REPORT,
  STALL,
  STATUS,
  short,
} from '../../support/emulated.js';

const PINS = { a: 2, b: 4 };

/** Every edge at the pins, as `pin level @ ms`. */
function edgesOf(
  host: RawHost,
  move: (encoder: QuadratureEncoder, board: AvrBoard, start: number) => void,
): string[] {
  const { board } = host;
  const edges: string[] = [];
  const start = board.now;
  const encoder = new QuadratureEncoder(board, PINS);
  const setPin = board.setPin.bind(board);
  const levels = new Map<number, boolean>();
  board.setPin = (pin, level) => {
    if ((levels.get(pin) ?? false) !== level) {
      edges.push(
        `${pin === PINS.a ? 'a' : 'b'}${level ? '↑' : '↓'}@${((board.now - start) * 1000).toFixed(2)}`,
      );
    }
    levels.set(pin, level);
    setPin(pin, level);
  };
  move(encoder, board, start);
  return edges;
}

describe('an encoder', () => {
  it('has a lead b when the wheel rolls forward, each edge when the count is reached', () => {
    const edges = edgesOf(bootedBoard(), (encoder, board, start) => {
      encoder.turn(4.5, start, start + 0.009);
      board.runUntil(start + 0.009);
    });
    expect(edges).toEqual(['a↑@2.00', 'b↑@4.00', 'a↓@6.00', 'b↓@8.00']);
  });

  it('has b lead a backwards, from the first instant on: the count is floored', () => {
    const edges = edgesOf(bootedBoard(), (encoder, board, start) => {
      encoder.turn(-2.5, start, start + 0.005);
      board.runUntil(start + 0.005);
    });
    expect(edges).toEqual(['b↑@0.00', 'a↑@2.00', 'b↓@4.00']);
  });

  it('continues through steps that end on a count or between two counts', () => {
    const edges = edgesOf(bootedBoard(), (encoder, board, start) => {
      for (const [position, to] of [
        [0.75, 1],
        [1, 2],
        [1, 3],
        [1.25, 4],
        [0.75, 5],
        [0.75, 6],
      ] as const) {
        encoder.turn(position, board.now, start + to / 1000);
        board.runUntil(start + to / 1000);
      }
    });
    expect(edges).toEqual(['a↑@2.00', 'a↓@4.50']);
  });

  it('first emits the edges that the movement before left over', () => {
    const edges = edgesOf(bootedBoard(), (encoder, board, start) => {
      encoder.turn(2.5, start, start + 0.0025);
      encoder.turn(3.5, start, start + 0.001);
      board.runUntil(start + 0.001);
    });
    expect(edges).toEqual(['a↑@0.00', 'b↑@0.00', 'a↓@0.50']);
  });

  it.each([
    [1000, 'is locked'],
    [10_000, 'is locked'],
    [40_000, 'is locked'],
    [40_000, 'drives, and looks for stalled wheels'],
  ])('of each wheel is counted to the edge at %i edges/s, while the board %s', (rate, does) => {
    const host = bootedBoard();
    const { board } = host;
    host.send(REPORT, [2, 4, 3, 5, ...short(20)]);
    host.run(0.02);
    const drives = does !== 'is locked';
    if (drives) {
      host.send(STALL, [...short(200), ...long(1000), ...short(200), ...long(1000)]);
      host.arm({ slew: 1 });
    }
    const [left, right] = [new QuadratureEncoder(board, PINS), new QuadratureEncoder(board, { a: 3, b: 5 })];
    const start = board.now;
    const [turnsLeft, turnsRight] = [(t: number) => rate * t, (t: number) => 0.5 - rate * t];
    for (let k = 0; k < 500; k++) {
      const [from, to] = [start + k / 1000, start + (k + 1) / 1000];
      left.turn(turnsLeft((k + 1) / 1000), from, to);
      right.turn(turnsRight((k + 1) / 1000), from, to);
      // The slew keeps every tick busy.
      if (drives && k % 20 === 0) host.drive(k % 40 ? 1000 : 300, k % 40 ? -1000 : -300);
      board.runUntil(to);
      if (k === 250) host.send(ASK);
    }
    // The main loop answers meanwhile.
    const answered = host.frames.find(({ type, at }) => type === STATUS && at > start + 0.25);
    expect((answered?.at ?? 1) - start).toBeLessThan(0.26);
    host.run(0.05);
    expect(host.odometry).toMatchObject({ left: rate / 2, right: Math.floor(0.5 - rate / 2) });
  });
});
