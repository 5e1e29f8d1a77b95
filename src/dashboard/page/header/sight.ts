/** On which sides of a robot no range sensor looks. */
import type { RobotView, SensorView } from '../../../signals/view.js';

const SIDES = { front: 0, left: Math.PI / 2, right: -Math.PI / 2, behind: Math.PI } as const;
/** A side reaches so far to both of its sides. */
const HALF_SIDE = Math.PI / 4;
const ROUNDING = 1e-9;

const turned = (angle: number): number => Math.abs(Math.atan2(Math.sin(angle), Math.cos(angle)));

/** A fan that only touches the side's edge does not look there; a single ray on the edge looks at both. */
function looksAt({ facing, fieldOfView, range }: SensorView, side: number): boolean {
  const off = turned(facing - side);
  return range > 0 && (off < HALF_SIDE + ROUNDING || off < HALF_SIDE + fieldOfView / 2 - ROUNDING);
}

/** `sees nothing: left, behind`; empty where it looks everywhere. A bumper reaches nowhere, and sees nothing. */
export function sightWords(robot: Pick<RobotView, 'sensors'> | undefined): string {
  if (!robot) return '';
  const blind = Object.entries(SIDES).filter(([, side]) => !robot.sensors.some((one) => looksAt(one, side)));
  if (blind.length === 0) return '';
  if (blind.length === Object.keys(SIDES).length) return 'sees nothing';
  return `sees nothing: ${blind.map(([name]) => name).join(', ')}`;
}
