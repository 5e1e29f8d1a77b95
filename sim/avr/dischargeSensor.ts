/** A reflectance sensor of an emulated board that is charged, and discharges the faster the brighter the floor is (QTR-RC). */
import { filter } from 'rxjs';
import type { Seconds } from '../../src/math/units.js';
import type { AvrBoard } from './board.js';
import { toCycles } from './clock.js';

/** Without light it leaks away. */
const IN_THE_DARK: Seconds = 0.01;

export class DischargeSensor {
  /** Until its pin is low, over the floor below it with its lamp on. */
  time: Seconds = IN_THE_DARK;

  /** @param pins numbers of the board; without `emitters` its lamp is always on */
  constructor(board: AvrBoard, { pin, emitters }: { readonly pin: number; readonly emitters?: number }) {
    let cancel = () => {};
    board.setPin(pin, false);
    const isLit = () => emitters === undefined || board.outputs.dutyOf(emitters) > 0;
    board.outputs.changes$.pipe(filter((change) => change.pin === pin)).subscribe(({ duty, at }) => {
      cancel();
      if (duty > 0) return board.setPin(pin, true);
      const time = isLit() ? this.time : IN_THE_DARK;
      cancel = board.events.at(at + toCycles(time), () => board.setPin(pin, false));
    });
  }
}
