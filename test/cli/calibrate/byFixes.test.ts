import { describe, expect } from 'vitest';
import { cases, itOnce as it, itThorough } from '../../support/effort.js';
import { calibrated, drawHidden, type Kind, sureValue, textOf } from './hiddenRobot.js';

/** Of ten. */
const ROBOTS = cases(10, 1);
const KIND: Kind = { counts: 1437, gyro: false };
const CAMERA = { rate: 15, delay: 0.1, deviation: 0.01, outliers: 0.05, far: 0.5 };

describe('a robot that is seen from outside', () => {
  itThorough('one drive tells motors, wheels and track, with one wrong fix in twenty', async () => {
    let sure = 0;
    for (const robot of ROBOTS) {
      const hidden = drawHidden(robot + 1, KIND);
      const { findings } = await calibrated(hidden, textOf(KIND), { with: 'fixes', fixes: CAMERA });
      const ratio = sureValue(findings, 'right wheel by left');
      if (ratio === undefined) continue;
      sure += 1;
      expect(Math.abs(ratio / (hidden.perCount.right / hidden.perCount.left) - 1)).toBeLessThan(0.0075);
      expect(Math.abs((sureValue(findings, 'track') ?? Number.NaN) / hidden.track - 1)).toBeLessThan(0.012);
      const response = sureValue(findings, 'delay and lag') ?? Number.NaN;
      expect(Math.abs(response - hidden.delay - hidden.lag)).toBeLessThan(0.005);
      for (const what of ['seen point: ahead of the axle', 'seen point: left of the middle'])
        expect(Math.abs(sureValue(findings, what) ?? Number.NaN)).toBeLessThan(0.004);
    }
    expect(sure).toBeGreaterThanOrEqual(0.8 * ROBOTS.length - 1);
  });

  itThorough('a floor that does not slip needs one round: less than a minute', async () => {
    const hidden = { ...drawHidden(2, KIND), slip: 0.001 };
    const { findings, lasted } = await calibrated(hidden, textOf(KIND), { with: 'fixes', fixes: CAMERA });
    expect(lasted).toBeLessThan(60);
    const track = sureValue(findings, 'track') ?? Number.NaN;
    expect(Math.abs(track / hidden.track - 1)).toBeLessThan(0.003);
  });

  it('without fixes nothing is known', async () => {
    const { findings } = await calibrated(drawHidden(1, KIND), textOf(KIND), { with: 'fixes' });
    expect(findings.map(({ verdict }) => verdict)).toEqual(['cannot be known']);
  });
});
