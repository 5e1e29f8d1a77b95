import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  crc16,
  decodeFrame,
  encodeFrame,
  FIRMWARE_MINOR_VERSION,
  type Frame,
  PROTOCOL_VERSION,
} from '../../../src/drivers/steerbot/frame.js';
import { MESSAGES, type Message } from '../../../src/drivers/steerbot/messages.js';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').replace(/../g, '$& ').trim();

/** Values of a field, its ends more often than others. */
const ofField = (field: { bytes: number; signed: boolean; allowed(value: number): boolean }) => {
  const half = 2 ** (7 * field.bytes - 1);
  const [min, max] = field.signed ? [-half, half - 1] : [0, 2 * half - 1];
  return fc.integer({ min, max }).filter((value) => field.allowed(value));
};

const someMessage: fc.Arbitrary<Message> = fc.oneof(
  ...Object.entries(MESSAGES).map(([type, { fields }]) =>
    fc
      .record(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, ofField(field)])))
      .map((values) => ({ type, ...values }) as unknown as Message),
  ),
);
const someFrame: fc.Arbitrary<Frame> = fc.record({
  sequence: fc.integer({ min: 0, max: 127 }),
  message: someMessage,
});

it('has the versions of the firmware that comes with this program', () => {
  const versionIn = (file: string) =>
    Number(
      / (?:MINOR_)?VERSION = (\d+);/.exec(readFileSync(`robots/firmware/steerbot/${file}`, 'utf8'))?.[1],
    );
  expect(versionIn('frame.h')).toBe(PROTOCOL_VERSION);
  expect(versionIn('host.cpp')).toBe(FIRMWARE_MINOR_VERSION);
});

describe('the checksum', () => {
  it('of "123456789" is 3778', () => {
    expect(crc16(Buffer.from('123456789')).toString(16)).toBe('3778');
  });

  it('of nothing is its start value, and of 00 what its eight shifts make of that', () => {
    expect(crc16([])).toBe(0xffff);
    // Bit by bit, by the definition.
    let crc = 0xffff;
    for (let i = 0; i < 8; i++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x90d9) & 0xffff : crc << 1;
    expect(crc16([0])).toBe(crc);
  });
});

describe('a frame, by hand', () => {
  // The checksums were worked out with another program, bit by bit.
  it.each<[string, Frame, string]>([
    ['ASK', { sequence: 0, message: { type: 'ask' } }, 'f0 01 10 00 2b 11 00 f7'],
    ['STOP', { sequence: 127, message: { type: 'stop' } }, 'f0 01 14 7f 77 1c 02 f7'],
    // 500 = 3·128 + 116; −1000 + 16384 = 15384 = 120·128 + 24
    [
      'DRIVE',
      { sequence: 5, message: { type: 'drive', left: 500, right: -1000 } },
      'f0 01 13 05 74 03 18 78 4a 69 02 f7',
    ],
    // 16383 is all ones of 14 bits; 200 = 1·128 + 72
    [
      'ARM',
      { sequence: 6, message: { type: 'arm', nonce: 16383, deadManMs: 200 } },
      'f0 01 12 06 7f 7f 48 01 7b 25 02 f7',
    ],
    [
      'MOTORS',
      {
        sequence: 7,
        message: {
          type: 'motors',
          leftForm: 1,
          leftA: 9,
          leftB: 7,
          leftC: 127,
          rightForm: 2,
          rightA: 10,
          rightB: 8,
          rightC: 12,
          greatestDuty: 1000,
          slew: 20,
        },
      },
      'f0 01 11 07 01 09 07 7f 02 0a 08 0c 68 07 14 1c 09 03 f7',
    ],
    [
      'REPORT',
      { sequence: 8, message: { type: 'report', leftA: 2, leftB: 4, rightA: 3, rightB: 5, intervalMs: 10 } },
      'f0 01 15 08 02 04 03 05 0a 00 09 49 00 f7',
    ],
    // 130600 = 7·16384 + 124·128 + 40
    [
      'STALL',
      {
        sequence: 11,
        message: {
          type: 'stall',
          leftThreshold: 200,
          leftEffort: 130600,
          rightThreshold: 1000,
          rightEffort: 2 ** 24,
        },
      },
      'f0 01 16 0b 48 01 28 7c 07 00 68 07 00 00 00 08 44 49 03 f7',
    ],
    [
      'STATUS',
      {
        sequence: 9,
        message: {
          type: 'status',
          about: 14,
          error: 0,
          state: 2,
          nonce: 129,
          cause: 5,
          deadManMs: 200,
          badFrames: 3,
          protocol: 1,
          minor: 0,
        },
      },
      'f0 01 18 09 0e 00 02 01 01 05 48 01 03 00 01 00 62 30 03 f7',
    ],
    // 2^28 − 1 is all ones; −5 is all ones but the third lowest bit; 300 = 2·128 + 44
    [
      'ODOMETRY',
      {
        sequence: 10,
        message: { type: 'odometry', timeUs: 2 ** 28 - 1, state: 1, nonceLow: 3, left: -5, right: 300 },
      },
      'f0 01 19 0a 7f 7f 7f 7f 01 03 7b 7f 7f 7f 2c 02 00 00 26 76 03 f7',
    ],
  ])('%s', (_, frame, bytes) => {
    expect(hex(encodeFrame(frame))).toBe(bytes);
    expect(decodeFrame(encodeFrame(frame))).toEqual(frame);
  });
});

