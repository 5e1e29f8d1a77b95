/** Small recordings that would unpack to more than fits in memory, or keep the processor busy for minutes. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { McapRecordBuilder } from '@mcap/core';
import { describe, expect, it } from 'vitest';
import { MAX_UNPACKED_BYTES, packed } from '../../src/recording/format/compression.js';
import { Opcode, RECORD_HEAD_BYTES } from '../../src/recording/reading/mcapRecords.js';
import { openRecording } from '../../src/recording/reading/openRecording.js';
import { MAX_MESSAGE_BYTES } from '../../src/recording/reading/recording.js';
import { UnpackingBudget } from '../../src/recording/reading/unpackingBudget.js';
import { builtProgram } from '../cli/steerbot.js';
import { chunksOf } from './chunks.js';
import { folderForTests, indexed, newsOf, record } from './recorded.js';

const folder = folderForTests();
const file = join(folder, 'run.mcap');
record(file, await newsOf({ length: 1 }));
const bytes = readFileSync(file);
const channels = [...(await indexed(bytes)).channelsById.values()];

/** The recording with more chunks behind its own, all of these records. */
function opened(records: Uint8Array, count = 1) {
  const builder = new McapRecordBuilder();
  const chunk = { compression: 'zstd', uncompressedSize: BigInt(records.length), records: packed(records) };
  const unchecked = { messageStartTime: 0n, messageEndTime: 0n, uncompressedCrc: 0 };
  for (let i = 0; i < count; i++) builder.writeChunk({ ...chunk, ...unchecked });
  const bomb = join(folder, 'bomb.mcap');
  const end = chunksOf(bytes).at(-1)?.end ?? 0;
  const content = Buffer.concat([bytes.subarray(0, end), builder.buffer, bytes.subarray(end)]);
  expect(content.length).toBeLessThan(200_000);
  writeFileSync(bomb, content);
  return openRecording(bomb);
}

function recordOf(opcode: number, content: Uint8Array): Buffer {
  const head = Buffer.alloc(RECORD_HEAD_BYTES);
  head[0] = opcode;
  head.writeBigUInt64LE(BigInt(content.length), 1);
  return Buffer.concat([head, content]);
}

/** As many of a record as fit in some bytes. */
const filled = (size: number, one: Buffer): Buffer => Buffer.alloc(size - (size % one.length), one);

function channelOf(nameLength: number): Buffer {
  const content = Buffer.alloc(16 + nameLength);
  content.writeUInt32LE(nameLength, 4);
  return content;
}

describe('a recording of some kilobytes', () => {
  it.each([
    ['unpacks to 192 MB', Buffer.alloc(MAX_UNPACKED_BYTES), 3, /unpack to far more than a drive fills/],
    [
      'holds 130 000 messages',
      filled(1 << 22, recordOf(Opcode.MESSAGE, Buffer.alloc(22))),
      1,
      /far more messages than a drive of that size/,
    ],
    [
      'holds 400 000 records of an unknown kind',
      filled(1 << 22, recordOf(0x90, Buffer.alloc(0))),
      1,
      /far more messages than a drive of that size/,
    ],
    [
      'names a channel of 9 MB',
      recordOf(Opcode.CHANNEL, channelOf(9 << 20)),
      1,
      /channels take far more than those of a drive/,
    ],
  ])('that %s is refused, and what a recording is', (_, records, count, words) => {
    expect(() => opened(records, count)).toThrow(words);
    expect(() => opened(records, count)).toThrow(/name a file that --record, .* has written/);
  });

  it('is read but for a message that would take a gigabyte as JSON', () => {
    const head = Buffer.alloc(22);
    head.writeUInt16LE(channels.find(({ topic }) => topic === '/frame')?.id ?? 0);
    const text = Buffer.alloc(MAX_MESSAGE_BYTES + 1, '[],');
    const recording = opened(recordOf(Opcode.MESSAGE, Buffer.concat([head, text])));
    expect(recording.frameCount).toBe(51);
    expect(recording.frame(49).at).toBeCloseTo(0.98, 9);
    expect(() => recording.frame(50)).toThrow(/damaged at .* in channel \/frame: it is longer than 16 MB/);
    recording.close();
  });
});

describe('the limits of what a recording unpacks to', () => {
  it.each([
    ['a square, driven once', 314_816, 1_771_079, 2027],
    ['30 robots at a door', 18_540_597, 139_802_673, 85_176],
    ['30 robots that stand', 5_247_281, 179_303_327, 165_293],
    ['30 robots that stand, without an index', 2_417_671, 179_303_327, 165_293],
    ['eight hours of a robot that stands', 180_000_000, 3_300_000_000, 5_300_000],
  ])('leave room for %s, twice and more', (_, size, unpacked, records) => {
    const budget = new UnpackingBudget(size);
    budget.unpack(2 * unpacked);
    budget.records(2 * records);
  });
});

it.skipIf(process.platform === 'win32')('a pipe that nobody writes to is refused, and not waited for', () => {
  const pipe = join(folder, 'pipe.mcap');
  execFileSync('mkfifo', [pipe]);
  const { status, stderr } = spawnSync(process.execPath, [builtProgram(), 'replay', pipe], {
    timeout: 20_000,
  });
  expect({ status, stderr: String(stderr) }).toEqual({
    status: 2,
    stderr: expect.stringContaining('this is not a regular file'),
  });
});
