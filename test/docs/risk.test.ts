/** The table of SAFETY.md for a risk form is computed from the files of the robots, not typed. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { presetList } from '../../src/cli/presets.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { hasDeadMan } from '../../src/robot/deadMan.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { rootFile } from '../support/runs.js';

/** The board's own delay, and its rounding: the motors are off 250 ms after the last command. */
const AFTER_DEAD_MAN = 0.05;

const fixed = (value: number, digits: number) => value.toFixed(digits);

/** E = m v²/2; s = v (T + L + τ) + v²/2a with a period, the latency and the lag; and v times the dead-man time. */
function row(name: string, robot: RobotDefinition): string {
  const { chassis, limits, motors, control } = robot;
  const { speed, acceleration } = limits;
  const energy = (chassis.mass * speed ** 2) / 2;
  const reaction = 1 / control.rate + control.latency + motors.lag;
  const stops = speed * reaction + speed ** 2 / (2 * acceleration);
  const alone = `${fixed(speed * (control.deadMan + AFTER_DEAD_MAN), 2)} m`;
  const guarded = hasDeadMan(robot) ? alone : 'no dead-man';
  const known = robot.board === undefined ? 'simulation only' : guarded;
  return `| ${name} | ${Math.round(1000 * chassis.mass)} g | ${speed} m/s | ${fixed(1000 * energy, 0)} mJ | ${fixed(stops, 2)} m | ${known} |`;
}

describe('the figures for a risk form', () => {
  it('are those of the files', () => {
    const computed = presetList().map(({ name }) => row(name, loadRobot(name)));
    const written = readFileSync(rootFile('SAFETY.md'), 'utf8').match(/^\| [\w-]+ \| \d+ g \| .*\|$/gm) ?? [];
    expect(written.map((line) => line.trim())).toEqual(computed);
  });
});
