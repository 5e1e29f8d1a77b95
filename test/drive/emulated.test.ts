import { expect } from 'vitest';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { drive } from '../../src/drive/drive.js';
import { arrive } from '../../src/steering/behaviors/arrive.js';
import { itThorough as it } from '../support/effort.js';

it('a program drives the real firmware on an emulated board, in real time', async () => {
  const run = await drive(loadRobot('scout'), arrive({ target: [0.15, 0] }), { port: 'emulated' });
  expect(await run.result).toMatchObject({ outcome: 'arrived', pose: { x: expect.closeTo(0.15, 2) } });
});
