import {
  AVRIOPort,
  AVRTimer,
  type AVRTimerConfig,
  avrInstruction,
  CPU,
  portBConfig,
  portDConfig,
  timer0Config,
  timer1Config,
  timer2Config,
} from 'avr8js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paceTimer } from '../../../sim/avr/timerPacing.js';
import { drawn } from '../../support/effort.js';

interface Write {
  readonly after: number;
  readonly register: 'TCCRA' | 'TCCRB' | 'OCRA' | 'OCRB' | 'TCNT' | 'read';
  readonly value: number;
}

/** What can be seen of a timer while a program of nothing runs, and somebody writes to its registers. */
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
  // External clocks, and the highest modes of the 16-bit timer, are nobody's here.
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
