import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FirmataIo } from '../../../src/drivers/firmata/firmataIo.js';
import { FirmataTransport, SilenceWatch, SysexGuard } from '../../../src/drivers/firmata/firmataLink.js';
import { FakeTime } from '../fakeTime.js';

function watch() {
  const time = new FakeTime();
  const silentAt: number[] = [];
  return { time, silentAt, watched: new SilenceWatch(time, () => silentAt.push(time.now())) };
}

it('says once that nothing was heard for 250 ms', () => {
  const { time, silentAt } = watch();
  time.pass(3);
  expect(silentAt).toEqual([expect.closeTo(0.25, 9)]);
});

it('says nothing while it hears something', () => {
  const { time, silentAt, watched } = watch();
  for (let i = 0; i < 100; i++) {
    time.pass(0.19);
    watched.heard();
  }
  expect(silentAt).toEqual([]);
  time.pass(0.249);
  expect(silentAt).toEqual([]);
  time.pass(0.002);
  expect(silentAt).toHaveLength(1);
});

it('says it 250 ms after the last byte, whenever that was', () => {
  const { time, silentAt, watched } = watch();
  time.pass(0.13);
  watched.heard();
  time.pass(1);
  expect(silentAt).toEqual([expect.closeTo(0.38, 9)]);
});

it('counts a rest of less than 1 ms as over', () => {
  const silentAfter = (heardAt: number) => {
    const { time, silentAt, watched } = watch();
    time.pass(heardAt);
    watched.heard();
    time.pass(1);
    return silentAt;
  };
  expect(silentAfter(0.0009)).toEqual([expect.closeTo(0.25, 9)]);
  expect(silentAfter(0.0011)).toEqual([expect.closeTo(0.2511, 9)]);
});

it('waits 50 ms more where the host itself was frozen', () => {
  const { time, silentAt } = watch();
  time.freeze(1);
  time.pass(0.049);
  expect(silentAt).toEqual([]);
  time.pass(0.002);
  expect(silentAt).toEqual([expect.closeTo(1.05, 9)]);
});

it('ends without a word and leaves no timer', () => {
  const { time, silentAt, watched } = watch();
  time.pass(0.1);
  watched.end();
  expect(time.waiting).toBe(0);
  time.pass(1);
  expect(silentAt).toEqual([]);
});

it('gives a host that stood still itself the time to read what came meanwhile', () => {
  let now = 0;
  let due: (() => void)[] = [];
  const time = {
    now: () => now,
    after: (_: number, callback: () => void) => {
      due.push(callback);
      return () => {};
    },
  };
  const fire = () => {
    const callbacks = due;
    due = [];
    for (const callback of callbacks) callback();
  };
  const silentAt: number[] = [];
  const watched = new SilenceWatch(time, () => silentAt.push(now));
  now = 0.9;
  fire();
  watched.heard();
  now = 0.96;
  fire();
  expect(silentAt).toEqual([]);
});

it('does not ask again and again for a rest that its clock cannot wait', () => {
  // The clock counts whole cycles, as an emulated board's does: the wait ends 3e-17 s early, and it cannot wait so little.
  let cycles = 1;
  const timers: { readonly due: number; readonly callback: () => void }[] = [];
  const time = {
    now: () => cycles / 16e6,
    after: (delay: number, callback: () => void) => {
      timers.push({ due: cycles + Math.round(delay * 16e6), callback });
      return () => {};
    },
  };
  const silentAt: number[] = [];
  const watched = new SilenceWatch(time, () => silentAt.push(time.now()));
  for (let asked = 0; asked < 10; asked++) {
    const next = timers.shift();
    if (!next) break;
    cycles = next.due;
    next.callback();
  }
  expect(silentAt).toEqual([expect.closeTo(0.25, 6)]);
  watched.end();
});

function io() {
  const written: Uint8Array[] = [];
  const transport = new FirmataTransport((bytes, done) => {
    written.push(bytes);
    done?.();
  });
  const firmata = new FirmataIo(transport);
  clearTimeout(firmata.reportVersionTimeoutId);
  transport.receive([0xf9, 2, 5] as never);
  return { firmata, transport, written };
}

it('tells firmata-io when a write is taken', () => {
  const { firmata, written } = io();
  const before = written.length;
  firmata.sysexCommand([0x7a, 10, 0]);
  expect([...(written[before] ?? [])]).toEqual([0xf0, 0x7a, 10, 0, 0xf7]);
  expect(firmata.pending).toBe(0);
});

it("keeps firmata-io's buffer empty between messages, whatever comes", () => {
  const { firmata, transport } = io();
  transport.receive(Uint8Array.from([0xf0, ...Array<number>(100_000).fill(1)]));
  expect((firmata as unknown as { buffer: unknown[] }).buffer).toHaveLength(0);
});

it("goes on after a message that firmata-io's handlers fall over", () => {
  const { firmata, transport } = io();
  const samples: number[] = [];
  firmata.on('analog-read-0', (value) => samples.push(value));
  // The state of an unknown pin, and an empty name of a firmware.
  transport.receive(Uint8Array.from([0xf0, 0x6e, 9, 1, 1, 0xf7, 0xf0, 0x79, 0xf7, 0xe0, 5, 1]));
  expect(samples).toEqual([133]);
});

function guarded(bytes: Iterable<number>): number[][] {
  const messages: number[][] = [];
  new SysexGuard((message) => messages.push([...message])).push(bytes);
  return messages;
}

describe('the messages in a stream', () => {
  it('come whole, one by one', () => {
    const messages = [
      [0xf9, 2, 5],
      [0xf0, 0x79, 2, 5, 0xf7],
      [0xe0, 1, 2],
      [0x91, 3, 4],
      [0xf0, 0xf7],
    ];
    expect(guarded(messages.flat())).toEqual(messages);
  });

  it('come without what was cut short or belongs to none', () => {
    expect(guarded([1, 2, 3, 0xe0, 1, 0xe1, 4, 5, 6, 0xf0, 0x79, 0xe2, 7, 8, 0xc0, 9, 0xf7])).toEqual([
      [0xe1, 4, 5],
      [0xe2, 7, 8],
    ]);
  });

  it('hold bytes of seven bits: any other ends them, and begins nothing that is unknown', () => {
    expect(guarded([0xe0, 0x7f, 0x7f])).toEqual([[0xe0, 0x7f, 0x7f]]);
    expect(guarded([0xe0, 1, 0x80])).toEqual([]);
    expect(guarded([0xf0, 1, 0x80, 2, 0xf7])).toEqual([]);
    expect(guarded([0xc0, 9, 10])).toEqual([]);
  });

  it('never grow beyond 2 kB, and go on after an endless one', () => {
    const endless = [0xf0, ...Array<number>(1_000_000).fill(0)];
    expect(guarded([...endless, 0xf7, 0xe0, 1, 2])).toEqual([[0xe0, 1, 2]]);
    const longest = [0xf0, ...Array<number>(2047).fill(0), 0xf7];
    expect(guarded(longest)).toEqual([longest]);
    expect(guarded([0xf0, ...Array<number>(2048).fill(0), 0xf7])).toEqual([]);
  });

  it('are well formed, whatever comes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (garbage) => {
        for (const message of guarded(garbage)) {
          const [first = 0, ...rest] = message;
          const data = first === 0xf0 ? rest.slice(0, -1) : rest;
          expect(first).toBeGreaterThan(0x7f);
          expect(data.every((byte) => byte < 0x80)).toBe(true);
          expect(first === 0xf0 ? message.at(-1) : message.length).toBe(first === 0xf0 ? 0xf7 : 3);
        }
      }),
    );
  });
});
