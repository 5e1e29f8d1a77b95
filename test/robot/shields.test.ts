/** The facts about shields are johnny-five's; those that Steerbot does not list are for boards other than Arduinos. */
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { SHIELDS } from '../../src/kit/shields.js';

interface Known {
  readonly pins: Readonly<Record<string, number | string>>;
  readonly address?: number;
  readonly controller?: string;
  readonly register?: { readonly clock: number; readonly data: number; readonly latch: number };
  readonly bits?: { readonly a: number; readonly b: number };
}

const { SHIELD_CONFIGS } = createRequire(import.meta.url)('johnny-five/lib/motor') as {
  readonly SHIELD_CONFIGS: Readonly<Record<string, Readonly<Record<string, Known>>>>;
};

describe.each(Object.entries(SHIELDS))('%s', (name, { motors, bus }) => {
  const known = Object.values(SHIELD_CONFIGS[name] ?? {});

  it('has the motors that johnny-five gives it, on the same pins', () => {
    // What measures a current drives nothing.
    const pins = known.map(({ pins: { current, ...rest } }) => rest);
    // A pin that lets a motor turn, and on which its chip reports a fault, is an ordinary output to johnny-five.
    const driving = motors.map(({ current, enableDiag, ...rest }) => ({
      ...rest,
      ...(enableDiag !== undefined && { enable: enableDiag }),
    }));
    expect(pins.length).toBeGreaterThan(0);
    expect(bus?.kind === 'i2c' ? bus.channels : driving).toEqual(pins);
    if (bus?.kind === 'i2c') expect(motors).toEqual(pins.map(() => ({})));
  });

  it('tells their currents where johnny-five reads them', () => {
    for (const [i, { pins }] of known.entries()) {
      if (pins.current !== undefined) expect(motors[i]?.current).toBe(pins.current);
    }
  });

  it('has them behind the chip that johnny-five speaks to, if any', () => {
    for (const [i, { address, controller, register, bits }] of known.entries()) {
      const [clock, , data, latch] = bus?.kind === 'register' ? bus.pins : [];
      expect(bus?.kind === 'i2c' ? bus.address : undefined).toBe(address);
      expect(controller).toBe(bus?.kind === 'i2c' ? 'PCA9685' : undefined);
      expect(bus?.kind === 'register' ? { clock, data, latch } : undefined).toEqual(register);
      expect(bus?.kind === 'register' ? bus.bits[i] : undefined).toEqual(bits);
    }
  });
});
