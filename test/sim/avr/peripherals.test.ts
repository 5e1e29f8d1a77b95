import {
  AVRIOPort,
  AVRTimer,
  type AVRTimerConfig,
  AVRUSART,
  avrInstruction,
  CPU,
  portBConfig,
  portDConfig,
  timer0Config,
  timer1Config,
  timer2Config,
  usart0Config,
} from 'avr8js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addPinChangeEnable, paceTimer, Receiver, SelfProgramming } from '../../../sim/avr/peripherals.js';
import { drawn } from '../../support/effort.js';

const { UCSRA, UCSRB, UDR } = usart0Config;
const RECEIVED = 0x80;
const RECEPTION = 0x10;
const TRANSMITTER_INTERRUPT = 0x20;

function listeningChip(fixed: boolean) {
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
      const { cpu, come, waits, read } = listeningChip(fixed);
      come(0x42);
      cpu.writeData(UCSRB, RECEPTION | TRANSMITTER_INTERRUPT);
      expect(waits()).toBe(fixed);
      if (fixed) expect(read()).toBe(0x42);
    }
  });

  it('keeps three bytes and gives them in order', () => {
    const { come, waits, read } = listeningChip(true);
    for (const byte of [1, 2, 3]) come(byte);
    for (const byte of [1, 2, 3]) {
      expect(waits()).toBe(true);
      expect(read()).toBe(byte);
    }
    expect(waits()).toBe(false);
  });

  it('loses the third byte when a fourth comes, as the shift register does', () => {
    const { come, waits, read } = listeningChip(true);
    for (const byte of [1, 2, 3, 4]) come(byte);
    expect([read(), read(), read()]).toEqual([1, 2, 4]);
    expect(waits()).toBe(false);
  });

  it('loses bytes while reception is off', () => {
    const { cpu, come, waits } = listeningChip(true);
    cpu.writeData(UCSRB, 0);
    come(1);
    expect(waits()).toBe(false);
  });
});

const [PCIFR, PCICR, PCMSK0, PCMSK2] = [0x3b, 0x68, 0x6b, 0x6d];
/** Of port D: its bit in PCICR and PCIFR, and its interrupt. */
const [PORT_D, VECTOR_D] = [0x04, 0x0a];
const SEI = 0x9478;

/** A chip with interrupts on, of which port D's first pin has changed. */
function changedPin({ enabled, mask = 0x01 }: { enabled: boolean; mask?: number }) {
  const cpu = new CPU(new Uint16Array(64).fill(SEI, 0, 1));
  const [, portD] = [portBConfig, portDConfig].map((config) => new AVRIOPort(cpu, config));
  addPinChangeEnable(cpu, [portBConfig, portDConfig]);
  cpu.writeData(PCMSK2, mask);
  cpu.writeData(PCICR, enabled ? PORT_D : 0);
  portD?.setPin(0, true);
  avrInstruction(cpu);
  const isServed = () => {
    cpu.tick();
    return cpu.pc === VECTOR_D;
  };
  return { cpu, isServed, flag: () => cpu.data[PCIFR] };
}

describe('a pin-change interrupt', () => {
  it('is not served if it has been turned off since the pin changed; its flag stays', () => {
    const { cpu, isServed, flag } = changedPin({ enabled: true });
    cpu.writeData(PCICR, 0);
    expect(isServed()).toBe(false);
    expect(flag()).toBe(PORT_D);
  });

  it('is served when it is turned on, if its flag is set', () => {
    const { cpu, isServed, flag } = changedPin({ enabled: false });
    expect(isServed()).toBe(false);
    cpu.writeData(PCICR, PORT_D);
    expect(isServed()).toBe(true);
    expect(flag()).toBe(0);
  });

  it('is not served when it is turned on, if the program has cleared its flag', () => {
    const { cpu, isServed } = changedPin({ enabled: false });
    cpu.writeData(PCIFR, PORT_D);
    cpu.writeData(PCICR, PORT_D);
    expect(isServed()).toBe(false);
  });

  it('is not served for a pin that is masked, and sets no flag', () => {
    const { isServed, flag } = changedPin({ enabled: true, mask: 0xfe });
    expect(isServed()).toBe(false);
    expect(flag()).toBe(0);
  });

  it.each([
    ['another port', PCMSK0, 0],
    ['its own port', PCMSK2, 0],
  ])('is served though the mask of %s has been written since', (_, register, mask) => {
    const { cpu, isServed } = changedPin({ enabled: true });
    cpu.writeData(register, mask);
    expect(isServed()).toBe(true);
  });

  it('is not served because a mask is written while it is off', () => {
    const { cpu, isServed } = changedPin({ enabled: false });
    cpu.writeData(PCMSK2, 0xff);
    expect(isServed()).toBe(false);
  });
});

const SPMCSR = 0x57;
const [FILL, ERASE, WRITE] = [0x01, 0x03, 0x05];
const WORDS = 0x4000;
const BOOT_START = 0x3f00;
/** 4.5 ms at 16 MHz. */
const BUSY = 72_000;

function chip() {
  const flash = new Uint16Array(WORDS).fill(0xffff);
  const cpu = new CPU(flash.slice(), 2048);
  const self = new SelfProgramming(cpu, flash, BOOT_START);
  cpu.pc = BOOT_START + 10;
  /** @param address in words */
  const store = (command: number, address: number, word = 0) => {
    cpu.data[SPMCSR] = command;
    cpu.dataView.setUint16(30, 2 * address, true);
    cpu.dataView.setUint16(0, word, true);
    self.store();
  };
  const pass = (cycles: number) => {
    cpu.cycles += cycles;
    cpu.tick();
  };
  return { cpu, flash, store, pass, busy: () => (cpu.data[SPMCSR] ?? 0) !== 0 };
}

