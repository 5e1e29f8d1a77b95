/** A scenario as a recording keeps it: plain JSON, in which robots of one kind share a definition. */
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { OwnBehaviors } from '../../src/steering/mission.js';
import type { Scenario } from '../scenario/scenario.js';

export interface StoredScenario {
  readonly scenario: Omit<Scenario, 'robots' | 'behaviors'>;
  readonly definitions: readonly RobotDefinition[];
  /** `robot`: the place of its definition. */
  readonly robots: readonly (Omit<Scenario['robots'][number], 'robot'> & { readonly robot: number })[];
}

export function storedScenario({ robots, behaviors: _, ...scenario }: Scenario): StoredScenario {
  const places = new Map<string, number>();
  const definitions: RobotDefinition[] = [];
  const placeOf = (robot: RobotDefinition): number => {
    const text = JSON.stringify(robot);
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, definitions.length);
    return definitions.push(robot) - 1;
  };
  return { scenario, robots: robots.map((spec) => ({ ...spec, robot: placeOf(spec.robot) })), definitions };
}

/** @param behaviors of the user's own, which no file holds @throws RangeError where it is no stored scenario */
export function restoredScenario(stored: StoredScenario, behaviors: OwnBehaviors): Scenario {
  const { scenario, robots, definitions } = stored;
  return {
    ...scenario,
    robots: robots.map(({ robot, ...spec }) => {
      const definition = definitions[robot];
      if (!definition) throw new RangeError('a robot without its definition');
      return { ...spec, robot: definition };
    }),
    ...(Object.keys(behaviors).length > 0 && { behaviors }),
  };
}
