/** What a robot does, done otherwise: a behavior left out, or another one first. */
import type { ChildSpec, MissionSpec } from '../../src/signals/missionTree.js';
import type { RobotSpec, Scenario } from '../scenario/scenario.js';
import { type Alternative, whose, withRobot } from './alternative.js';

/** Each behavior left out, and each entry of a priority list moved to its head. */
export function ofMission(scenario: Scenario, robot: RobotSpec, index: number): Alternative[] {
  const other = (kind: 'order' | 'left out', words: string, oddity: number, mission: MissionSpec) => ({
    ...{ kind, oddity, about: `${robot.id} ${kind} ${words}`, words: `${whose(scenario, robot)}${words}` },
    scenario: withRobot(scenario, index, { mission }),
  });
  return nodesOf(robot.mission).flatMap(({ node, replaced }) => {
    const children = childrenOf(node);
    if (children.length < 2) return [];
    const name = (child: ChildSpec) => namesIn(child.mission).join(' + ');
    const made = (list: readonly ChildSpec[]) => replaced({ ...node, children: list } as MissionSpec);
    const shorter = children.map((child, i) => {
      const rest = children.filter((_, j) => j !== i);
      return other('left out', `without ${name(child)}`, 0, made(rest));
    });
    if (node.behavior !== 'prioritize') return shorter;
    const moved = children.slice(1).map((child) => {
      const first = [child, ...children.filter((one) => one !== child)];
      const avoids = namesIn(child.mission).some((one) => /^avoid|^contain/.test(one));
      return other(
        'order',
        `${name(child)} before ${name(children[0] as ChildSpec)}`,
        avoids ? 1 : 0,
        made(first),
      );
    });
    return [...shorter, ...moved];
  });
}

interface PlacedNode {
  readonly node: MissionSpec;
  /** The whole mission with another node there. */
  readonly replaced: (node: MissionSpec) => MissionSpec;
}

const childrenOf = (spec: MissionSpec): readonly ChildSpec[] =>
  'children' in spec ? (spec.children as readonly ChildSpec[]) : [];

const namesIn = (spec: MissionSpec): readonly string[] =>
  'children' in spec ? childrenOf(spec).flatMap(({ mission }) => namesIn(mission)) : [spec.behavior];

function nodesOf(
  node: MissionSpec,
  replaced: PlacedNode['replaced'] = (other) => other,
): readonly PlacedNode[] {
  const children = childrenOf(node);
  return [
    { node, replaced },
    ...children.flatMap((child, i) =>
      nodesOf(child.mission, (mission) =>
        replaced({
          ...node,
          children: children.map((one, j) => (j === i ? { ...one, mission } : one)),
        } as MissionSpec),
      ),
    ),
  ];
}
