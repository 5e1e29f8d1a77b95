/**
 * A board on Debian's simavr: the program simavrBoard.c as a process, which is told what to do line by line.
 *
 * Where simavr 1.6 has less than the chips: the Mega's pins A8 to A15 make no interrupts; a flag that was set while its
 * interrupt was off is not served when it is turned on; no received byte is ever lost; the timers know no phase-correct
 * PWM, so duties are read from registers.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Subject } from 'rxjs';
import { packageFolder } from '../../../src/config/loadFile.js';
import type { Seconds } from '../../../src/math/units.js';
import { afterFile } from '../afterFile.js';
import { isFileMissing, isMissing } from '../tools.js';
import { type BoardPins, MEGA_PINS, PinDuties, UNO_PINS } from './boardPins.js';
import { type DutyChange, type EdgeTrain, LineTime, type SentByte, type TestedBoard } from './testedBoard.js';

export type SimavrChip = 'atmega328p' | 'atmega2560';

const CLOCK = 16e6;
const EXTERNAL_RESET = 2;
/** In real time: a run that takes longer never ends. */
const PATIENCE_MS = 120_000;

const PINS: Readonly<Record<SimavrChip, BoardPins>> = { atmega328p: UNO_PINS, atmega2560: MEGA_PINS };

/** @throws Error in CI, where nothing may be missing */
export const isSimavrMissing = (): boolean =>
  isMissing('gcc') || isFileMissing('/usr/include/simavr/sim_avr.h', 'libsimavr-dev');

let program: string | undefined;

/** Compiles it, once for a test file. */
function simavrProgram(): string {
  if (program && existsSync(program)) return program;
  const folder = mkdtempSync(join(tmpdir(), 'steerbot-simavr-'));
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  const source = join(packageFolder(), 'test/support/boards/simavrBoard.c');
  program = join(folder, 'simavrBoard');
  execFileSync('gcc', ['-O2', '-Wall', '-Werror', '-o', program, source, '-lsimavr'], { stdio: 'pipe' });
  return program;
}

interface Awaited {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export class SimavrBoard implements TestedBoard {
  readonly bytes$ = new Subject<SentByte>();
  readonly changes$ = new Subject<DutyChange>();
  readonly resets$ = new Subject<Seconds>();
  readonly #process: ChildProcess;
  readonly #duties: PinDuties;
  readonly #now: number[];
  readonly #line = new LineTime();
  #cycles = 0;
  #commands = '';
  #run: Awaited | undefined;
  #said = '';

  constructor(hex: string, chip: SimavrChip, seed: number) {
    this.#duties = new PinDuties(PINS[chip]);
    this.#now = new Array(this.#duties.pinCount).fill(0);
    this.#process = spawn(simavrProgram(), [hex, chip, `${seed}`]);
    const { stdin, stdout, stderr } = this.#process;
    if (stdout) createInterface({ input: stdout }).on('line', (line) => this.#hear(line));
    stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said += text;
    });
    // What it said last says why; a line that it no longer takes would end this process, too.
    stdin?.on('error', () => {});
    this.#process.on('error', ({ message }) => this.#fail(message));
    this.#process.on('close', () => this.#fail('it has ended'));
    afterFile(() => this.close());
    this.#tell('watch', ...this.#duties.addresses.map((address) => address.toString(16)));
  }

  get now(): Seconds {
    return this.#cycles / CLOCK;
  }

  run(time: Seconds): Promise<void> {
    this.#tell('run', Math.round(time * CLOCK));
    return new Promise((resolve, reject) => {
      const overdue = setTimeout(() => this.#fail('a run does not end'), PATIENCE_MS);
      const settle = (act: () => void) => {
        clearTimeout(overdue);
        act();
      };
      this.#run = { resolve: () => settle(resolve), reject: (error) => settle(() => reject(error)) };
      this.#process.stdin?.write(this.#commands);
      this.#commands = '';
    });
  }

  send(bytes: readonly number[]): Seconds {
    if (bytes.length > 0) this.#tell('send', ...bytes.map((byte) => byte.toString(16)));
    return this.#line.after(bytes.length, this.now);
  }

  setPin(pin: number, level: boolean): void {
    this.#tell('level', this.#nameOf(pin), level ? 1 : 0);
  }

  startEdges({ pins: [first, second], rate, count }: EdgeTrain): void {
    this.#tell('train', this.#nameOf(first), this.#nameOf(second), Math.round(CLOCK / rate), count);
  }

  hang(interrupts: boolean): void {
    this.#tell('hang', interrupts ? 1 : 0);
  }

  reset(): void {
    this.#tell('reset', EXTERNAL_RESET);
  }

  dutyOf(pin: number): number {
    return this.#now[pin] ?? 0;
  }

  isOutput(pin: number): boolean {
    return this.#duties.isOutput(pin);
  }

  close(): void {
    this.#process.removeAllListeners('close').kill();
  }

  #nameOf(pin: number): string {
    const { port, bit } = this.#duties.placeOf(pin);
    return `${port} ${bit}`;
  }

  #tell(...words: readonly (string | number)[]): void {
    this.#commands += `${words.join(' ')}\n`;
  }

  #hear(line: string): void {
    const [kind, time, ...words] = line.split(' ');
    const at = Number(time) / CLOCK;
    const [first = 0, second = 0] = words.map((word) => Number.parseInt(word, 16));
    if (kind === 'byte') this.bytes$.next({ at: at + LineTime.byte, byte: first });
    else if (kind === 'register') this.#set(first, second, at);
    else if (kind === 'reset') this.resets$.next(at);
    else if (kind === 'crash') this.#fail(`the chip has crashed at ${at} s, at ${words[0]}`);
    else if (kind === 'at') this.#endRun(Number(time));
  }

  #set(address: number, value: number, at: Seconds): void {
    this.#duties.set(address, value);
    for (let pin = 0; pin < this.#now.length; pin++) {
      const duty = this.#duties.dutyOf(pin);
      if (duty === this.#now[pin]) continue;
      this.#now[pin] = duty;
      this.changes$.next({ at, pin, duty });
    }
  }

  #endRun(cycles: number): void {
    this.#cycles = cycles;
    const run = this.#run;
    this.#run = undefined;
    run?.resolve();
  }

  #fail(what: string): void {
    this.#process.kill();
    const run = this.#run;
    this.#run = undefined;
    run?.reject(new Error(`the board on simavr: ${what} ${this.#said}`));
  }
}
