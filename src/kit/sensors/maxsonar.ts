/**
 * MaxBotix' LV-MaxSonar-EZ at its analog pin: supply/512 an inch, so half an inch a count. It reports whole inches, and things
 * nearer than 6 inches at 6 inches (data sheet): too near never counts as free.
 *
 * It pings every 49 ms by itself, and shows what it heard at the start of its last cycle (data sheet).
 */
import { cm, type Meters, ms } from '../../math/units.js';
import { coneRays, SONAR_CONE } from '../cone.js';
import { SONAR_ERRORS } from '../measurementModel.js';
import { voltageRanger } from '../voltageRanger.js';

const INCH: Meters = cm(2.54);
const METERS_PER_COUNT: Meters = 0.0127;
const NEAREST: Meters = cm(15);

export const maxsonar = voltageRanger({
  type: 'maxsonar',
  title: 'MaxBotix LV-MaxSonar-EZ',
  curve: {
    counts: (distance) => distance / METERS_PER_COUNT,
    distance: (counts) => counts * METERS_PER_COUNT,
    nearest: NEAREST,
    farthest: 6.45,
    nothing: 512,
    tooNear: () => NEAREST / METERS_PER_COUNT,
    least: 1,
  },
  rays: coneRays(SONAR_CONE),
  each: false,
  rate: 20,
  lag: ms(74),
  model: {
    by: 'sound',
    misplaced: true,
    errors: { ...SONAR_ERRORS, resolution: INCH, nearest: 6 * INCH },
    cycle: { length: ms(49), spread: 0, measures: 0 },
  },
});
