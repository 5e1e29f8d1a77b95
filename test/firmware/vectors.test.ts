/** The interrupt vectors of the hex files, as the compiler has made them. */
import { describe, expect, it } from 'vitest';
import { parseIntelHex } from '../../sim/avr/loadFirmware.js';
import { loadText } from '../../src/config/loadFile.js';
import { rootFile } from '../support/runs.js';

const JMP = 0x940c;
const CALL = 0x940e;
/** Without the bits of the address. */
const OPCODE_MASK = 0xfe0e;
const RCALL = 0xd000;
const ERASED = 0xffff;

/** Addresses are in words. */
interface Call {
  readonly from: number;
  readonly to: number;
}

function callsIn(program: Uint16Array): Call[] {
  return [...program].flatMap((word, from) => {
    if (word !== ERASED && (word & OPCODE_MASK) === CALL) return [{ from, to: program[from + 1] ?? 0 }];
    if ((word & 0xf000) !== RCALL) return [];
    const offset = ((word & 0xfff) << 20) >> 20;
    return [{ from, to: from + 1 + offset }];
  });
}

describe('an interrupt', () => {
  it.each([
    ['uno', 26, 32 * 1024],
    ['mega', 57, 256 * 1024],
  ])(
    'is never called as a function, whose return would let others interrupt it: %s',
    (board, count, size) => {
      const file = rootFile(`robots/firmware/hex/steerbot-${board}.hex`);
      const program = parseIntelHex(loadText(file), file, size);
      const vectors = Array.from({ length: count }, (_, i) => {
        expect(program[2 * i]).toBe(JMP);
        return program[2 * i + 1] ?? 0;
      });
      const calls = callsIn(program);
      expect(calls.length).toBeGreaterThan(100);
      expect(calls.filter(({ to }) => vectors.includes(to))).toEqual([]);
    },
  );
});
