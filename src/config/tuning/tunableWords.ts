/** What each tunable number means, in one sentence for an operator. */
import type { Place } from './tunablePlaces.js';

const ROBOT_WORDS: Readonly<Record<string, string>> = {
  'limits.speed': 'The robot drives no faster.',
  'limits.acceleration': 'The robot speeds up and brakes no harder.',
  'limits.turnRate': 'The robot turns no faster.',
  'limits.force': 'The sum of the behaviors’ forces is cut to this force.',
  'control.responseTime': 'How fast the speed follows the wanted speed: shorter is harder.',
  'control.latency': 'The time from a command to the first force of the motors.',
  'motors.lag': 'How slowly the wheels follow a command.',
  'motors.deadband': 'A smaller duty does not turn a wheel.',
  'motors.breakaway': 'A wheel at rest starts only for a higher speed.',
  'motors.noLoadSpeed': 'The speed of a wheel’s rim at full duty.',
  'wheels.diameter': 'The diameter of the wheels.',
  'chassis.track': 'The distance between the wheels.',
};

/** By parameter; where behaviors differ, by behavior and parameter. */
const PARAMETER_WORDS: Readonly<Record<string, string>> = {
  'seek.within': 'It has arrived when it passes this near.',
  'arrive.within': 'It has arrived when it stands still this near.',
  'followPath.within': 'It has arrived when it stands still this near to the end of the path.',
  'followWall.within': 'Walls farther away are not followed.',
  'seekLight.within': 'It has arrived where it stands in so much light.',
  'seekBeacon.within': 'It has arrived when it has passed the beacon this near.',
  within: 'It has arrived this near.',
  'followPath.radius': 'Half the width of the band in which it is not corrected; 0 always corrects.',
  'wander.radius': 'The radius of the wander circle: a larger one turns harder.',
  radius: 'Robots farther away than this do not count.',
  'wander.distance': 'From the robot to the middle of the wander circle.',
  distance: 'How far behind the leader its followers go.',
  'contain.margin': 'The room between the robot and the edge of the region.',
  'hide.margin': 'The room between the robot and the obstacle that it hides behind.',
  'avoidNeighbors.margin': 'The room between robots that pass each other.',
  margin: 'The room that it leaves beside an obstacle.',
  ahead: 'How far ahead it looks for robots.',
  ambient: 'The level of the room without the lamp.',
  bend: 'The radius of the line’s tightest bend: for a tighter one it drives slower.',
  brake: 'The share of the force that is taken back while a robot is ahead.',
  chance: 'How often this behavior is asked: 0 never, 1 always.',
  weight: 'How much this behavior counts in the sum.',
  cruise: 'The speed of the flock, as a share of the top speed.',
  deceleration: 'How hard it brakes before its target.',
  fieldOfView: 'The full angle in which it sees neighbors.',
  gap: 'The longest gap in the line that it drives across.',
  hardStop: 'The share of the velocity that is left after each 1/30 s of a hard stop.',
  horizon: 'How far ahead in time it looks for collisions.',
  jitter: 'How fast the wander point moves on its circle.',
  lookAhead: 'How much farther ahead in time it looks than stopping needs.',
  maxPrediction: 'It predicts no farther ahead in time.',
  offset: 'From the wall to the middle of the robot.',
  panicDistance: 'It does nothing while the other is farther away.',
  predict: 'How far ahead in time it looks.',
  ratio: 'Its place on the line: 0 is the first end, 0.5 the middle, 1 the second end.',
  'lookAround.rate': 'How fast its eyes pass over what is beside its way.',
  reluctance: 'It changes its hiding place only for one that is nearer by this.',
  separation: 'Followers nearer to each other push apart.',
  sight: 'Followers less than this ahead of the leader get out of its way.',
  'lookAround.spacing': 'The way that it drives between two looks.',
  slowingRadius: 'It slows down from this distance on.',
  'followLine.width': 'The width of the line.',
  'lookAround.sweep': 'How far to either side of its way it looks before it drives on.',
  threshold: 'The level between line and floor.',
  turnTime: 'The time for turning round.',
};

/** Undefined for a parameter of a user's own behavior. */
export function wordsFor({ path }: Pick<Place, 'path'>): string | undefined {
  const [where, ...rest] = path;
  if (where === 'robot') return ROBOT_WORDS[rest.join('.')];
  const key = path.at(-1);
  const behaviors = path.filter((part) => typeof part === 'string');
  const byBehavior = behaviors.map((behavior) => PARAMETER_WORDS[`${behavior}.${key}`]);
  return byBehavior.find((words) => words !== undefined) ?? PARAMETER_WORDS[String(key)];
}
