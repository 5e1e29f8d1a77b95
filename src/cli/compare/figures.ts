/** What can be told of a body, each figure beside that of the robot's file. */

import type { BodyFigures } from '../../identify/bodyFigures.js';
import type { MeasuredValue } from '../../identify/measured.js';
import type { MotorsFit } from '../../identify/recordedMotors.js';
import type { Rolling } from '../../identify/rolling.js';

export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly measured: MeasuredValue;
  /** In the robot's file. */
  readonly file: number;
  /** The same body with this figure as measured. */
  readonly correct: (body: BodyFigures) => BodyFigures;
}

/** How the wheels turned for their duties. */
export function fittedMotorFigures(fit: MotorsFit, declared: BodyFigures): Figure[] {
  const { delay, lag, deadband, speed, difference } = fit;
  return [
    figure(['delay', 's'], delay, {
      file: declared.delay,
      correct: (body) => ({ ...body, delay: delay.value }),
    }),
    figure(['lag', 's'], lag, { file: declared.lag, correct: (body) => ({ ...body, lag: lag.value }) }),
    figure(['dead band', ''], deadband, {
      file: declared.deadband,
      correct: (body) => ({ ...body, deadband: deadband.value }),
    }),
    ...speedFigures(speed, difference, declared),
  ];
}

const figure = (
  [name, unit]: readonly [string, string],
  measured: MeasuredValue,
  rest: Pick<Figure, 'file' | 'correct'>,
): Figure => ({ name, unit, measured, ...rest });

/** How the robot moved for its wheels. */
export function rollingFigures({ scale, ratio, track }: Rolling, declared: BodyFigures): Figure[] {
  const rolls = (name: string, measured: MeasuredValue | undefined, gains: BothSides): Figure[] => {
    const correct = (body: BodyFigures) => ({ ...body, wheels: times(body.wheels, gains) });
    return measured ? [figure([name, ''], measured, { file: 1, correct })] : [];
  };
  return [
    ...rolls('wheels', scale, both(scale?.value ?? 1)),
    ...rolls('right wheel by left', ratio, apart(ratio?.value ?? 1)),
    ...trackFigure(track, declared),
  ];
}

/** How the robot moved for its duties, as seen from outside: without encoders a fast motor is like a large wheel. */
export const seenFigures = ({ scale, ratio, track }: Rolling, declared: BodyFigures): Figure[] => [
  ...(scale && ratio ? speedFigures(scale, ratio, declared) : []),
  ...trackFigure(track, declared),
];

function trackFigure(track: MeasuredValue | undefined, declared: BodyFigures): Figure[] {
  if (!track) return [];
  const correct = (body: BodyFigures) => ({ ...body, track: track.value });
  return [figure(['track', 'm'], track, { file: declared.track, correct })];
}

function speedFigures(
  speed: MeasuredValue,
  difference: MeasuredValue,
  { noLoadSpeed }: BodyFigures,
): Figure[] {
  const mean = (noLoadSpeed.left + noLoadSpeed.right) / 2;
  const ratio = noLoadSpeed.right / noLoadSpeed.left;
  const faster = (gains: BothSides) => (body: BodyFigures) => ({
    ...body,
    noLoadSpeed: times(body.noLoadSpeed, gains),
  });
  return [
    figure(['no-load speed', 'm/s'], scaled(speed, mean), { file: mean, correct: faster(both(speed.value)) }),
    figure(['right motor by left', ''], scaled(difference, ratio), {
      file: ratio,
      correct: faster(apart(difference.value)),
    }),
  ];
}

type BothSides = BodyFigures['wheels'];

const times = (one: BothSides, other: BothSides): BothSides => ({
  left: one.left * other.left,
  right: one.right * other.right,
});

const both = (value: number): BothSides => ({ left: value, right: value });

/** As large together, and the right one by the left one. */
export const apart = (ratio: number): BothSides => ({
  left: 2 / (1 + ratio),
  right: (2 * ratio) / (1 + ratio),
});

const scaled = ({ value, deviation }: MeasuredValue, by: number): MeasuredValue => ({
  value: value * by,
  deviation: deviation * by,
});
