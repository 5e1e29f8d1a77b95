/** What is measured of a tick does not depend on chance, or on what else the machine does. */
import { expect } from 'vitest';
import { builtProgram } from '../cli/steerbot.js';
import { itThorough as it } from '../support/effort.js';
import { measure } from './figures.js';

it('every figure repeats to the digit', async () => {
  builtProgram();
  expect(await measure()).toEqual(await measure());
});
