/** The bridge that a motor hangs on: what it is told becomes the motor's duty. */
import type { Duty } from '../../src/math/units.js';

/** The duty now. */
export type DutyNow = () => Duty;

/** How much, and which way: forward while `dir` is high; with `cdir`, back while that one is. */
export interface Bridge {
  readonly pwm: DutyNow;
  readonly dir: DutyNow;
  readonly cdir?: DutyNow | undefined;
}

/** Two directions alike, both high or both low: it holds the motor or lets it roll. */
export const bridgeDuty = ({ pwm, dir, cdir }: Bridge): DutyNow =>
  cdir ? () => pwm() * (Math.sign(dir()) - Math.sign(cdir())) : () => (dir() > 0 ? pwm() : -pwm());
