/** The watchdog's side of a reset, where avr8js resets less than the chip does, and more than it should. */
import { AVRClock, AVRWatchdog, type CPU, watchdogConfig } from 'avr8js';
import { CLOCK } from './cycles.js';

/** MCUSR: the reset came from the watchdog. */
export const WATCHDOG_FLAG = 0x08;

const CHANGE_AND_ENABLE = 0x18;
const ENABLE = 0x08;

/**
 * @param timedOut called instead of avr8js' own reset, which leaves peripherals and pins as they are
 */
export function addWatchdog(cpu: CPU, timedOut: () => void): void {
  new AVRWatchdog(cpu, watchdogConfig, new AVRClock(cpu, CLOCK));
  cpu.reset = timedOut;
  const { MCUSR, WDTCSR } = watchdogConfig;
  const write = cpu.writeHooks[WDTCSR];
  const afterTimeout = () => ((cpu.data[MCUSR] ?? 0) & WATCHDOG_FLAG) !== 0;
  // After its own reset it goes on at its shortest time, and cannot be turned off before that flag is cleared.
  cpu.writeHooks[WDTCSR] = (value, old, at, mask) =>
    write?.(afterTimeout() ? value | ENABLE : value, old, at, mask);
  if (!afterTimeout()) return;
  cpu.writeData(WDTCSR, CHANGE_AND_ENABLE);
  cpu.writeData(WDTCSR, ENABLE);
}
