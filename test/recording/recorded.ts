/** Recordings that tests make and read back. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decompress } from '@foxglove/wasm-zstd';
import { McapIndexedReader } from '@mcap/core';
import { afterAll } from 'vitest';
import { Recorder, type RecorderOptions } from '../../src/recording/recorder.js';
import { FakeTime } from '../drivers/fakeTime.js';
import { type News, type Rehearsal, rehearse } from './rehearsal.js';

/** A folder that is removed after the tests. */
export function folderForTests(): string {
  const folder = mkdtempSync(join(tmpdir(), 'steerbot-recording-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const RECORDED_AT = Date.UTC(2026, 0, 2, 3, 4, 5);

export function recorderOf(options: Partial<RecorderOptions> = {}): { recorder: Recorder; time: FakeTime } {
  const time = new FakeTime();
  return { recorder: new Recorder({ time, version: '1.2.3', recordedAt: RECORDED_AT, ...options }), time };
}

/** What goes between threads is a copy. */
export async function newsOf(rehearsal: Rehearsal = {}): Promise<News[]> {
  const all: News[] = [];
  await rehearse((news) => all.push(structuredClone(news)), rehearsal);
  return all;
}

let usual: Promise<News[]> | undefined;

/** Of the rehearsal as it is, which plays once for all test files: frozen, so that none can change it. */
export function usualNews(): Promise<News[]> {
  usual ??= newsOf().then(frozen);
  return usual;
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

/** As other programs open a file that was ended: from its end. */
export const indexed = (bytes: Buffer): Promise<McapIndexedReader> =>
  McapIndexedReader.Initialize({
    decompressHandlers: { zstd: (records, size) => decompress(records, Number(size)) },
    readable: {
      size: async () => BigInt(bytes.length),
      read: async (offset, length) => new Uint8Array(bytes.subarray(Number(offset), Number(offset + length))),
    },
  });

/** All messages of a file that was ended, in order: their topic, time [ns since 1970] and text. */
export async function messagesIn(file: string) {
  const reader = await indexed(readFileSync(file));
  const messages: { topic: string; at: bigint; text: string }[] = [];
  for await (const { channelId, logTime, data } of reader.readMessages()) {
    const topic = reader.channelsById.get(channelId)?.topic ?? '';
    messages.push({ topic, at: logTime, text: Buffer.from(data).toString() });
  }
  return { messages, reader };
}

/** The machine's time passes with the run's. */
export function record(file: string, all: readonly News[], options: Partial<RecorderOptions> = {}): void {
  const { recorder, time } = recorderOf({ file, ...options });
  takeAll(recorder, time, all);
  recorder.close();
}

export function takeAll(recorder: Recorder, time: FakeTime, all: readonly News[]): void {
  for (const news of all) {
    if (news.kind === 'frame') time.pass(0.02);
    recorder.record(news);
  }
}
