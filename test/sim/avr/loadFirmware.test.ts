import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadFirmware, parseIntelHex } from '../../../sim/avr/loadFirmware.js';

const END = ':00000001FF';
const parse = (...lines: string[]) => parseIntelHex(lines.join('\n'), 'a.hex', 64);

describe('Intel HEX', () => {
  it('gives words, the lower byte first, and erased flash for missing addresses', () => {
    // 4 bytes at 0002: 12 34 56 78; 4 + 2 + 12 + 34 + 56 + 78 is 11A, and E6 more is 200.
    const words = parse(':0400020012345678E6', END);
    expect(words).toHaveLength(32);
    expect([...words.slice(0, 4)]).toEqual([0xffff, 0x3412, 0x7856, 0xffff]);
  });

  it('adds the upper address of segment and linear records', () => {
    const segment = parse(':020000020001FB', ':02000000ABCD86', END);
    expect(segment[8]).toBe(0xcdab);
    const linear = parse(':020000040000FA', ':02000000ABCD86', END);
    expect(linear[0]).toBe(0xcdab);
  });

  it('skips start addresses and empty lines, and ignores lines after the end record', () => {
    expect(parse(':0400000300000000F9', '', END, 'rubbish')[0]).toBe(0xffff);
  });

  it.each([
    [
      [':0400020012345678E7', END],
      'a.hex:1:1: the checksum is wrong; the file is damaged; build the firmware again',
    ],
    [['0400020012345678E6'], 'a.hex:1:1: this is not a record; a record is a colon and pairs of hex digits'],
    [[':05000200123456781A'], 'a.hex:1:1: 4 bytes are found; the line says 5'],
    [['', ':0400020012345678E6'], 'a.hex:2:1: the end record is missing; :00000001FF ends a file'],
    [[':02003F00ABCD47', END], 'a.hex:1:1: address 63 is beyond the flash; it has 64 bytes'],
    [[':00000006FA', END], 'a.hex:1:1: record type 6 is not known; 0 to 5 are'],
  ])('refuses %j', (lines, message) => {
    expect(() => parse(...lines)).toThrow(message);
  });
});

describe('loadFirmware', () => {
  it("finds Steerbot's own firmware", () => {
    const words = loadFirmware();
    expect(words).toHaveLength(16 * 1024);
    // It begins with a jump, as the vector of the reset has to.
    expect((words[0] ?? 0) & 0xfe0e).toBe(0x940c);
  });

  it('reads another file, and names it when it is damaged', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'hex-')), 'other.hex');
    writeFileSync(file, `:02000000ABCD86\n${END}\n`);
    expect(loadFirmware(file)[0]).toBe(0xcdab);
    writeFileSync(file, ':02000000ABCD87\n');
    expect(() => loadFirmware(file)).toThrow(`${file}:1:1: the checksum is wrong`);
  });
});
