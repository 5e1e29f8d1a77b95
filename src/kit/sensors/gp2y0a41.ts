/**
 * Sharp's infrared range sensor GP2Y0A41, for 4 to 30 cm: as `gp2y0a21`, with another curve, d = 2076/(n − 11) cm
 * (johnny-five's), and a peak at 3.5 cm.
 *
 * From 4 to 3.1 cm a thing is reported at 4 cm; a report of 4 to 30 cm may mean 3.1 to 0.5 cm. Its cycle takes 16.5 ms (data
 * sheet; the spread is typical).
 */
import { cm, type Meters, ms } from '../../math/units.js';
import { folded, SHARP_MIN_COUNT } from '../rangeCurve.js';
import { voltageRanger } from '../voltageRanger.js';

const counts = (distance: Meters): number => 20.76 / distance + 11;

export const gp2y0a41 = voltageRanger({
  type: 'gp2y0a41',
  title: 'Sharp GP2Y0A41',
  curve: {
    counts,
    distance: (n) => (n > 11 ? cm(2076 / (n - 11)) : Number.POSITIVE_INFINITY),
    nearest: cm(4),
    farthest: cm(30),
    nothing: 50,
    tooNear: folded(counts, cm(3.5)),
    least: SHARP_MIN_COUNT,
  },
  rays: [0],
  each: true,
  rate: 25,
  lag: ms(16),
  model: {
    by: 'light',
    misplaced: true,
    cycle: { length: ms(16.5), spread: ms(4), measures: 0.5 },
  },
});
