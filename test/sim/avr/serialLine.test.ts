import { describe, expect, it } from 'vitest';
import {
  bootedBoard,
  DRIVE,
  frameBytes,
  ODOMETRY,
  type RawHost,
  REPORT,
  STATUS,
  short,
} from '../../support/emulated.js';

/** Ten bits at 58 824 baud: 16 MHz / 8 / 34. */
const BYTE = 10 * 34 * 8;
const REPORT_VERSION = 0xf9;
const ANALOG = 0xe0;

function versionAsked(host: RawHost) {
  const before = host.bytes.length;
  const sent = host.board.cycles;
  host.sendBytes([REPORT_VERSION]);
  host.run(0.01);
  return { sent, answer: host.bytes.slice(before) };
}

const cycleOf = (at: number) => Math.round(at * 16e6);

describe('the serial line of an emulated board', () => {
  it('takes 170 µs a byte, one after the other, each way', () => {
    const host = bootedBoard();
    host.run(0.1);
    const { sent, answer } = versionAsked(host);
    expect(answer.map(({ byte }) => byte)).toEqual([0xf9, 2, 5]);
    const [first, second, third] = answer.map(({ at }) => cycleOf(at));
    // A byte there, a byte back, and what the firmware needs to read, understand and answer it.
    expect((first ?? 0) - sent).toBeGreaterThan(2 * BYTE);
    expect((first ?? 0) - sent).toBeLessThan(2 * BYTE + 3000);
    for (const gap of [(second ?? 0) - (first ?? 0), (third ?? 0) - (second ?? 0)]) {
      expect(gap).toBeGreaterThanOrEqual(BYTE);
      expect(gap).toBeLessThan(BYTE + 150);
    }
  });

  it('queues bytes for the line, and reports how many; for the host they are written', () => {
    const { board, port } = bootedBoard();
    let taken = 0;
    port.write(new Uint8Array(11), () => {
      taken += 1;
    });
    expect(taken).toBe(1);
    expect(port.queued).toBe(10);
    board.runUntil(board.now + (5 * BYTE) / 16e6);
    expect(port.queued).toBe(5);
    port.write(new Uint8Array(2));
    expect(port.queued).toBe(7);
    board.runUntil(board.now + (9 * BYTE) / 16e6);
    expect(port.queued).toBe(0);
  });

  it('carries a Firmata analog write of three bytes to the pin in 0.6 ms', () => {
    const host = bootedBoard();
    host.sendBytes([0xf4, 11, 3]);
    host.run(0.1);
    const changes: number[] = [];
    host.board.outputs.changes$.subscribe(({ at, duty }) => {
      if (duty > 0) changes.push(at);
    });
    const delays: number[] = [];
    for (let i = 1; i <= 101; i++) {
      const sent = host.board.cycles;
      host.sendBytes([0xe0 | 11, i, 0]);
      host.run(0.00731);
      expect(host.outputs()[11]).toBeCloseTo(i / 255, 9);
      delays.push(((changes.at(-1) ?? 0) - sent) / 16);
    }
    const [fastest = 0, median = 0] = [
      delays.toSorted((a, b) => a - b)[0],
      delays.toSorted((a, b) => a - b)[50],
    ];
    expect(fastest).toBeGreaterThan(510);
    expect(median).toBeLessThan(600);
  });

  it('loses none of 3000 commands while the board reports every 10 ms', () => {
    const host = bootedBoard();
    host.sendBytes([0xf0, 0x7a, 10, 0, 0xf7, 0xc0, 1, 0xc1, 1, 0xc2, 1, 0xf4, 11, 3]);
    host.send(REPORT, [2, 4, 3, 5, ...short(10)]);
    host.run(0.1);
    let changes = 0;
    host.board.outputs.changes$.subscribe(({ pin }) => {
      changes += pin === 11 ? 1 : 0;
    });
    for (let i = 0; i < 3000; i++) {
      host.sendBytes([ANALOG | 11, 1 + (i % 100), 0]);
      host.run(0.00331);
    }
    expect(changes).toBe(3000);
    const reports = host.frames.filter(({ type }) => type === ODOMETRY);
    expect(reports.length).toBeGreaterThan(950);
  });

  it('carries the same bytes at the same instants in two runs', () => {
    const run = () => {
      const host = bootedBoard();
      host.send(REPORT, [2, 4, 3, 5, ...short(10)]);
      host.arm();
      for (let i = 0; i < 50; i++) {
        host.drive(10 * i, -5 * i);
        host.board.setPin(2, i % 2 === 0);
        host.run(0.0137);
      }
      host.run(0.3);
      return { bytes: host.bytes, cycles: host.board.cycles };
    };
    const once = run();
    expect(once.bytes.length).toBeGreaterThan(1000);
    expect(run()).toEqual(once);
  });

  it('can be cut: the host gets an error, and no byte passes any more', () => {
    const host = bootedBoard();
    host.arm();
    let told: unknown;
    host.port.listen({
      lost: (error) => {
        told = error;
      },
    });
    host.drive(500, 500);
    host.run(0.001);
    host.port.cut('told');
    expect(String(told)).toContain('the cable was pulled');
    const heard = host.bytes.length;
    host.run(0.1);
    let taken = 0;
    host.port.write(Uint8Array.from(frameBytes(DRIVE, 99)), () => {
      taken += 1;
    });
    host.run(0.5);
    expect([taken, host.port.queued, host.bytes.length - heard]).toEqual([0, 0, 0]);
    expect(host.outputs()[9]).toBe(0);
  });

  it('loses the byte that is under way when it is cut', () => {
    for (const cut of [false, true]) {
      const host = bootedBoard();
      host.sendBytes([0xf4, 13, 1, 0xf5, 13]);
      host.run(0.05);
      host.sendBytes([1]);
      host.run((0.9 * BYTE) / 16e6);
      if (cut) host.port.cut('silent');
      host.run(0.05);
      expect(host.outputs()[13]).toBe(cut ? 0 : 1);
    }
  });

  it('can fall silent without an error', () => {
    const host = bootedBoard();
    let ended = false;
    host.port.listen({
      lost: () => {
        ended = true;
      },
      closed: () => {
        ended = true;
      },
    });
    host.port.cut('silent');
    const { answer } = versionAsked(host);
    expect([answer, ended]).toEqual([[], false]);
  });

  it('completes when it is closed; bytes written before still arrive', async () => {
    const host = bootedBoard();
    host.sendBytes([0xf4, 13, 1, 0xf5, 13, 1]);
    let completed = false;
    host.port.listen({
      closed: () => {
        completed = true;
      },
    });
    await host.port.close();
    await host.port.close();
    host.sendBytes([0xf5, 13, 0]);
    expect([completed, versionAsked(host).answer]).toEqual([true, []]);
    expect(host.outputs()[13]).toBe(1);
  });

  it('cut after it was closed loses what has not arrived', async () => {
    const host = bootedBoard();
    host.sendBytes([0xf4, 13, 1, 0xf5, 13, 1]);
    await host.port.close();
    host.port.cut('silent');
    host.run(0.05);
    expect(host.outputs()[13]).toBe(0);
  });

  it('drops the byte that is under way when the board is reset', () => {
    const host = bootedBoard();
    host.run(0.1);
    host.sendBytes([REPORT_VERSION]);
    host.run((1.7 * BYTE) / 16e6);
    const heard = host.bytes.length;
    host.board.reset('external');
    host.run(0.02);
    expect(host.last(STATUS)?.payload[5]).toBe(2);
    expect(host.bytes[heard]?.byte).toBe(0xf0);
  });
});
