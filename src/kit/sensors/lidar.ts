/** A lidar that no board reads: for simulation, and for programs that send its readings. */
import { z } from 'zod';
import { deg, type Hertz } from '../../math/units.js';
import { quantity } from '../../validation/quantity.js';
import { spread } from '../cone.js';
import { facingSensorSchema, noise, sensorRange } from '../sensorSchemas.js';
import { type Defined, type Lenient, sensorType } from '../sensorType.js';

const RATE: Hertz = 10;

const schema = facingSensorSchema('lidar', {
  fieldOfView: quantity('rad', { above: 0, max: 2 * Math.PI }),
  rays: z.int().min(1).max(2000),
  range: sensorRange,
  rate: quantity('Hz', { above: 0, max: 1000 }).default(RATE),
  ...noise,
});

export const lidar = sensorType<typeof schema, Lenient<Defined<typeof schema>>>({
  schema,
  title: 'lidar',
  tells: 'range',
  beam: ({ range = 5, fieldOfView = deg(270), rays = 270, rate = RATE, noise }) => ({
    rays: spread(fieldOfView, rays),
    each: true,
    nearest: 0,
    farthest: range,
    rate,
    ...(noise === 'typical' && { sweep: 1 / rate }),
  }),
  model: (sensor) => ({ kind: 'scan', noisy: sensor.noise === 'typical' }),
});
