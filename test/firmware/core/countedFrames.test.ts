/** The firmware counts the frames that have come, so that the host learns which are lost, on every emulator. */
import { expect } from 'vitest';
import type { BoardHost } from '../../support/boards/boardHost.js';
import { bootedHost, onEveryBoard } from '../../support/boards/onEveryBoard.js';
import { itOnce as it } from '../../support/effort.js';
import { ARM, ASK, COUNT, DRIVE, frameBytes, short } from '../../support/emulated.js';

const [LOCKED, ARMED, TRIPPED] = [0, 1, 2];

async function counted(host: BoardHost, sent = 0) {
  const before = host.counted.length;
  host.send(COUNT, short(sent));
  await host.run(0.03);
  expect(host.counted).toHaveLength(before + 1);
  return host.counted.at(-1) ?? { sent: Number.NaN, received: Number.NaN, badFrames: Number.NaN };
}

onEveryBoard((kind) => {
  it('counts the frames that came, also while it is locked, and gives the number in the question back', async () => {
    const host = await bootedHost(kind);
    await host.connect();
    const first = await counted(host, 9_999);
    expect(first).toMatchObject({ nonce: host.status.nonce, sent: 9_999, received: 2, badFrames: 0 });
    await host.configure();
    await host.arm();
    await host.driveFor(0.2, 500, 500);
    expect(await counted(host, 16_383)).toMatchObject({ sent: 16_383, received: host.sequence });
  });

  it("counts no frame that is lost, damaged or Firmata's, and damaged ones beside", async () => {
    const host = await bootedHost(kind);
    await host.connect();
    const { received = 0, badFrames = 0 } = await counted(host);
    const damaged = frameBytes(ASK, 1);
    damaged[5] = (damaged[5] ?? 0) ^ 1;
    host.board.send(damaged);
    host.board.send([0xf0, 0x6d, 5, 0xf7]);
    host.board.send([0xf0, 0x79, 0xf7]);
    await host.run(0.05);
    expect(await counted(host)).toMatchObject({ received: received + 1, badFrames: badFrames + 1 });
  });

  it('feeds no dead-man by it, and arms nothing', async () => {
    const host = await bootedHost(kind);
    await host.connect();
    await host.configure();
    await counted(host);
    expect((await host.ask(ASK)).state).toBe(LOCKED);
    await host.arm();
    for (let i = 0; i < 8; i++) await counted(host);
    expect((await host.ask(ASK)).state).toBe(TRIPPED);
  });

  it('is obeyed between commands: their sequence goes on', async () => {
    const host = await bootedHost(kind);
    await host.connect();
    await host.configure();
    await host.ask(ARM, [...short(host.status.nonce), ...short(200)]);
    const { received = 0, badFrames } = await counted(host);
    for (let i = 0; i < 200; i++) {
      host.send(DRIVE, [...short(100), ...short(100)]);
      await host.run(0.02);
    }
    expect(await counted(host)).toMatchObject({ received: received + 201, badFrames });
    expect((await host.ask(ASK)).state).toBe(ARMED);
  });
});
