import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { emulatedBodies } from '../../sim/avr/loadEmulated.js';
import { type Result, simulate } from '../../sim/engine/run.js';
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import { presetList } from '../../src/cli/presets.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { sensorTypeOf } from '../../src/kit/sensors/index.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { itOnce as it, itInBoth, partOf } from '../support/effort.js';
import { rootFile } from '../support/runs.js';

const names = readdirSync(rootFile('robots')).flatMap((name) => /^(.+)\.yaml$/.exec(name)?.[1] ?? []);
const robots = names.map((name): [string, RobotDefinition] => [name, loadRobot(name)]);
const onBoards = robots.filter(([, { board }]) => board !== undefined);

/** The true body may be a little faster than asked for: it is not asked again before the next tick. */
const SPEED_MARGIN = 1.02;
const ROUNDING = 1 + 1e-6;

function expectWithinLimits({ criteria, robots: [robot] }: Result, { limits }: RobotDefinition): void {
  expect(criteria.filter(({ passed }) => !passed)).toEqual([]);
  expect(robot).toMatchObject({ outcome: 'arrived', faults: [], contacts: 0 });
  expect(robot?.distanceTravelled).toBeGreaterThan(3.8);
  expect(robot?.maxSpeed).toBeLessThanOrEqual(limits.speed * SPEED_MARGIN);
  expect(robot?.maxForce).toBeLessThanOrEqual(limits.force * ROUNDING);
}

describe('the presets', () => {
  it('are many, each called as its file is', () => {
    expect(names.length).toBeGreaterThanOrEqual(14);
    expect(robots.filter(([name, robot]) => robot.name !== name)).toEqual([]);
  });

  it.each(robots)('%s says what it is made of, how it stops, and what it has driven', (_, robot) => {
    expect(robot.kit).toMatch(/\w/);
    const { left, stop } = robot.motors;
    // A servo stands still without pulses; other drivers hold the wheel, or let it roll.
    const stops = left && 'servo' in left ? ['no pulses'] : ['coast', 'brake', 'standby'];
    expect(stops).toContain(stop);
    expect(robot.tested).toMatch(/^(simulation|emulator|hardware)/);
  });

  it.each(robots)('%s has an outline that is as long as its radius, or is round', (_, { chassis }) => {
    const { footprint = [[chassis.radius, 0]], radius, track } = chassis;
    expect(Math.max(...footprint.map(([x, y]) => Math.hypot(x, y)))).toBeGreaterThan(radius - 0.03);
    expect(track / 2).toBeLessThan(radius);
  });

  it('have infrared sensors so far behind their rims that nothing comes too near for them; scout says that its own does not', () => {
    const spare = ({ chassis, sensors }: RobotDefinition) =>
      sensors.flatMap(({ type, at: [x, y], facing }) => {
        const curve = /^gp2y/.test(type) && sensorTypeOf(type)?.curve;
        if (!curve) return [];
        const ahead = (px: number, py: number) => (px - x) * Math.cos(facing) + (py - y) * Math.sin(facing);
        const rim = Math.max(...(chassis.footprint ?? []).map(([px, py]) => ahead(px, py)));
        return [rim - curve.nearest];
      });
    const tooNear = robots.filter(([, robot]) => spare(robot).some((left) => left < -1e-9));
    expect(tooNear.map(([name]) => name)).toEqual(['scout']);
    expect(robots.flatMap(([, robot]) => spare(robot)).length).toBeGreaterThan(2);
    expect(readFileSync(rootFile('robots/scout.yaml'), 'utf8')).toContain('10 cm behind the rim');
  });

  it('are listed with what they are', () => {
    const listed = presetList();
    expect(listed.map(({ name }) => name)).toEqual(names.toSorted());
    expect(listed.find(({ name }) => name === 'boe-bot')).toMatchObject({ board: 'uno', drive: 'servos' });
    expect(listed.filter(({ drive, board }) => board !== '' && drive === '')).toEqual([]);
  });

  it('stand in the guide with what they have driven', () => {
    const guide = readFileSync(rootFile('docs/robots.md'), 'utf8');
    const rows = [
      ...guide.matchAll(/^\| \[([\w-]+)\]\(\.\.\/robots\/\1\.yaml\) \| (.*) \| (.*) \| (.*) \|$/gm),
    ];
    const written = rows.map(([, name, kit, board, tested]) => ({ name, kit, board, tested }));
    expect(written).toEqual(presetList().map(({ drive: _, ...preset }) => preset));
  });
});

describe('a preset drives the square metre within its own limits', () => {
  itInBoth.each(partOf(robots, 3))('%s, simulated', async (name, robot) => {
    expectWithinLimits(await simulate(loadScenario('first-drive', { robot: name })), robot);
  });

  itInBoth.each(partOf(onBoards, 1))('%s, with the firmware on its emulated board', async (name, robot) => {
    const scenario = loadScenario('first-drive', { robot: name });
    const result = await simulate(scenario, { bodyOf: await emulatedBodies(scenario) });
    expectWithinLimits(result, robot);
    expect(robot.tested).not.toBe('simulation');
  });

  it('and claims no emulator where it has no board', () => {
    const without = robots.filter(([, { board }]) => board === undefined);
    expect(without.filter(([, { tested }]) => tested !== 'simulation')).toEqual([]);
  });
});
