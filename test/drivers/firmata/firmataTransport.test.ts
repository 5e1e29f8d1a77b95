import { expect, it } from 'vitest';
import { FirmataIo } from '../../../src/drivers/firmata/firmataIo.js';
import { FirmataTransport } from '../../../src/drivers/firmata/firmataTransport.js';

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
  // The state of a pin that nobody has told of, and a firmware's name of no length.
  transport.receive(Uint8Array.from([0xf0, 0x6e, 9, 1, 1, 0xf7, 0xf0, 0x79, 0xf7, 0xe0, 5, 1]));
  expect(samples).toEqual([133]);
});
