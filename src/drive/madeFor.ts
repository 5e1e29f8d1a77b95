/** Which robot a driver was made for: with another's file it would be taken for what it is not. */
import type { RobotDefinition } from '../robot/robot.js';

const robots = new WeakMap<object, RobotDefinition>();

export function madeFor<D extends object>(driver: D, robot: RobotDefinition): D {
  robots.set(driver, robot);
  return driver;
}

const idsOf = ({ sensors }: RobotDefinition): string => sensors.map(({ id }) => id).join(', ');

/** Why the driver is none of this robot's; undefined where it is, or nobody knows. Other limits and figures are no other robot. */
export function otherRobot(driver: object, robot: RobotDefinition): string | undefined {
  const own = robots.get(driver);
  if (!own || (own.name === robot.name && idsOf(own) === idsOf(robot))) return undefined;
  const sensors = own.name === robot.name ? ' with other sensors' : '';
  return `the driver was made for '${own.name}', and this is '${robot.name}'${sensors}; give both the same robot`;
}
