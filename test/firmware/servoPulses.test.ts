/** A servo that is at full speed 100 µs beside its middle makes 1 % of it of each µs: a pulse must be as long as it was asked for. */
import { filter } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { bootedBoard } from '../support/emulated.js';

const [FORM_SERVO, NONE] = [4, 127];

/** Lengths of the pulses at a pin of an emulated board [µs]. */
function pulsesOf({ board }: ReturnType<typeof bootedBoard>, pin: number): number[] {
  const pulses: number[] = [];
  let rose = Number.NaN;
  board.outputs.changes$.pipe(filter((change) => change.pin === pin)).subscribe(({ duty, at }) => {
    if (duty === 1) rose = at;
    else pulses.push((at - rose) / 16);
  });
  return pulses;
}

describe("a servo's pulses", () => {
  // 9 and 10 hang on the timer that makes the pulses, 3 and 11 on another one, 12 and 13 on none.
  it.each([
    [13, 12],
    [9, 10],
    [3, 11],
  ])('are as long as asked for, whatever else the board does: pins %d and %d', (left, right) => {
    const host = bootedBoard();
    host.arm({ motors: [FORM_SERVO, left, NONE, NONE, FORM_SERVO, right, NONE, NONE] });
    const [a, b] = [pulsesOf(host, left), pulsesOf(host, right)];
    for (const duty of [0, 20, 100, -100, 201]) {
      a.length = b.length = 0;
      // Not the servos' own 20 ms: the frames and the board's ticks come at every phase of a pulse.
      for (let i = 0; i < 60; i++) {
        host.drive(duty, -duty);
        host.run(0.0203);
      }
      for (const [pulses, asked] of [[a, 1500 + duty / 2] as const, [b, 1500 - duty / 2] as const]) {
        const errors = pulses.slice(3).map((pulse) => pulse - asked);
        expect(errors.length).toBeGreaterThan(50);
        expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.75);
        expect(Math.abs(errors.reduce((sum, error) => sum + error, 0) / errors.length)).toBeLessThan(0.25);
      }
    }
  });
});
