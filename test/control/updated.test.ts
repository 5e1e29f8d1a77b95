import { describe, expect, it } from 'vitest';
import { prepareModel } from '../../src/control/robotModel.js';
import { startLoop, updated as updatedLoop } from '../../src/control/state.js';
import { estimatorUpdated as updatedEstimator } from '../../src/estimation/estimatorState.js';
import { startMotion, motionUpdated as updatedMotion } from '../../src/safety/motionWindow.js';
import { SCOUT } from '../sim/bodies.js';
import { ORIGIN } from './fakeLoop.js';
import { saying } from './foldedLoop.js';

const loop = startLoop(prepareModel(SCOUT, saying({})), { at: 0, pose: ORIGIN, speed: 0, seed: 1 });
const motion = startMotion(0, { left: 0, right: 0 });

/** Told apart from all that a state may hold. */
const CHANGE: unknown = { changed: true };
type Update = (state: object, change: object) => object;

describe.each([
  ['the loop', updatedLoop, loop, ['estimator', 'around', 'guards']],
  ['the estimate', updatedEstimator, loop.estimator, Object.keys(loop.estimator)],
  ['the motion monitor', updatedMotion, motion, ['now', 'countedAt', 'unheard', 'rate', 'unclearSince']],
] as const)('a state of %s', (_, updated, state, keys) => {
  it.each(keys)('takes a new %s, and keeps all else', (key) => {
    expect((updated as Update)(state, { [key]: CHANGE })).toEqual({ ...state, [key]: CHANGE });
  });
});
