/** What a scene is run with in place of its controller: each of these must fail its criteria. */
import { EMPTY_FLOOR, type RobotSpec, type Scenario } from '../../sim/scenario/scenario.js';
import type { LeafSpec, MissionSpec } from '../../src/signals/missionTree.js';
import { CATALOG } from '../../src/steering/catalog.js';

export interface Exchange {
  readonly name: string;
  readonly scenario: Scenario;
}

/** What is known of a scene, besides its file. */
export interface Featured {
  /** The robots whose mission the scene shows; the others belong to its world. All of them unless given. */
  readonly robots?: readonly string[];
  /** Missions of its own kind in place of its mission, each by its name. */
  readonly others?: Readonly<Record<string, (mission: MissionSpec, robot: RobotSpec) => MissionSpec>>;
  /** Other robots, plants or sensing in place of its own, each by its name. */
  readonly changes?: Readonly<Record<string, (scenario: Scenario) => Scenario>>;
  /** Exchanges that say nothing about this scene, and why. */
  readonly without?: Readonly<Record<string, string>>;
  /** Why it is the same for all seeds. */
  readonly same?: string;
}

export const leaf = (behavior: string, input: object = {}): LeafSpec => ({
  behavior,
  parameters: CATALOG[behavior]?.parameters.parse(input) as LeafSpec['parameters'],
});

/** A point far enough that its direction does not change. */
const FAR = 1000;
const still = (): MissionSpec => leaf('wait', { for: 10_000 });
const wander = (): MissionSpec => leaf('wander');
const ahead = (_: MissionSpec, { at: { x, y, heading } }: RobotSpec): MissionSpec =>
  leaf('seek', { target: [x + FAR * Math.cos(heading), y + FAR * Math.sin(heading)] });

/** Behaviors that keep a robot out of trouble, and need another one to get it anywhere. */
const GUARDS = ['avoidObstacles', 'avoidNeighbors', 'lookAround', 'contain', 'keepIn', 'keepOut', 'queue'];

const guardsIn = (mission: MissionSpec): string[] =>
  'children' in mission
    ? mission.children.flatMap((child) => guardsIn(child.mission))
    : GUARDS.filter((guard) => guard === mission.behavior);

/** Every leaf, and nothing else, replaced; a leaf that becomes undefined goes. */
export function mapLeaves(
  mission: MissionSpec,
  change: (leaf: LeafSpec) => MissionSpec | undefined,
): MissionSpec | undefined {
  if (!('children' in mission)) return change(mission);
  const children = mission.children.flatMap((child) => {
    const kept = mapLeaves(child.mission, change);
    return kept ? [{ ...child, mission: kept }] : [];
  });
  return children.length > 0 ? { ...mission, children } : undefined;
}

/** A mission without one of its behaviors. */
export const dropped = (guard: string) => (mission: MissionSpec) =>
  mapLeaves(mission, (one) => (one.behavior === guard ? undefined : one)) ?? mission;

/** Another combinator or node in place of the root, with the same children. */
export const asRoot =
  (behavior: 'prioritize' | 'blend' | 'budget' | 'dither') =>
  (mission: MissionSpec): MissionSpec =>
    'children' in mission ? { behavior, children: mission.children } : mission;

/** Every leaf of a name replaced by another one. */
export const instead =
  (name: string, make: (parameters: Readonly<Record<string, never>>) => MissionSpec) =>
  (mission: MissionSpec): MissionSpec =>
    mapLeaves(mission, (one) => (one.behavior === name ? make(one.parameters as never) : one)) ?? mission;

/** Parameters of every leaf of a name. */
export const tuned =
  (name: string, change: Readonly<Record<string, unknown>>) =>
  (mission: MissionSpec): MissionSpec =>
    mapLeaves(mission, (one) =>
      one.behavior === name ? { ...one, parameters: { ...one.parameters, ...change } } : one,
    ) ?? mission;

const lastStep = (mission: MissionSpec): MissionSpec =>
  'children' in mission
    ? lastStep((mission.children.at(-1) as (typeof mission.children)[number]).mission)
    : mission;

/** The next simpler behavior of each kind. */
const RELATIVES: Readonly<
  Record<string, Readonly<Record<string, (p: Readonly<Record<string, never>>) => MissionSpec>>>
