import { AVRUSART, CPU, usart0Config } from 'avr8js';
import { describe, expect, it } from 'vitest';
import { Receiver } from '../../../sim/avr/receiver.js';

const { UCSRA, UCSRB, UDR } = usart0Config;
const RECEIVED = 0x80;
const RECEPTION = 0x10;
const TRANSMITTER_INTERRUPT = 0x20;

function chip(fixed: boolean) {
  const cpu = new CPU(new Uint16Array(16));
  const usart = new AVRUSART(cpu, usart0Config, 16e6);
  const receiver = fixed ? new Receiver(cpu, usart) : undefined;
  cpu.writeData(UCSRB, RECEPTION);
  const come = (byte: number) => (receiver ? receiver.receive(byte) : usart.writeByte(byte, true));
  const waits = () => ((cpu.data[UCSRA] ?? 0) & RECEIVED) !== 0;
  return { cpu, come, waits, read: () => cpu.readData(UDR) };
}

describe('the receiver', () => {
  it('keeps a byte while the firmware writes to its control register; avr8js alone would lose it', () => {
    for (const fixed of [true, false]) {
      const { cpu, come, waits, read } = chip(fixed);
      come(0x42);
      cpu.writeData(UCSRB, RECEPTION | TRANSMITTER_INTERRUPT);
      expect(waits()).toBe(fixed);
      if (fixed) expect(read()).toBe(0x42);
    }
  });

  it('keeps three bytes and gives them in order', () => {
    const { come, waits, read } = chip(true);
    for (const byte of [1, 2, 3]) come(byte);
    for (const byte of [1, 2, 3]) {
      expect(waits()).toBe(true);
      expect(read()).toBe(byte);
    }
    expect(waits()).toBe(false);
  });

  it('loses the third byte when a fourth comes, as the shift register does', () => {
    const { come, waits, read } = chip(true);
    for (const byte of [1, 2, 3, 4]) come(byte);
    expect([read(), read(), read()]).toEqual([1, 2, 4]);
    expect(waits()).toBe(false);
  });

  it('hears nothing while reception is off', () => {
    const { cpu, come, waits } = chip(true);
    cpu.writeData(UCSRB, 0);
    come(1);
    expect(waits()).toBe(false);
  });
});