describe('any frame', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(someFrame, (frame) => {
        expect(decodeFrame(encodeFrame(frame))).toEqual(frame);
      }),
    );
  });

  it('carries the least count that four bytes hold', () => {
    const least = { type: 'odometry', timeUs: 0, state: 0, nonceLow: 0, left: -(2 ** 27), right: 0 } as const;
    expect(decodeFrame(encodeFrame({ sequence: 0, message: least }))?.message).toEqual(least);
  });

  it('has nothing of 80 or above between its ends', () => {
    fc.assert(
      fc.property(someFrame, (frame) => {
        expect(Math.max(...encodeFrame(frame).slice(1, -1))).toBeLessThan(0x80);
      }),
    );
  });

  it('is not taken one byte longer or shorter', () => {
    fc.assert(
      fc.property(someFrame, fc.nat(), fc.nat(127), (frame, seed, extra) => {
        const bytes = [...encodeFrame(frame)];
        const at = 1 + (seed % (bytes.length - 1));
        expect(decodeFrame(Uint8Array.from(bytes.toSpliced(at, 1)))).toBeNull();
        expect(decodeFrame(Uint8Array.from(bytes.toSpliced(at, 0, extra)))).toBeNull();
      }),
    );
  });
});

/** The same frame with other contents and a checksum that fits. */
function forged(head: readonly number[]): Uint8Array {
  const crc = crc16(head.slice(1));
  return Uint8Array.from([...head, crc & 0x7f, (crc >> 7) & 0x7f, crc >> 14, 0xf7]);
}