> = {
  arrive: { seek: ({ target }) => leaf('seek', { target }) },
  pursue: { seek: ({ target }) => leaf('seek', { target }) },
  evade: { flee: ({ target, panicDistance }) => leaf('flee', { target, panicDistance }) },
  hide: { flee: ({ from }) => leaf('flee', { target: from, panicDistance: 2 }) },
  offsetPursue: { pursue: ({ target }) => leaf('pursue', { target }) },
  interpose: { pursue: ({ between }) => leaf('pursue', { target: between?.[0] }) },
  circle: { arrive: ({ target }) => leaf('arrive', { target }) },
  followMe: { pursue: ({ target }) => leaf('pursue', { target }) },
  followLeader: { pursue: ({ leader }) => leaf('pursue', { target: leader }) },
  flock: { cohere: () => leaf('cohere'), separate: () => leaf('separate') },
  dock: { arrive: ({ target }) => leaf('arrive', { target }) },
};

const driven = (
  scenario: Scenario,
  { robots }: Featured,
  mission: (robot: RobotSpec) => MissionSpec,
): Scenario => ({
  ...scenario,
  robots: scenario.robots.map((robot) =>
    robot.ghost || (robots && !robots.includes(robot.id)) ? robot : { ...robot, drivenBy: mission(robot) },
  ),
});

/** Nothing solid is left; what moves is there still, as a target. */
const emptied = (scenario: Scenario): Scenario => ({
  ...scenario,
  world: {
    ...scenario.world,
    ...{ walls: EMPTY_FLOOR.walls, circles: [], boxes: [], posts: EMPTY_FLOOR.posts },
    movers: scenario.world.movers.map((mover) => ({ ...mover, solid: false })),
  },
});

const isSolid = ({ world: { walls, circles, boxes, posts, movers } }: Scenario): boolean =>
  walls.length + circles.length + boxes.length + posts.at.length > 0 || movers.some(({ solid }) => solid);

/** All exchanges of a scene. */
export function exchangesOf(scenario: Scenario, featured: Featured = {}): Exchange[] {
  const shown = scenario.robots.filter(({ id, ghost }) => !ghost && (featured.robots?.includes(id) ?? true));
  const driving = (name: string, mission: (was: MissionSpec, robot: RobotSpec) => MissionSpec): Exchange => ({
    name,
    scenario: driven(scenario, featured, (robot) => mission(robot.mission, robot)),
  });
  const guards = [
    ...new Set(shown.flatMap(({ mission }) => ('children' in mission ? guardsIn(mission) : []))),
  ];
  const leaves = new Set(shown.flatMap(({ mission }) => namesIn(mission)));
  const related = Object.entries(RELATIVES).filter(([name]) => leaves.has(name));
  const isStory = shown.some(
    ({ mission }) => mission.behavior === 'sequence' || mission.behavior === 'repeat',
  );
  const all = [
    driving('still', still),
    driving('wander', wander),
    driving('ahead', ahead),
    ...related.flatMap(([name, others]) =>
      Object.entries(others).map(([other, make]) => driving(`${other} for ${name}`, instead(name, make))),
    ),
    ...(leaves.has('followPath') ? [driving('arrive for followPath', pathless)] : []),
    ...(isStory ? [driving('last step alone', lastStep)] : []),
    ...guards.map((guard) => driving(`no ${guard}`, dropped(guard))),
    ...(isSolid(scenario) ? [{ name: 'world emptied', scenario: emptied(scenario) }] : []),
    ...Object.entries(featured.others ?? {}).map(([name, make]) => driving(name, make)),
    ...Object.entries(featured.changes ?? {}).map(([name, change]) => ({ name, scenario: change(scenario) })),
  ];
  return all.filter(({ name }) => featured.without?.[name] === undefined);
}

const namesIn = (mission: MissionSpec): string[] =>
  'children' in mission ? mission.children.flatMap((child) => namesIn(child.mission)) : [mission.behavior];

const pathless = instead('followPath', (parameters) => {
  const { path, heading } = parameters as unknown as { path: readonly [number, number][]; heading?: number };
  return leaf('arrive', { target: path.at(-1), ...(heading !== undefined && { heading }) });
});
