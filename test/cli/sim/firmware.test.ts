import { describe, expect, it, vi } from 'vitest';
import { loadScenario } from '../../../sim/scenario/loadScenario.js';
import { firmwareBodies, refuseForeign, warnUnguarded } from '../../../src/cli/sim/firmware.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import type { MotorPins, RobotDefinition } from '../../../src/robot/robot.js';
import { UsageError } from '../../../src/validation/errors.js';

const SCOUT = loadRobot('scout');
const onShield = (motor: number, invert: boolean): MotorPins => ({ shield: 'ADAFRUIT_V2', motor, invert });
const ON_BUS: RobotDefinition = {
  ...SCOUT,
  name: 'bus',
  motors: { ...SCOUT.motors, left: onShield(1, false), right: onShield(2, true) },
};
const seek = loadScenario('seek');
const driving = (robot: RobotDefinition) => ({
  ...seek,
  robots: seek.robots.map((spec) => ({ ...spec, robot })),
});

describe('sim --firmware', () => {
  it('refuses a robot whose board is not emulated, as a mistake of its user', async () => {
    const mega = refuseForeign({ ...SCOUT, board: 'mega' });
    await expect(mega).rejects.toThrow(UsageError);
    await expect(mega).rejects.toThrow(/has a mega; an uno or a nano/);
    await expect(firmwareBodies(driving({ ...SCOUT, board: 'mega' }))).rejects.toThrow(UsageError);
    await expect(refuseForeign(SCOUT)).resolves.toBeUndefined();
  });

  it('warns once of a robot that no dead-man reaches', () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { robots, ...scene } = driving(ON_BUS);
    warnUnguarded({ ...scene, robots: [...robots, ...robots] });
    warnUnguarded(seek);
    const said = write.mock.calls;
    write.mockRestore();
    expect(said).toHaveLength(1);
    expect(said[0]?.[0]).toMatch(/^warning: .*'bus'.*0\.2 m\/s.*--without-deadman\n$/);
  });
});
