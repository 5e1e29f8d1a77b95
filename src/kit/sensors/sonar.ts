/** A sonar that no board reads: for simulation, and for programs that send its readings. */
import type { Hertz, Radians } from '../../math/units.js';
import { quantity } from '../../validation/quantity.js';
import { coneRays, SONAR_CONE } from '../cone.js';
import { SONAR_ERRORS } from '../measurementModel.js';
import { facingSensorSchema, firstAfter, noise, sensorRange } from '../sensorSchemas.js';
import { type Defined, type Lenient, sensorType } from '../sensorType.js';

const RATE: Hertz = 20;

const schema = facingSensorSchema('sonar', {
  range: sensorRange,
  /** The whole opening angle. */
  cone: quantity('rad', { above: 0, max: Math.PI }).default(SONAR_CONE),
  rate: quantity('Hz', { above: 0, max: 1000 }).default(RATE),
  /** Sonars that would hear each other fire in turn. */
  after: firstAfter,
  ...noise,
});

type Sonar = Lenient<Omit<Defined<typeof schema>, 'cone'> & { readonly fieldOfView: Radians }>;

export const sonar = sensorType<typeof schema, Sonar>({
  schema,
  title: 'sonar',
  tells: 'range',
  define: ({ cone, ...rest }) => [{ ...rest, fieldOfView: cone }],
  beam: ({ range = 3, fieldOfView = SONAR_CONE, rate = RATE }) => ({
    rays: coneRays(fieldOfView),
    each: false,
    nearest: 0,
    farthest: range,
    rate,
  }),
  model: (sensor) =>
    sensor.noise === 'typical'
      ? { kind: 'range', by: 'sound', misplaced: true, errors: SONAR_ERRORS, late: true }
      : { kind: 'range', by: 'sound' },
});
