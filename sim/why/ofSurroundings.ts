/** What a robot senses, sensed ideally; and each thing that stands there, taken away. */
import { fieldOf } from '../../src/validation/values.js';
import type { RobotSpec, Scenario, WorldSpec } from '../scenario/scenario.js';
import { type ThingPlace, thingName, thingPlaces } from '../world/things.js';
import { type Alternative, whose, withRobot } from './alternative.js';

/** Each sensor without its errors, and as often as the robot steers. */
export const ofSensors = (scenario: Scenario, spec: RobotSpec, index: number): Alternative[] =>
  spec.robot.sensors.flatMap((sensor, i) => {
    const { rate } = spec.robot.control;
    const own = fieldOf(sensor, 'rate');
    const better = {
      ...sensor,
      ...(typeof own === 'number' && own < rate && { rate }),
      ...(fieldOf(sensor, 'noise') === 'typical' && { noise: 'none' }),
    };
    if (JSON.stringify(better) === JSON.stringify(sensor)) return [];
    const sensors = spec.robot.sensors.map((one, j) => (j === i ? (better as typeof sensor) : one));
    const oddity = typeof own === 'number' ? Math.max(0, 1 - own / 10) : 0;
    return [
      {
        ...({ kind: 'sensor', about: `${spec.id} ${sensor.id}`, oddity } as const),
        words: `${whose(scenario, spec)}with an ideal sensor ${sensor.id}, ${rate} times a second`,
        scenario: withRobot(scenario, index, { robot: { ...spec.robot, sensors } }),
      },
    ];
  });

/** Each thing taken away. */
export const withoutThings = (scenario: Scenario): Alternative[] =>
  thingPlaces(scenario.world).map((place) => ({
    ...({ kind: 'thing', about: thingName(place, scenario.world), oddity: 0 } as const),
    words: `without the ${thingWords(place, scenario.world)}`,
    scenario: { ...scenario, world: withoutThing(scenario.world, place) },
  }));

function withoutThing(world: WorldSpec, { list, index }: ThingPlace): WorldSpec {
  const rest = <T>(items: readonly T[]): readonly T[] => items.filter((_, i) => i !== index);
  if (list === 'posts') return { ...world, posts: { ...world.posts, at: rest(world.posts.at) } };
  return { ...world, [list]: rest<unknown>(world[list]) };
}

const NOUNS = { walls: 'wall', circles: 'post', posts: 'post', boxes: 'box', movers: 'mover' } as const;

function thingWords(
  { list, index }: ThingPlace,
  { walls, circles, boxes, posts, movers }: WorldSpec,
): string {
  const at = {
    walls: walls[index]?.[0],
    circles: circles[index]?.at,
    boxes: boxes[index]?.at,
    posts: posts.at[index],
    movers: movers[index]?.waypoints[0],
  }[list];
  return at ? `${NOUNS[list]} at (${at.x.toFixed(2)}, ${at.y.toFixed(2)})` : NOUNS[list];
}
