/** An Uno on Steerbot's own emulator, which is built on avr8js. */
import { map, Subject } from 'rxjs';
import { AvrBoard } from '../../../sim/avr/board.js';
import { toCycles, toSeconds } from '../../../sim/avr/clock.js';
import { EmulatedPort } from '../../../sim/avr/emulatedPort.js';
import type { Seconds } from '../../../src/math/units.js';
import { type EdgeTrain, LineTime, type SentByte, type TestedBoard } from './testedBoard.js';

export class Avr8jsBoard implements TestedBoard {
  readonly bytes$ = new Subject<SentByte>();
  readonly changes$;
  readonly resets$;
  readonly #board: AvrBoard;
  readonly #port: EmulatedPort;
  readonly #line = new LineTime();
  readonly #levels = new Map<number, boolean>();

  constructor(program: Uint16Array, seed: number) {
    const board = new AvrBoard(program, seed);
    this.#board = board;
    this.#port = new EmulatedPort(board);
    this.#port.listen({
      bytes: (bytes) => {
        for (const byte of bytes) this.bytes$.next({ at: board.now, byte });
      },
    });
    this.changes$ = board.outputs.changes$.pipe(map((change) => ({ ...change, at: toSeconds(change.at) })));
    this.resets$ = board.resets$.pipe(map(() => board.now));
  }

  get now(): Seconds {
    return this.#board.now;
  }

  async run(time: Seconds): Promise<void> {
    this.#board.runUntil(this.#board.now + time);
  }

  send(bytes: readonly number[]): Seconds {
    this.#port.write(Uint8Array.from(bytes));
    return this.#line.after(bytes.length, this.now);
  }

  setPin(pin: number, level: boolean): void {
    this.#levels.set(pin, level);
    this.#board.setPin(pin, level);
  }

  startEdges({ pins: [first, second], rate, count }: EdgeTrain): void {
    const board = this.#board;
    const period = toCycles(1 / rate);
    const edge = (i: number, due: number) =>
      board.events.at(due, () => {
        const pin = i % 2 === 0 ? first : second;
        this.setPin(pin, !this.#levels.get(pin));
        if (i + 1 < count) edge(i + 1, due + period);
      });
    edge(0, board.cycles + period);
  }

  hang(interrupts: boolean): void {
    this.#board.hangMainLoop(interrupts);
  }

  reset(): void {
    this.#board.reset('external');
  }

  dutyOf(pin: number): number {
    return this.#board.outputs.dutyOf(pin);
  }

  isOutput(pin: number): boolean {
    return this.#board.outputs.isDriven(pin);
  }

  close(): void {
    void this.#port.close();
  }
}