describe('a frame whose checksum fits is still refused', () => {
  it.each<[string, number[]]>([
    ['of another version', [0xf0, 0x01, 0x24, 0]],
    ['of no known type', [0xf0, 0x01, 0x17, 0]],
    ['of a kind with its highest bit set', [0xf0, 0x01, 0x94, 0]],
    ['of another protocol', [0xf0, 0x02, 0x14, 0]],
    ['that begins with something else', [0xf1, 0x01, 0x14, 0]],
    ['with a byte of 80 in its payload', [0xf0, 0x01, 0x13, 0, 0x80, 0, 0, 0]],
    ['with a sequence of 80', [0xf0, 0x01, 0x14, 0x80]],
    ['with a payload too many', [0xf0, 0x01, 0x14, 0, 0]],
    ['with a duty of 1001 ‰', [0xf0, 0x01, 0x13, 0, 0x69, 0x07, 0, 0]],
    ['with a duty of −1001 ‰', [0xf0, 0x01, 0x13, 0, 0x17, 0x78, 0, 0]],
    ['with a state of 4', [0xf0, 0x01, 0x19, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['with an interval of 4 ms', [0xf0, 0x01, 0x15, 0, 2, 4, 3, 5, 4, 0]],
  ])('%s', (_, head) => {
    expect(decodeFrame(forged(head))).toBeNull();
  });

  it('and taken where nothing is wrong', () => {
    expect(decodeFrame(forged([0xf0, 0x01, 0x14, 0]))).not.toBeNull();
    expect(decodeFrame(forged([0xf0, 0x01, 0x13, 0, 0x68, 0x07, 0x18, 0x78]))).not.toBeNull();
  });

  it('with anything in the five bits above the checksum', () => {
    const bytes = encodeFrame({ sequence: 0, message: { type: 'stop' } });
    for (let bit = 2; bit < 8; bit++) {
      const wrong = Uint8Array.from(bytes);
      wrong[6] = (wrong[6] as number) ^ (1 << bit);
      expect(decodeFrame(wrong)).toBeNull();
    }
  });

  it('with another end', () => {
    const bytes = encodeFrame({ sequence: 0, message: { type: 'stop' } });
    expect(decodeFrame(Uint8Array.from([...bytes.slice(0, -1), 0xf0]))).toBeNull();
  });
});

const DRIVE = encodeFrame({ sequence: 41, message: { type: 'drive', left: 300, right: -700 } });

const flip = (bytes: Uint8Array, bits: readonly number[]): Uint8Array => {
  const flipped = Uint8Array.from(bytes);
  for (const bit of bits) flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
  return flipped;
};

describe('flipped bits', () => {
  it('of up to three anywhere in a DRIVE, its ends too, are all found', () => {
    const bits = DRIVE.length * 8;
    let patterns = 0;
    const refused = (...flips: number[]) => {
      patterns += 1;
      if (decodeFrame(flip(DRIVE, flips)) !== null) expect.fail(`bits ${flips.join(', ')}`);
    };
    for (let i = 0; i < bits; i++) {
      refused(i);
      for (let j = i + 1; j < bits; j++) {
        refused(i, j);
        for (let k = j + 1; k < bits; k++) refused(i, j, k);
      }
    }
    expect(patterns).toBe(96 + 4560 + 142_880);
  });

  /**
   * The checksum is linear: a pattern goes unseen if the syndromes of its bits cancel. None of up to five does if no
   * syndrome of one or two bits is nothing, and none of those equals another, or that of three.
   */
  it.each([
    ['a DRIVE', DRIVE],
    [
      'an ODOMETRY, the longest',
      encodeFrame({
        sequence: 1,
        message: { type: 'odometry', timeUs: 1, state: 0, nonceLow: 1, left: 1, right: 1 },
      }),
    ],
  ])('of up to five in the contents and the checksum of %s are all found', (_, frame) => {
    const end = frame.length - 4;
    const right = crc16(frame.subarray(1, end));
    const syndromes: number[] = [];
    for (let bit = 8; bit < 8 * end; bit++) {
      if ((bit & 7) < 7) syndromes.push(crc16(flip(frame, [bit]).subarray(1, end)) ^ right);
    }
    for (let bit = 0; bit < 16; bit++) syndromes.push(1 << bit);
    const pairs = new Set<number>();
    for (const [i, a] of syndromes.entries()) for (const b of syndromes.slice(i + 1)) pairs.add(a ^ b);
    // All of one and two bits differ, so nothing of up to four cancels.
    const n = syndromes.length;
    expect(new Set([0, ...syndromes, ...pairs]).size).toBe(1 + n + (n * (n - 1)) / 2);
    let unseen = 0;
    for (const [i, a] of syndromes.entries()) {
      for (let j = i + 1; j < syndromes.length; j++) {
        const ab = a ^ (syndromes[j] as number);
        for (let k = j + 1; k < syndromes.length; k++)
          if (pairs.has(ab ^ (syndromes[k] as number))) unseen += 1;
      }
    }
    expect(unseen).toBe(0);
  });
});
