/** From what the wheels did to what their file should say. */
import type { WiringChange } from '../../config/robot/saveWiring.js';
import { SIDES, type Side } from '../../config/robot/wiring/pinUses.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { type Motion, type Motions, otherSide } from './dialogue.js';

/** Something to be said, and, where it can be put right in the file, how. */
export interface Finding {
  readonly says: string;
  readonly change?: WiringChange;
}

/** All of them; none where the wheels do what the file says. */
export const findings = (robot: RobotDefinition, motions: Motions): Finding[] => [
  ...ofMotors(robot, motions),
  ...ofEncoders(robot, motions),
];

function ofMotors({ motors }: RobotDefinition, motions: Motions): Finding[] {
  const swapped: Finding[] =
    motions.left.wheel === 'left'
      ? []
      : [{ says: 'the motors change sides', change: { kind: 'swap sides', of: 'motors' } }];
  const inverted = SIDES.flatMap((side): Finding[] => {
    const { wheel, forwards } = motions[side];
    if (forwards) return [];
    const invert = !motors[side]?.invert;
    return [
      { says: `the ${wheel} wheel's motor: invert: ${invert}`, change: { kind: 'invert', side, invert } },
    ];
  });
  return [...swapped, ...inverted];
}

/** What of a turn an encoder must have counted, and how many times what the other one has. */
const LEAST_TURN = 0.02;
const LOUDER = 4;

type Encoders = NonNullable<RobotDefinition['encoders']>;

function ofEncoders({ encoders }: RobotDefinition, { left, right }: Motions): Finding[] {
  if (!encoders) return [];
  const heard = [left, right].map((motion) => heardBy(motion, encoders));
  const unheard = [left, right].filter((_, i) => heard[i] === undefined);
  if (unheard.length > 0) return unheard.map((motion) => ({ says: whyUnheard(motion, encoders) }));
  const [ofLeft, ofRight] = heard as [Side, Side];
  if (ofLeft === ofRight) return [{ says: `the ${ofLeft} encoder counted both wheels; check its wires` }];
  const swapped: Finding[] =
    ofLeft === left.wheel
      ? []
      : [{ says: 'the encoders change sides', change: { kind: 'swap sides', of: 'encoders' } }];
  return [...swapped, ...backwards(left, ofLeft), ...backwards(right, ofRight)];
}

/** How far an encoder, by the file's name for it, says that a wheel has turned. */
const turnsOf = ({ counts }: Motion, encoders: Encoders, side: Side): number =>
  Math.abs(counts?.[side] ?? 0) / encoders[side].countsPerRevolution;

/** The encoder that counted a wheel; undefined where none or both did. */
function heardBy(motion: Motion, encoders: Encoders): Side | undefined {
  const turns = (side: Side): number => turnsOf(motion, encoders, side);
  return SIDES.find((side) => turns(side) > LEAST_TURN && turns(side) > LOUDER * turns(otherSide(side)));
}

/** No word against an encoder that had no time to count. */
function whyUnheard(motion: Motion, encoders: Encoders): string {
  const { wheel, cutShort } = motion;
  const both = SIDES.some((side) => turnsOf(motion, encoders, side) > LEAST_TURN);
  if (both) return `both encoders counted the ${wheel} wheel; check their wires`;
  return cutShort
    ? `the ${wheel} wheel was stopped before its encoder could be heard; try the wheels again`
    : `no encoder told of the ${wheel} wheel; check its wires`;
}

/** Rolling forward it counts up. */
function backwards({ wheel, forwards, counts }: Motion, side: Side): Finding[] {
  if ((counts?.[side] ?? 0) > 0 === forwards) return [];
  return [
    { says: `the ${wheel} wheel's encoder: a and b change places`, change: { kind: 'swap channels', side } },
  ];
}
