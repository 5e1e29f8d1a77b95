/**
 * The receiving side of the serial interface, as the ATmega328P has it.
 *
 * avr8js 0.21 differs in two ways, by which a board loses commands that a real one gets:
 * - Any write to UCSR0B while reception is on, such as the one that starts each transmission, throws away a byte
 *   that has come and was not read yet. Here such a write leaves it alone.
 * - It keeps one byte. The chip keeps two, and a third in its shift register until a fourth begins to come.
 */
import { type AVRUSART, type CPU, usart0Config } from 'avr8js';

const RECEPTION_ENABLED = 0x10;
const RECEIVED = 0x80;
const KEPT = 3;

export class Receiver {
  readonly #cpu: CPU;
  readonly #usart: AVRUSART;
  /** Come after the byte that UDR0 reads now. */
  readonly #waiting: number[] = [];

  constructor(cpu: CPU, usart: AVRUSART) {
    this.#cpu = cpu;
    this.#usart = usart;
    this.#keepWhatCame();
    this.#readInOrder();
  }

  /** A byte whose stop bit has just ended; lost while reception is off. */
  receive(byte: number): void {
    if (!this.#unread) this.#usart.writeByte(byte, true);
    else if (this.#waiting.length < KEPT - 1) this.#waiting.push(byte);
    else this.#waiting[KEPT - 2] = byte;
  }

  get #unread(): boolean {
    return ((this.#cpu.data[usart0Config.UCSRA] ?? 0) & RECEIVED) !== 0;
  }

  /** avr8js clears RXC where reception was on before and is on after, so it is told that it was off. */
  #keepWhatCame(): void {
    const { writeHooks } = this.#cpu;
    const write = writeHooks[usart0Config.UCSRB];
    writeHooks[usart0Config.UCSRB] = (value, old, at, mask) =>
      write?.(value, old & ~RECEPTION_ENABLED, at, mask);
  }

  #readInOrder(): void {
    const { readHooks } = this.#cpu;
    const read = readHooks[usart0Config.UDR];
    readHooks[usart0Config.UDR] = (at) => {
      const byte = read?.(at) ?? 0;
      const next = this.#waiting.shift();
      if (next !== undefined) this.#usart.writeByte(next, true);
      return byte;
    };
  }
}
