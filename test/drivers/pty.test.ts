import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wallTime } from '../../src/control/clock.js';
import { connect } from '../../src/drive/connect.js';
import { FirmataLink } from '../../src/drivers/firmata/firmataLink.js';
import type { Port } from '../../src/drivers/serial/port.js';
import { openSerialPort } from '../../src/drivers/serial/serialPort.js';
import type { Reading } from '../../src/signals/signals.js';
import { isMissing } from '../support/tools.js';
import { FakeBoard } from './fakeBoard.js';
import { WIRED } from './robots.js';

describe.skipIf(isMissing('socat'))('the real binding on a pseudo-terminal (needs socat)', () => {
  let folder = '';
  let socat: ChildProcess;
  const ports: Port[] = [];
  const open = async (name: string) => {
    const port = await openSerialPort(join(folder, name));
    ports.push(port);
    return port;
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pty-'));
    const end = (name: string) => `pty,raw,echo=0,link=${join(folder, name)}`;
    socat = spawn('socat', [end('host'), end('board')], { stdio: 'ignore' });
    await expect.poll(() => existsSync(join(folder, 'board'))).toBe(true);
  });

  afterEach(async () => {
    await Promise.all(ports.splice(0).map((port) => port.close()));
    socat.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  it('carries bytes both ways, and closes', async () => {
    const [host, board] = [await open('host'), await open('board')];
    const heard: number[] = [];
    board.listen({
      bytes: (bytes) => {
        heard.push(...bytes);
        board.write(Uint8Array.of(0xf9, 2, 5));
      },
    });
    const answered: number[] = [];
    host.listen({ bytes: (bytes) => answered.push(...bytes) });
    await new Promise<void>((taken) => host.write(Uint8Array.of(0xf7, 0xff, 0x00), taken));
    await expect.poll(() => answered.slice(0, 3)).toEqual([0xf9, 2, 5]);
    expect(heard).toEqual([0xf7, 0xff, 0x00]);
  });

  it('opens the port exclusively, and names the program that has it', async () => {
    await open('host');
    // socat has it open, too.
    await expect(open('host')).rejects.toThrow(
      new RegExp(`another program, .*\\S+ \\(process ${process.pid}\\).*, has it open; close it there`),
    );
  });

  /** Where the operating system keeps quiet, which happens, the silence of the line is told. */
  it('with a link on it tells of a cable that is pulled', async () => {
    const link = new FirmataLink(await open('host'), wallTime);
    const lost = vi.fn();
    link.listen({ lost });
    link.expectBytes();
    socat.kill('SIGKILL');
    await expect.poll(() => lost).toHaveBeenCalledOnce();
    expect(String(lost.mock.calls[0]?.[0])).toMatch(/the board is gone|nothing heard for 250 ms/);
    await link.close();
  });

  it('has a robot at its other end, from the first byte to the last', async () => {
    // Linux drops what was written just before the last of those closes a pseudo-terminal that have it open.
    const held = openSync(join(folder, 'host'), constants.O_RDWR | constants.O_NOCTTY);
    const board = new FakeBoard(wallTime);
    const line = await open('board');
    board.listen({ bytes: (bytes) => line.write(bytes) });
    line.listen({ bytes: (bytes) => board.write(bytes) });
    const driver = await connect(WIRED, { port: join(folder, 'host') });
    const readings: Reading[] = [];
    driver.readings$.subscribe((reading) => readings.push(reading));
    await driver.arm();
    for (let i = 0; i < 20; i++) {
      driver.drive({ left: 0.5, right: -0.5 });
      await setTimeout(20);
    }
    expect(board.duties).toEqual({ left: 0.5, right: 0.5 });
    expect(readings.length).toBeGreaterThan(20);
    await driver.close();
    await expect.poll(() => board.duties).toEqual({ left: 0, right: 0 });
    await expect.poll(() => board.motors, { timeout: 10_000 }).toBeUndefined();
    closeSync(held);
  });
});
