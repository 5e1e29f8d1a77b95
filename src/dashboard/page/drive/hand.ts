/** The operator's hand on the robot in focus: feeds the teleop machine and says what it says. */
import { computed, signal } from '@preact/signals';
import { focus, operate } from '../store.js';
import { demandOf, mustSay, RELEASED, type Teleop, type TeleopEvent, teleop } from './teleop.js';

const state = signal<Teleop>(RELEASED);

/** Whether keys, stick and pad drive. */
export const handOn = computed(() => state.value.on);
export const demand = computed(() => demandOf(state.value));

/** Who is driven from the moment something is held until it is let go. */
let driven: string | undefined;

/** @param beat whether what is held must be said again */
export function feed(event: TeleopEvent, beat = false): void {
  const before = demand.peek();
  state.value = teleop(state.peek(), event);
  const now = demand.peek();
  if (!mustSay(before, now, beat)) return;
  if (before.linear === 0 && before.angular === 0) driven = focus.peek()?.id;
  operate({ kind: 'teleop', ...(driven !== undefined && { robot: driven }), ...now });
}

export const letGo = (): void => feed({ kind: 'letGo' });
