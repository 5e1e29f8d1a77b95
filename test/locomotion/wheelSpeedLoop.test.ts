import { describe, expect, it } from 'vitest';
import {
  holdSpeed,
  startWheelSpeed,
  type WheelSpeedGains,
  wheelSpeedGains,
} from '../../src/locomotion/wheelSpeedLoop.js';
import type { WheelSpeeds } from '../../src/signals/signals.js';

const both = (value: number): WheelSpeeds => ({ left: value, right: value });

interface Load {
  readonly rate?: number;
  readonly told?: (at: number) => number;
  /** Share of its commanded speed that the wheel reaches, with what is added. */
  readonly gain?: (at: number) => number;
  readonly gains?: WheelSpeedGains;
  readonly latency?: number;
  readonly lag?: number;
}

/**
 * A wheel of one gain behind a dead time and a lag; its model knows both, and not the gain. Gives one line per tick.
 */
function driven(seconds: number, { rate = 50, told = () => 0.3, gain = () => 0.9, ...more }: Load = {}) {
  const { latency = 0.04, lag = 0.06 } = more;
  const gains = more.gains ?? wheelSpeedGains(latency, lag, 1 / rate, 0.0002);
  const steps = Math.round(1000 / rate);
  const commands: { readonly model: number; readonly wheel: number }[] = [];
  const lines: { readonly at: number; readonly added: number; readonly speed: number }[] = [];
  let state = startWheelSpeed;
  let [model, wheel, behind] = [0, 0, 0];
  for (let tick = 0; tick < seconds * rate; tick++) {
    const at = tick / rate;
    const held = holdSpeed(state, { told: both(told(at)), behind: both(behind), dt: 1 / rate }, gains);
    state = held.state;
    for (let step = 0; step < steps; step++) {
      commands.push({ model: told(at), wheel: gain(at) * (told(at) + held.added.left) });
      const late = commands[commands.length - 1 - Math.round(1000 * latency)] ?? { model: 0, wheel: 0 };
      model += (late.model - model) / (1000 * lag);
      wheel += (late.wheel - wheel) / (1000 * lag);
      behind += (model - wheel) / 1000;
    }
    lines.push({ at, added: held.added.left, speed: wheel });
  }
  return lines;
}

describe('the loop round a wheel’s speed', () => {
  it.each([10, 20, 50, 100])(
    'holds what a wheel is told against a load, at %i Hz, without a swing',
    (rate) => {
      const lines = driven(6, { rate });
      expect(lines.at(-1)?.speed).toBeCloseTo(0.3, 2);
      expect(Math.max(...lines.map(({ speed }) => speed))).toBeLessThan(0.31);
    },
  );

  it('adds nothing to a wheel that is as its file says, however it speeds up and slows down', () => {
    const lines = driven(4, { gain: () => 1, told: (at) => 0.2 + 0.2 * Math.sin(3 * at) });
    for (const { added } of lines) expect(Math.abs(added)).toBeLessThan(1e-9);
  });

  it('is stable where latency and lag are twice what it knows', () => {
    const gains = wheelSpeedGains(0.04, 0.06, 0.02, 0.0002);
    const lines = driven(8, { latency: 0.08, lag: 0.12, gains });
    expect(lines.at(-1)?.speed).toBeCloseTo(0.3, 2);
    expect(Math.max(...lines.map(({ speed }) => speed))).toBeLessThan(0.33);
  });

  it('adds at most a quarter and 20 mm/s to a blocked wheel, and lets go of it soon after it is free', () => {
    const lines = driven(8, { gain: (at) => (at < 4 ? 0 : 1) });
    expect(Math.max(...lines.map(({ added }) => added))).toBeLessThanOrEqual(0.3 / 4 + 0.02 + 1e-9);
    const after = lines.filter(({ at }) => at > 6.5).map(({ speed }) => speed);
    expect(Math.max(...after)).toBeLessThan(0.32);
  });

  it('forgets when the wheel is told to stand, and when it turns round', () => {
    const stopped = driven(4, { told: (at) => (at < 2 || at > 2.5 ? 0.3 : 0) });
    expect(stopped.find(({ at }) => at > 1.9)?.added).toBeGreaterThan(0.02);
    for (const { at, added } of stopped) if (at >= 2 && at <= 2.52) expect(added).toBe(0);
    const turned = driven(2.1, { told: (at) => (at < 2 ? 0.3 : -0.3) });
    expect(turned.find(({ at }) => at >= 2)?.added).toBe(0);
  });

  it('is slower for coarse encoders, a late link and a slow rate', () => {
    const { integral } = wheelSpeedGains(0.04, 0.06, 0.02, 0);
    expect(wheelSpeedGains(0.04, 0.06, 0.02, 0.011).integral).toBeLessThan(integral / 2);
    expect(wheelSpeedGains(0.3, 0.06, 0.02, 0).integral).toBeLessThan(integral / 3);
    expect(wheelSpeedGains(0.04, 0.06, 0.1, 0).integral).toBeLessThan(integral / 2);
    expect(wheelSpeedGains(0.04, 0, 0.02, 0).proportional).toBe(0);
  });
});
