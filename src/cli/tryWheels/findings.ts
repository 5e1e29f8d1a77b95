/** From what the wheels did to what their file should say. */
import type { WiringChange } from '../../files/saveWiring.js';
import { SIDES, type Side } from '../../files/wiring/pinUses.js';
import type { RobotDefinition } from '../../robot.js';
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

function ofEncoders({ encoders }: RobotDefinition, { left, right }: Motions): Finding[] {
  if (!encoders || !left.counts || !right.counts) return [];
  const heard = [left, right].map((motion) => heardBy(motion, encoders));
  const mute = [left, right].filter((_, i) => heard[i] === undefined);
  if (mute.length > 0) return mute.map(({ wheel }) => ({ says: `${DEAF} the ${wheel} wheel; ${LOOK}` }));
  const [ofLeft, ofRight] = heard as [Side, Side];
  if (ofLeft === ofRight) return [{ says: `the ${ofLeft} encoder counted both wheels; ${LOOK}` }];
  const swapped: Finding[] =
    ofLeft === left.wheel
      ? []
      : [{ says: 'the encoders change sides', change: { kind: 'swap sides', of: 'encoders' } }];
  return [...swapped, ...backwards(left, ofLeft), ...backwards(right, ofRight)];
}

const DEAF = 'no encoder told of';
const LOOK = 'check its wires';

/** The encoder, by the file's name for it, that counted a wheel; undefined where none or both did. */
function heardBy({ counts }: Motion, encoders: NonNullable<RobotDefinition['encoders']>): Side | undefined {
  const turns = (side: Side): number => Math.abs(counts?.[side] ?? 0) / encoders[side].countsPerRevolution;
  return SIDES.find((side) => turns(side) > LEAST_TURN && turns(side) > LOUDER * turns(otherSide(side)));
}

/** Rolling forward it counts up. */
function backwards({ wheel, forwards, counts }: Motion, side: Side): Finding[] {
  if ((counts?.[side] ?? 0) > 0 === forwards) return [];
  return [
    { says: `the ${wheel} wheel's encoder: a and b change places`, change: { kind: 'swap channels', side } },
  ];
}
