import { describe, expect, it } from 'vitest';
import { parsePath, saidOf } from '../../../src/config/paths/pathFile.js';
import { FileError } from '../../../src/validation/errors.js';
import { READ, REFUSED } from './foreign.js';

/** Whether a path passes a point, whatever lies between its points. */
const nearest = (points: readonly { x: number; y: number }[], [x, y]: readonly number[]): number =>
  Math.min(...points.map((p) => Math.hypot(p.x - (x ?? 0), p.y - (y ?? 0))));

describe('a file as people have it', () => {
  it.each(READ)(
    '$name is read as what it means',
    ({ text, file = 'f.csv', right, within = 1e-6, speeds, said }) => {
      const found = parsePath(text, file);
      const { points } = found;
      expect(points.map(({ x, y }) => [x, y]).filter((_, i) => i === 0 || i === points.length - 1)).toEqual([
        [right[0]?.[0], right[0]?.[1]].map((value) => expect.closeTo(value ?? 0, -Math.log10(2 * within))),
        [right.at(-1)?.[0], right.at(-1)?.[1]].map((value) =>
          expect.closeTo(value ?? 0, -Math.log10(2 * within)),
        ),
      ]);
      for (const point of right) expect(nearest(points, point)).toBeLessThan(2 * within);
      if (!/curve|drawing/.test(found.from)) expect(points).toHaveLength(right.length);
      expect(points.map(({ speed }) => speed)).toEqual(
        speeds ? speeds.map((speed) => expect.closeTo(speed, 6)) : points.map(() => undefined),
      );
      expect(saidOf(found)).toContain(said);
    },
  );

  it.each(REFUSED)('$name is refused, and its cure works', ({ text, file = 'f.csv', why, cured, right }) => {
    let message = '';
    try {
      parsePath(text, file);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      ({ message } = error);
    }
    expect(message).toContain(why);
    if (cured === undefined) return;
    const { points } = parsePath(cured(text), file);
    expect(points.map(({ x, y }) => [x, y])).toEqual(
      right?.map((point) => point.map((value) => expect.closeTo(value, 6))),
    );
  });
});
