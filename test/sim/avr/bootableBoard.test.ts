import { describe, expect, it } from 'vitest';
import { BootableBoard, EmulatedBootLoader } from '../../../sim/avr/bootableBoard.js';
import { EmulatedPort } from '../../../sim/avr/emulatedPort.js';

const SYNC = [0x30, 0x20];
const IN_SYNC = [0x14, 0x10];

function loader() {
  const memory = new Uint8Array(1024).fill(0xff);
  const boot = new EmulatedBootLoader(memory);
  /** The answer to the last byte; every byte before has none. */
  const say = (...bytes: number[]) => {
    const answers = bytes.map((byte) => boot.receive(byte));
    expect(answers.slice(0, -1).every((answer) => answer === undefined)).toBe(true);
    return answers.at(-1);
  };
  return { memory, say };
}

describe('a boot loader', () => {
  it('answers each command with the right length', () => {
    const { say } = loader();
    expect(say(...SYNC)?.bytes).toEqual(IN_SYNC);
    expect(say(0x75, 0x20)?.bytes).toEqual([0x14, 0x1e, 0x95, 0x0f, 0x10]);
    expect(say(0x41, 0x81, 0x20)?.bytes).toEqual([0x14, 4, 0x10]);
    expect(say(0x42, ...Array<number>(20).fill(0), 0x20)?.bytes).toEqual(IN_SYNC);
    expect(say(0x45, 1, 2, 3, 4, 5, 0x20)?.bytes).toEqual(IN_SYNC);
    expect(say(0x56, 1, 2, 3, 4, 0x20)?.bytes).toEqual([0x14, 0, 0x10]);
  });

  it('writes a page at the given word address, and reads it back', () => {
    const { memory, say } = loader();
    say(0x55, 0x40, 0x00, 0x20);
    const page = Array.from({ length: 128 }, (_, i) => i);
    expect(say(0x64, 0, 128, 0x46, ...page, 0x20)).toEqual({ bytes: IN_SYNC, wrote: true });
    expect([...memory.subarray(128, 256)]).toEqual(page);
    expect(memory[127]).toBe(0xff);
    expect(memory[256]).toBe(0xff);
    expect(say(0x74, 0, 128, 0x46, 0x20)?.bytes).toEqual([0x14, ...page, 0x10]);
  });

  it('ends on command, and after a command without its end byte', () => {
    const { say } = loader();
    expect(say(0x51, 0x20)).toEqual({ bytes: IN_SYNC, leaves: true });
    expect(say(0x30, 0x30)).toEqual({ bytes: [], leaves: true });
  });
});

describe('a board with a boot loader', () => {
  function plugIn() {
    const board = new BootableBoard();
    const port = new EmulatedPort(board);
    const heard: number[] = [];
    port.listen({ bytes: (bytes) => heard.push(...bytes) });
    const heardWithin = (seconds: number) => {
      board.runUntil(board.now + seconds);
      return heard.splice(0);
    };
    return { board, port, heardWithin };
  }

  it('listens for a second after a reset by the host, and after each byte', async () => {
    const { port, heardWithin } = plugIn();
    await port.reset();
    for (let i = 0; i < 3; i++) {
      heardWithin(0.9);
      port.write(Uint8Array.from(SYNC));
      expect(heardWithin(0.01)).toEqual(IN_SYNC);
    }
    heardWithin(1.1);
    port.write(Uint8Array.from(SYNC));
    expect(heardWithin(0.1)).toEqual([]);
  });

  it('starts its program at once after power-on and after a watchdog reset', () => {
    const { board, port, heardWithin } = plugIn();
    for (const cause of ['powerOn', 'watchdog', 'brownOut'] as const) {
      board.reset(cause);
      port.write(Uint8Array.from(SYNC));
      expect(heardWithin(0.1)).toEqual([]);
    }
  });

  it('runs at 115 200 baud: 85 µs a byte', async () => {
    const { board, port } = plugIn();
    await port.reset();
    const times: number[] = [];
    port.listen({ bytes: () => times.push(board.cycles) });
    const begun = board.cycles;
    port.write(Uint8Array.from(SYNC));
    board.runUntil(board.now + 0.01);
    expect((times[0] ?? 0) - begun).toBe(3 * 1360);
    expect((times[1] ?? 0) - begun).toBe(4 * 1360);
  });
});
