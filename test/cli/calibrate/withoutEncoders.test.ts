import { describe, expect } from 'vitest';
import { motorFigures } from '../../../src/robot/byWheel.js';
import { isGyroscope } from '../../../src/sensors/sensorFacts.js';
import { cases, exceptions, itInBoth as it, itThorough } from '../../support/effort.js';
import { calibrated, drawHidden, type Kind, textOf } from './hiddenRobot.js';

const ROBOTS = cases(12, 1);
const KIND: Kind = { counts: 1437, gyro: false, blind: true };

async function trials(kind: Kind) {
  const all = [];
  for (const robot of ROBOTS) {
    const hidden = drawHidden(robot + 1, kind);
    all.push({ hidden, ...(await calibrated(hidden, textOf(kind))) });
  }
  return all;
}

const verdictOf = (findings: readonly { what: string; verdict: string }[], what: string) =>
  findings.find((finding) => finding.what === what)?.verdict;

describe('robots without encoders, by tape and clock', () => {
  itThorough('finds motors and track, and says that delay and lag cannot be known', async () => {
    const tracks: number[] = [];
    const speeds: number[] = [];
    const deadbands: number[] = [];
    for (const { hidden, robot, findings, text } of await trials(KIND)) {
      tracks.push(Math.abs(robot.chassis.track / hidden.track - 1));
      const figures = motorFigures(robot.motors);
      for (const side of ['left', 'right'] as const)
        for (const { noLoadSpeed, deadband } of [figures[side].forward, figures[side].back]) {
          speeds.push(Math.abs(noLoadSpeed / hidden.noLoadSpeed[side] - 1));
          deadbands.push(Math.abs(deadband - hidden.deadband[side]));
        }
      expect(verdictOf(findings, 'delay and lag')).toBe('cannot be known');
      expect(verdictOf(findings, 'encoder counts')).toBe('cannot be known');
      expect(text).toContain('latency: 40 ms');
    }
    expect(tracks.filter((error) => !(error < 0.01)).length).toBeLessThanOrEqual(exceptions(0.1, 12));
    expect(Math.max(...speeds)).toBeLessThan(0.02);
    expect(Math.max(...deadbands)).toBeLessThan(0.02);
  });

  it('with a gyroscope also delay and lag, within 15 ms, and the scale of the gyroscope', async () => {
    for (const { hidden, robot, findings } of await trials({ ...KIND, gyro: true })) {
      const found = findings.find(({ what }) => what === 'delay and lag');
      expect(Math.abs((found?.value ?? Number.NaN) - hidden.delay - hidden.lag)).toBeLessThan(0.015);
      const gyro = robot.sensors.find(isGyroscope);
      expect(Math.abs((gyro?.scale ?? 1) * (1 + hidden.gyroScaleError) - 1)).toBeLessThan(0.003);
    }
  });

  itThorough('a robot that hardly moves gives no figure', async () => {
    const hidden = { ...drawHidden(1, KIND), deadband: { left: 0.6, right: 0.6 } };
    const text = textOf(KIND);
    const { findings, text: after } = await calibrated(hidden, text);
    expect(verdictOf(findings, 'motors and track')).toBe('not enough movement');
    expect(after).toBe(text);
  });
});
