/**
 * Sharp's infrared range sensor GP2Y0A21, for 10 to 80 cm, which triangulates: the voltage falls with the distance, about as
 * 1/d.
 *
 * The curve is the one that johnny-five fits to the data sheet's figure, in counts n of a 10-bit converter at 5 V:
 * d = 12343.85·n^−1.15 cm, to a tenth of a volt or so.
 *
 * Below 10 cm the voltage rises on to a peak at 7 cm, and then falls again: the fold of the data sheet's figure. Around the
 * peak, from 10 down to 5.1 cm, a thing is reported at 10 cm. Nearer still it looks as far away as one in the range, the
 * farther the nearer it comes, and no reading tells the two apart: a report of 10 to 80 cm may mean 5.1 to 0.8 cm. So mount
 * it so far behind the rim that nothing comes nearer than 10 cm.
 *
 * It takes the mean of many flashes in a cycle of 38.3 ± 9.6 ms (data sheet), and shows it during the next one.
 */
import { cm, type Meters, ms } from '../../math/units.js';
import { folded, SHARP_MIN_COUNT } from '../rangeCurve.js';
import { voltageRanger } from '../voltageRanger.js';

const counts = (distance: Meters): number => (123.4385 / distance) ** (1 / 1.15);

export const gp2y0a21 = voltageRanger({
  type: 'gp2y0a21',
  title: 'Sharp GP2Y0A21',
  curve: {
    counts,
    distance: (n) => cm(12343.85 * n ** -1.15),
    nearest: cm(10),
    farthest: cm(80),
    nothing: 50,
    tooNear: folded(counts, cm(7)),
    least: SHARP_MIN_COUNT,
  },
  rays: [0],
  each: true,
  rate: 25,
  lag: ms(38),
  model: {
    by: 'light',
    misplaced: true,
    cycle: { length: ms(38.3), spread: ms(9.6), measures: 0.5 },
  },
});
