/** The latency that a drive measured, kept for the next one. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepLatency, keptLatency } from '../../../src/cli/drive/keptLatency.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steerbot-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const ROBOT = { name: 'scout', port: 'auto', declared: 0.04 };
const there = () => ({ XDG_STATE_HOME: folder });

it('is known in the next drive of the same robot on the same port, and forgotten when it is right again', () => {
  expect(keptLatency(ROBOT, there())).toBeNull();
  keepLatency(ROBOT, 0.21, there());
  expect(keptLatency(ROBOT, there())).toBe(0.21);
  expect(keptLatency({ ...ROBOT, port: 'tcp://10.0.0.7:23' }, there())).toBeNull();
  expect(keptLatency({ ...ROBOT, name: './mine.yaml' }, there())).toBeNull();
  // It was calibrated since.
  expect(keptLatency({ ...ROBOT, declared: 0.2 }, there())).toBeNull();
  keepLatency(ROBOT, 0.05, there());
  expect(keptLatency(ROBOT, there())).toBeNull();
});

it('keeps those of other robots', () => {
  keepLatency(ROBOT, 0.21, there());
  keepLatency({ ...ROBOT, name: './mine.yaml' }, 0.3, there());
  keepLatency(ROBOT, null, there());
  expect(keptLatency(ROBOT, there())).toBeNull();
  expect(keptLatency({ ...ROBOT, name: 'mine.yaml' }, there())).toBe(0.3);
});

it('knows nothing where its file is not one, or a latency is not possible; and a drive goes on without a folder', () => {
  mkdirSync(join(folder, 'steerbot'));
  const file = join(folder, 'steerbot', 'latencies.json');
  for (const text of ['{', '[]', '{"scout at auto":{"declared":0.04,"measured":7}}']) {
    writeFileSync(file, text);
    expect(keptLatency(ROBOT, there())).toBeNull();
  }
  keepLatency(ROBOT, 0.21, there());
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    'scout at auto': { declared: 0.04, measured: 0.21 },
  });
  const nowhere = { XDG_STATE_HOME: '/dev/null' };
  keepLatency(ROBOT, 0.21, nowhere);
  expect(keptLatency(ROBOT, nowhere)).toBeNull();
});
