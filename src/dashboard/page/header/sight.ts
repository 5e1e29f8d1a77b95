/** On which sides of a robot no range sensor looks. */
import type { RobotView, SensorView } from '../../../signals/view.js';

const SIDE_DIRECTIONS = { front: 0, left: Math.PI / 2, right: -Math.PI / 2, behind: Math.PI } as const;
/** A side reaches so far to both of its sides. */
const HALF_SIDE_ANGLE = Math.PI / 4;
const ANGLE_EPSILON = 1e-9;

const angleSize = (angle: number): number => Math.abs(Math.atan2(Math.sin(angle), Math.cos(angle)));

/** A fan that only touches the side's edge does not look there; a single ray on the edge looks at both. */
function covers({ facing, fieldOfView, range }: SensorView, side: number): boolean {
  const off = angleSize(facing - side);
  return (
    range > 0 &&
    (off < HALF_SIDE_ANGLE + ANGLE_EPSILON || off < HALF_SIDE_ANGLE + fieldOfView / 2 - ANGLE_EPSILON)
  );
}

/** `sees nothing: left, behind`; empty where it looks everywhere. A bumper reaches nowhere, and sees nothing. */
export function formatBlindSides(robot: Pick<RobotView, 'sensors'> | undefined): string {
  if (!robot) return '';
  const blind = Object.entries(SIDE_DIRECTIONS).filter(
    ([, side]) => !robot.sensors.some((one) => covers(one, side)),
  );
  if (blind.length === 0) return '';
  if (blind.length === Object.keys(SIDE_DIRECTIONS).length) return 'sees nothing';
  return `sees nothing: ${blind.map(([name]) => name).join(', ')}`;
}