describe('a chip that writes its own program', () => {
  it('fills a buffer and writes it to a page, which the CPU reads and which survives a reset', () => {
    const { cpu, flash, store, pass } = chip();
    for (let i = 0; i < 64; i++) store(FILL, 0x40 + i, 0x1000 + i);
    expect(flash[0x40]).toBe(0xffff);
    store(WRITE, 0x40);
    pass(BUSY);
    for (const memory of [flash, cpu.progMem]) {
      expect([...memory.subarray(0x40, 0x80)]).toEqual(Array.from({ length: 64 }, (_, i) => 0x1000 + i));
      expect([memory[0x3f], memory[0x80]]).toEqual([0xffff, 0xffff]);
    }
  });

  it('takes 4.5 ms to erase, and as much to write; a word of the buffer takes none', () => {
    const { store, pass, busy } = chip();
    store(FILL, 0, 1);
    expect(busy()).toBe(false);
    for (const command of [ERASE, WRITE]) {
      store(command, 0);
      pass(BUSY - 10);
      expect(busy()).toBe(true);
      pass(20);
      expect(busy()).toBe(false);
    }
  });

  it('only clears bits when it writes: old bits remain without erasing', () => {
    const { flash, store, pass } = chip();
    const write = (word: number) => {
      store(FILL, 0, word);
      store(WRITE, 0);
      pass(BUSY);
    };
    write(0x0f0f);
    write(0x00ff);
    expect(flash[0]).toBe(0x000f);
    store(ERASE, 0);
    pass(BUSY);
    expect(flash[0]).toBe(0xffff);
    write(0x00ff);
    expect(flash[0]).toBe(0x00ff);
    expect(flash[1]).toBe(0xffff);
  });

  it('writes only from its boot section', () => {
    const { cpu, flash, store, pass } = chip();
    cpu.pc = BOOT_START - 1;
    store(FILL, 0, 0);
    store(WRITE, 0);
    pass(BUSY);
    expect(flash[0]).toBe(0xffff);
  });
});

interface Write {
  readonly after: number;
  readonly register: 'TCCRA' | 'TCCRB' | 'OCRA' | 'OCRB' | 'TCNT' | 'read';
  readonly value: number;
}

/** The visible state of a timer while an empty program runs and the test writes to its registers. */
function seen(config: AVRTimerConfig, writes: readonly Write[], paced: boolean) {
  const cpu = new CPU(new Uint16Array(0x400), 256);
  const log: string[] = [];
  for (const portConfig of [portBConfig, portDConfig]) {
    const port = new AVRIOPort(cpu, portConfig);
    cpu.writeData(portConfig.DDR, 0xff);
    port.addListener((value) => log.push(`${cpu.cycles} pins ${portConfig.PORT} ${value}`));
  }
  const timer = new AVRTimer(cpu, config);
  if (paced) paceTimer(cpu, timer, config);
  let events = 0;
  const { addClockEvent } = cpu;
  cpu.addClockEvent = (callback, cycles) => {
    events += 1;
    return addClockEvent.call(cpu, callback, cycles);
  };
  let flags = 0;
  for (const { after, register, value } of writes) {
    for (const end = cpu.cycles + after; cpu.cycles < end; ) {
      avrInstruction(cpu);
      cpu.tick();
      if (cpu.data[config.TIFR] === flags) continue;
      flags = cpu.data[config.TIFR] ?? 0;
      log.push(`${cpu.cycles} flags ${flags}`);
    }
    if (register === 'read') log.push(`${cpu.cycles} counter ${cpu.readData(config.TCNT)}`);
    else cpu.writeData(config[register], value);
    cpu.writeData(config.TIFR, 0xff);
    flags = cpu.data[config.TIFR] ?? 0;
  }
  return { log, events };
}

/** Mostly the modes of Arduino's core: outputs connected or not, fast and phase correct, any prescaler. */
const write: fc.Arbitrary<Write> = fc
  .record({
    after: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 20_000 })),
    register: fc.constantFrom('TCCRA', 'TCCRB', 'OCRA', 'OCRB', 'TCNT', 'read'),
    value: fc.oneof(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 3 })),
  })
  // External clocks, and the highest modes of the 16-bit timer, are not used here.
  .map((each) => ({
    ...each,
    value: each.register === 'TCCRB' ? (each.value & 8) | Math.min(5, each.value & 7) : each.value,
  }));

describe('a paced timer', () => {
  for (const [name, config] of Object.entries({ timer0Config, timer1Config, timer2Config })) {
    it(`shows what an unpaced one shows, at the same cycles: ${name}`, () => {
      fc.assert(
        fc.property(fc.array(write, { minLength: 5, maxLength: 30 }), (writes) => {
          expect(seen(config, writes, true).log).toEqual(seen(config, writes, false).log);
        }),
        { numRuns: drawn(150) },
      );
    });
  }

  it('works a fortieth as often as an unpaced one while it makes PWM', () => {
    const pwm: Write[] = [
      { after: 1, register: 'TCCRA', value: 0xa1 },
      { after: 1, register: 'TCCRB', value: 4 },
      { after: 1, register: 'OCRA', value: 100 },
      { after: 1, register: 'OCRB', value: 200 },
      { after: 160_000, register: 'read', value: 0 },
    ];
    expect(seen(timer2Config, pwm, true).events).toBeLessThan(seen(timer2Config, pwm, false).events / 40);
  });
});
