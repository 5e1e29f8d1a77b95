/** Every number of every file of the package: if it is changed alone, nothing else changes. */
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../sim/scenario/scenarioFile.js';
import { loadFoundPath, loadRobot } from '../../../src/config/loadDefinition.js';
import { parseRobot } from '../../../src/config/robot/robotFile.js';
import { tunableAt, tunablesOf } from '../../../src/config/tuning/tunables.js';
import { saveTunables, sourceOf } from '../../../src/config/tuning/tunedFiles.js';
import type { Setup } from '../../../src/signals/signals.js';
import { fieldOf } from '../../../src/validation/values.js';
import { partOf } from '../../support/effort.js';
import { ROBOT_FILES, SCENARIOS, textOf } from './tunedScenarios.js';

const FOLDER = 'sim/scenarios';

function scenarioOf(text: string): ReturnType<typeof parseScenario> {
  return parseScenario(text, `${FOLDER}/saved.yaml`, {
    readPath: (name) => loadFoundPath(name, { from: FOLDER }).points,
    readRobot: (name) => loadRobot(name, { from: FOLDER }),
  });
}

/** The lines of two texts that differ; of one line more, the first. */
function changedLines(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  if (now.length === old.length) return now.filter((line, i) => line !== old[i]);
  const first = now.findIndex((line, i) => line !== old[i]);
  expect(now.toSpliced(first, 1)).toEqual(old);
  return now.slice(first, first + 1);
}

interface Case {
  readonly id: string;
  readonly value: number;
}

/** Each number of a setup, a third nearer to its far end. */
const casesOf = (setup: Setup, part: string): Case[] =>
  tunablesOf(setup, part)
    .filter(({ id }) => id.startsWith(part))
    .map(({ id, value, max }) => ({ id, value: value + (max - value) / 3 || value * 0.9 }));

/** Four digits are written. */
const expectNear = (found: number | undefined, wanted: number): void =>
  expect(Math.abs((found ?? Number.NaN) - wanted)).toBeLessThanOrEqual(Math.abs(wanted) * 5.01e-4);

const valueIn = (setup: Setup, id: string): number | undefined =>
  tunablesOf(setup, '').find((each) => each.id === id)?.value;

describe.each(partOf(ROBOT_FILES, 2))('%s', (file) => {
  const text = textOf(file);
  const mission = { behavior: 'wander', parameters: {} };
  const setup: Setup = { robot: parseRobot(text, file), mission };

  it('changes each of its numbers on its own line', () => {
    for (const { id, value } of casesOf(setup, 'robot.')) {
      // An own number would contradict the gain that is written.
      if (id === 'robot.control.responseTime' && /steeringGain:/.test(text)) continue;
      const path = id.split('.').slice(1);
      const unit = tunableAt(setup, id)?.unit ?? '';
      const saved = saveTunables(text, file, [{ path, value, unit }]);
      expect(changedLines(text, saved), id).toHaveLength(1);
      expectNear(valueIn({ robot: parseRobot(saved, file), mission }, id), value);
    }
  });
});

describe.each(partOf(SCENARIOS, Math.ceil(SCENARIOS.length / 8)))('scenario %s', (name) => {
  const text = textOf(`${FOLDER}/${name}.yaml`);

  it('changes each number of a mission on its own line', () => {
    const { robots } = scenarioOf(text);
    for (const i of [0, 4].filter((place) => place < robots.length)) {
      const setup = robots[i] as Setup;
      const index = robots[i]?.entry ?? i;
      for (const { id, value } of casesOf(setup, 'mission.')) {
        const source = sourceOf(id, text, { index });
        const unit = tunableAt(setup, id)?.unit ?? '';
        const saved = saveTunables(text, name, [{ ...source, value, unit }]);
        expect(changedLines(text, saved), id).toHaveLength(1);
        expectNear(valueIn(scenarioOf(saved).robots[i] as Setup, id), value);
      }
    }
  });

  it('changes each number of the missions to choose from on its own line', () => {
    const { robots, missions = [] } = scenarioOf(text);
    const robot = robots[0]?.robot as Setup['robot'];
    for (const [i, { name: called, mission }] of missions.entries()) {
      const setup = { robot, mission };
      for (const { id, value } of casesOf(setup, 'mission.')) {
        const { path } = sourceOf(id, text, { index: 0, mission: called });
        const saved = saveTunables(text, name, [{ path, value, unit: tunableAt(setup, id)?.unit ?? '' }]);
        expect(changedLines(text, saved), `${called}: ${id}`).toHaveLength(1);
        const again = scenarioOf(saved).missions?.[i]?.mission as Setup['mission'];
        expectNear(valueIn({ robot, mission: again }, id), value);
      }
    }
  });

  it('leads to its robots, by name or within', () => {
    const { robots } = scenarioOf(text);
    const source = sourceOf('robot.limits.speed', text, { index: 0 });
    // The scene may switch the collision monitor off, beside the robot's name.
    const { safety: _, ...robot } = robots[0]?.robot ?? {};
    if (source.file === 'robot') expect(loadRobot(source.name, { from: FOLDER })).toEqual(robot);
    else expect(source.path).toEqual(['robots', 0, 'robot', 'limits', 'speed']);
    expect(fieldOf(source, 'path')).toContain('speed');
  });
});
