/**
 * Lets a timer of avr8js work only when there is something to see of it.
 *
 * avr8js counts a timer at every tick of its prescaler, which is most of the work of an idle board. Between two
 * ticks at which the counter reaches a compare value, its top or its bottom, nothing but the counter changes, and
 * that can be made up for in one go. The flags, interrupts and pins come at the same cycles as before.
 */
import type { AVRTimer, AVRTimerConfig, CPU } from 'avr8js';

/** What avr8js keeps to itself. */
interface TimerState {
  readonly tcnt: number;
  readonly ocrA: number;
  readonly ocrB: number;
  readonly TOP: number;
  readonly timerMode: number;
  readonly countingUp: boolean;
  readonly divider: number;
  readonly lastCycle: number;
  readonly updateDivider: boolean;
  readonly tcntUpdated: boolean;
  count: (reschedule?: boolean, external?: boolean) => void;
}

/** Phase correct, and phase and frequency correct: up and down again. */
const UP_AND_DOWN = [1, 4];

/** Ticks until the counter meets a compare value, its top or its bottom; it stops at the top before it wraps. */
function ticksAhead({ tcnt, ocrA, ocrB, TOP, timerMode, countingUp }: TimerState): number {
  const down = UP_AND_DOWN.includes(timerMode) && !countingUp;
  let ticks = down ? tcnt : TOP - tcnt;
  for (const compare of [ocrA, ocrB]) {
    const away = down ? tcnt - compare : compare - tcnt;
    if (away > 0 && away < ticks) ticks = away;
  }
  return Math.max(1, ticks);
}

/** A new prescaler or counter value takes effect at a clock event of its own, which is due at once. */
const changing = ({ updateDivider, tcntUpdated }: TimerState): boolean => updateDivider || tcntUpdated;

export function paceTimer(cpu: CPU, timer: AVRTimer, config: AVRTimerConfig): void {
  const state = timer as unknown as TimerState;
  const countEach = timer.count;
  const schedule = () =>
    cpu.addClockEvent(state.count, state.lastCycle + state.divider * ticksAhead(state) - cpu.cycles);

  state.count = (reschedule = true, external = false) => {
    // A new prescaler schedules its first tick by itself.
    const { divider, updateDivider } = state;
    countEach(false, external);
    if (reschedule && divider && !updateDivider) schedule();
  };

  for (const address of [config.TCNT, config.OCRA, config.OCRB, config.ICR, config.TCCRA, config.TCCRB]) {
    const write = cpu.writeHooks[address];
    if (!write) continue;
    cpu.writeHooks[address] = (value, old, at, mask) => {
      // The counter catches up before the rules change, and looks ahead anew by the new ones.
      if (state.divider && !changing(state)) state.count(false);
      const stored = write(value, old, at, mask);
      if (!changing(state) && cpu.clearClockEvent(state.count)) schedule();
      return stored;
    };
  }
}
