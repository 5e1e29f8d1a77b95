import { describe, expect, it } from 'vitest';
import { AvrBoard } from '../../../sim/avr/board.js';
import { loadFirmware } from '../../../sim/avr/loadFirmware.js';
import { bootedBoard, RawHost, REPORT, STARTED, STATUS, short } from '../../support/emulated.js';

const ANALOG = 0xe0;

/** The last value an analog channel was reported with. */
function analog(host: RawHost, channel: number): number {
  const bytes = host.bytes.map(({ byte }) => byte);
  const at = bytes.lastIndexOf(ANALOG | channel);
  return (bytes[at + 1] ?? 0) + 128 * (bytes[at + 2] ?? 0);
}

describe('an emulated board', () => {
  it('starts by itself, and reports it', () => {
    const host = bootedBoard();
    expect(host.frames[0]).toMatchObject({ type: STATUS, payload: expect.arrayContaining([STARTED]) });
    expect(host.status).toMatchObject({ about: STARTED, state: 0, cause: 1 });
    expect(host.outputs().every((duty) => duty === 0)).toBe(true);
  });

  it('turns volts into counts', () => {
    const host = bootedBoard();
    host.board.setAnalog(0, 2.5);
    host.board.setAnalog(3, 0);
    host.sendBytes([0xc0, 1, 0xc3, 1]);
    host.run(0.1);
    expect([analog(host, 0), analog(host, 3)]).toEqual([512, 0]);
    host.board.setAnalog(0, 5);
    host.board.setAnalog(3, (100.5 * 5) / 1024);
    host.run(0.1);
    expect([analog(host, 0), analog(host, 3)]).toEqual([1023, 100]);
  });

  it('reads the levels at its pins', () => {
    const host = bootedBoard();
    host.sendBytes([0xf4, 12, 0, 0xd1, 1]);
    host.run(0.05);
    host.board.setPin(12, true);
    host.run(0.05);
    // Port 1 is pins 8 to 15; 12 is bit 4.
    expect(host.bytes.slice(-3).map(({ byte }) => byte)).toEqual([0x91, 0x10, 0]);
  });

  it('counts the edges of two encoders', () => {
    const host = bootedBoard();
    host.send(REPORT, [2, 4, 3, 5, ...short(10)]);
    host.run(0.02);
    for (const [pin, level] of [
      [2, true],
      [4, true],
      [2, false],
    ] as const) {
      host.board.setPin(pin, level);
      host.run(0.001);
    }
    host.board.setPin(5, true);
    host.run(0.02);
    expect(host.odometry).toMatchObject({ left: 3, right: -1 });
  });

  it('keeps its clock running through a reset', () => {
    const host = bootedBoard();
    host.run(0.1);
    const before = host.board.now;
    host.board.reset('external');
    expect(host.board.now).toBe(before);
    host.run(0.1);
    expect(host.board.now).toBeCloseTo(before + 0.1, 6);
  });

  it.each([
    ['external', 2],
    ['brownOut', 4],
  ] as const)('reset from %s says so, keeps its memory, and lets its pins go', (cause, flag) => {
    const host = bootedBoard();
    const { nonce } = host.status;
    host.arm();
    host.drive(500, 500);
    host.run(0.02);
    expect(host.outputs()[9]).toBeGreaterThan(0.4);
    host.board.reset(cause);
    expect(host.outputs().every((duty) => duty === 0)).toBe(true);
    host.run(0.02);
    // One boot more, counted where nothing clears it.
    expect(host.status).toMatchObject({ about: STARTED, cause: flag, nonce: (nonce + 1) & 0x3fff, state: 0 });
  });

  it('adds up the causes that the firmware has not read yet', () => {
    const host = bootedBoard();
    host.board.reset('external');
    host.board.reset('brownOut');
    host.run(0.02);
    expect(host.status).toMatchObject({ about: STARTED, cause: 2 + 4 });
  });

  it('forgets its memory when power was off, and finds what the seed drew', () => {
    const host = bootedBoard(1);
    const { nonce } = host.status;
    host.run(0.1);
    host.board.reset('powerOn');
    host.run(0.02);
    expect(host.status).toMatchObject({ about: STARTED, cause: 1, nonce });
    expect(bootedBoard(1).status.nonce).toBe(nonce);
    expect(bootedBoard(2).status.nonce).not.toBe(nonce);
  });

  it('sees at its pins and inputs after a reset what the world puts there', () => {
    const host = bootedBoard();
    host.board.setAnalog(1, 2.5);
    host.board.setPin(12, true);
    host.board.reset('external');
    host.run(0.02);
    host.sendBytes([0xf4, 12, 0, 0xd1, 1, 0xc1, 1]);
    host.run(0.1);
    expect(analog(host, 1)).toBe(512);
    expect(host.bytes.map(({ byte }) => byte).join()).toContain([0x91, 0x10, 0].join());
  });

  it('with a hung main loop does not answer, and is reset by its watchdog', () => {
    const host = bootedBoard();
    host.arm();
    const heard = host.frames.length;
    const hung = host.board.now;
    host.board.hangMainLoop();
    host.run(0.2);
    expect(host.frames.length).toBe(heard);
    host.run(0.3);
    const started = host.frames[heard];
    expect(started?.payload.slice(0, 6)).toMatchObject([
      STARTED,
      0,
      0,
      expect.anything(),
      expect.anything(),
      8,
    ]);
    // Its oscillator's 256 ms, less since it was fed last; then it works again.
    expect((started?.at ?? 0) - hung).toBeGreaterThan(0.25);
    expect((started?.at ?? 0) - hung).toBeLessThan(0.27);
    host.arm();
    expect(host.status.state).toBe(1);
  });

  it('hangs in main code only: interrupts continue, also one that is running', () => {
    for (const cyclesAfterEdge of [0, 5, 10, 20, 30, 40]) {
      const host = bootedBoard();
      host.send(REPORT, [2, 4, 3, 5, ...short(20)]);
      host.arm({ deadManMs: 60 });
      host.drive(500, 500);
      host.run(0.02);
      host.board.setPin(2, true);
      host.run(cyclesAfterEdge / 16e6);
      host.board.hangMainLoop();
      host.run(0.06);
      expect([host.outputs()[9], host.outputs()[7]]).toEqual([0, 0]);
      // It was not the watchdog's reset that stopped them.
      expect(host.status.cause).toBe(1);
    }
  });

  it('sleeps exactly as long as a board that is checked at every cycle', () => {
    const run = (watched: boolean) => {
      const host = new RawHost(new AvrBoard(loadFirmware()));
      const { events } = host.board;
      const watch = (cycle: number) => events.at(cycle, () => watch(cycle + 1));
      if (watched) watch(1);
      host.run(0.03);
      host.send(REPORT, [2, 4, 3, 5, ...short(5)]);
      host.arm();
      host.drive(300, -300);
      host.run(0.08);
      return { bytes: host.bytes, cycles: host.board.cycles, outputs: host.outputs() };
    };
    expect(run(true)).toEqual(run(false));
  });
});
