import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FirmataLink } from '../../../src/drivers/firmata/firmataLink.js';
import { PortListeners } from '../../../src/drivers/serial/portListeners.js';
import { DriverError } from '../../../src/validation/errors.js';
import { FakeTime } from '../fakeTime.js';

/** A link on a port that the test ends, and that takes a write when the test says so. */
function linked() {
  const time = new FakeTime();
  const port = new PortListeners();
  const takings: (() => void)[] = [];
  const leaves: string[] = [];
  const written: number[][] = [];
  const link = new FirmataLink(
    {
      name: '/dev/fake',
      listen: (listener) => {
        const leave = port.add(listener);
        return () => {
          leaves.push('left');
          leave();
        };
      },
      write: (bytes, taken) => {
        written.push([...bytes]);
        takings.push(() => taken?.());
      },
      close: async () => void leaves.push('closed'),
    },
    time,
  );
  const heard: unknown[] = [];
  link.listen({
    bytes: (bytes) => heard.push([...bytes]),
    lost: ({ message }) => heard.push(message),
    closed: () => heard.push('closed'),
  });
  return { time, port, takings, leaves, written, link, heard };
}

const BYTES = Uint8Array.of(0xe0, 1, 2);

describe('a link', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('leaves no timer of firmata-io running', () => {
    linked();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the firmware on the other side', () => {
  it('is named by its own report, and has no name before', () => {
    const { link, port } = linked();
    expect(link.firmware).toBe("'a Firmata without a name'");
    port.bytes(Uint8Array.of(0xf9, 2, 5));
    // 'Uno', two bytes a letter.
    port.bytes(Uint8Array.of(0xf0, 0x79, 2, 5, 0x55, 0, 0x6e, 0, 0x6f, 0, 0xf7));
    expect(link.firmware).toBe("'Uno' 2.5");
  });

  it('gets what firmata-io writes, as bytes that are to be taken', () => {
    const { link, written, takings } = linked();
    const before = written.length;
    for (const taken of takings.splice(0)) taken();
    link.io.sysexCommand([0x7a, 10, 0]);
    expect(written.slice(before)).toEqual([[0xf0, 0x7a, 10, 0, 0xf7]]);
    let isTaken = false;
    link.whenTaken(() => {
      isTaken = true;
    });
    expect([isTaken, link.io.pending]).toEqual([false, 1]);
    for (const taken of takings) taken();
    expect([isTaken, link.io.pending]).toEqual([true, 0]);
  });
});

describe('bytes that are written', () => {
  it('are taken when the port has taken all of them', () => {
    const { link, takings } = linked();
    const told: string[] = [];
    link.write(BYTES, () => told.push('first'));
    link.write(BYTES);
    link.whenTaken(() => told.push('all'));
    takings[0]?.();
    expect(told).toEqual(['first']);
    takings[1]?.();
    expect(told).toEqual(['first', 'all']);
    link.write(BYTES);
    takings[2]?.();
    expect(told).toEqual(['first', 'all']);
  });

  it('count as taken at once if nothing was written', () => {
    const { link, takings } = linked();
    const told: string[] = [];
    link.whenTaken(() => told.push('new'));
    link.write(BYTES);
    takings[0]?.();
    link.whenTaken(() => told.push('after a write'));
    expect(told).toEqual(['new', 'after a write']);
  });
});

describe('a link that is lost', () => {
  it.each([
    ['by what the port says', 'pulled'],
    ['by the end of its port', '/dev/fake: the connection was closed'],
    ['by silence, once it expects bytes', '/dev/fake: nothing heard for 250 ms'],
  ])('%s says so once, and hears nothing more', (way, words) => {
    const { link, port, time, heard, leaves } = linked();
    link.io.on('analog-read-0', () => {});
    link.expectBytes();
    if (way.includes('silence')) time.pass(0.26);
    else if (way.includes('end')) port.closed();
    else port.lost(new DriverError('pulled'));
    expect(heard).toEqual([expect.stringContaining(words)]);
    expect(time.waiting).toBe(0);
    expect(leaves).toContain('left');
    port.bytes(BYTES);
    time.pass(1);
    expect(heard).toHaveLength(1);
    expect(link.io.listenerCount('analog-read-0')).toBe(0);
  });

  it.each([
    [0.05, 0.25],
    [0.2, 0.25],
    [0.3, 0.35],
    [0.5, 0.55],
  ])('with a dead-man of %d s is lost after a silence of %d s', (deadMan, silence) => {
    const { link, time, heard } = linked();
    link.expectBytes(deadMan);
    time.pass(silence - 0.005);
    expect(heard).toEqual([]);
    time.pass(0.01);
    expect(heard).toEqual([expect.stringContaining(`nothing heard for ${Math.round(1000 * silence)} ms`)]);
  });

  it('is not lost while bytes come, nor before it expects any', () => {
    const { link, port, time, heard } = linked();
    time.pass(1);
    link.expectBytes();
    for (let i = 0; i < 10; i++) {
      time.pass(0.2);
      port.bytes(BYTES);
    }
    expect(heard).toEqual(Array(10).fill([...BYTES]));
  });
});

describe('a link that is closed', () => {
  it('says so, hears nothing more and leaves no timer', async () => {
    const { link, port, time, heard, leaves } = linked();
    link.io.on('analog-read-0', () => {});
    link.expectBytes();
    await link.close();
    expect(leaves).toEqual(['left', 'closed']);
    expect(time.waiting).toBe(0);
    port.bytes(BYTES);
    time.pass(1);
    expect(heard).toEqual(['closed']);
    expect(link.io.listenerCount('analog-read-0')).toBe(0);
  });
});
