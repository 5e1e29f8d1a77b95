/** The numbers of a robot and its mission: as usual, a little otherwise, and much. */
import {
  parseTunedMission,
  parseTunedRobot,
  serializeMission,
  serializeSetup,
} from '../../src/config/tuning/serializeConfig.js';
import { type Place, placesOf } from '../../src/config/tuning/tunablePlaces.js';
import { fieldOf, valueAt, withValue } from '../../src/validation/values.js';
import type { RobotSpec, Scenario } from '../scenario/scenario.js';
import { type Alternative, SOME_ODDITY, spaced, whose, withRobot } from './alternative.js';

/** A little, then much. */
const FACTORS = [0.8, 1.2, 0.5, 2, 0.25, 4] as const;
/** So many times the usual value, or its inverse, is as unusual as can be. */
const LARGE_FACTOR = 4;

/** Each number of its mission and its robot, as usual and otherwise. */
export function ofNumbers(scenario: Scenario, spec: RobotSpec, index: number): Alternative[] {
  const setup = { robot: spec.robot, mission: spec.mission };
  const written = serializeSetup(setup);
  return placesOf(setup, scenario.behaviors ?? {}).flatMap((place) => {
    if (place.body) return [];
    const { path, value } = place;
    const made = (to: number | undefined) => partWith(written, path, to, spec, scenario);
    const other = (
      kind: 'number' | 'usual number',
      oddity: number,
      to: number | undefined,
    ): Alternative[] => {
      const part = made(to);
      if (!part) return [];
      const said = to === undefined ? 'as usual' : figure(to, place);
      return [
        {
          ...{ kind, oddity, about: `${spec.id} ${path.join('.')}` },
          words: `${whose(scenario, spec)}${placeWords(place)} ${said}, not ${figure(value, place)}`,
          scenario: withRobot(scenario, index, part),
        },
      ];
    };
    const usual = usualOf(made(undefined), place);
    return [
      ...(usual.isKnown && usual.value !== value
        ? other('usual number', oddityOfNumber(value, usual.value), undefined)
        : []),
      ...(value === 0 ? [] : FACTORS).flatMap((factor, i) => other('number', i < 2 ? 1 : 0, value * factor)),
    ];
  });
}

/** The robot or the mission with another number, or without it; undefined where that is out of its bounds. */
function partWith(
  written: object,
  path: Place['path'],
  to: number | undefined,
  { robot }: RobotSpec,
  { behaviors = {} }: Scenario,
): Pick<RobotSpec, 'robot'> | Pick<RobotSpec, 'mission'> | undefined {
  const changed = withValue(written, path, to);
  if (path[0] === 'robot') {
    const made = to === undefined ? '' : parseTunedRobot(fieldOf(changed, 'robot'), robot);
    return typeof made === 'string' ? undefined : { robot: made };
  }
  const made = parseTunedMission(fieldOf(changed, 'mission'), behaviors);
  return typeof made === 'string' ? undefined : { mission: made };
}

interface Usual {
  readonly isKnown: boolean;
  /** Undefined where it is left out. */
  readonly value?: unknown;
}

/** What a parameter is unless it is given: a number, a word such as `braking`, or nothing. Not known of one that must be given. */
const usualOf = (part: ReturnType<typeof partWith>, { path }: Place): Usual =>
  part && 'mission' in part
    ? { isKnown: true, value: valueAt({ mission: serializeMission(part.mission) }, path) }
    : { isKnown: false };

const oddityOfNumber = (value: number, usual: unknown): number => {
  if (typeof usual !== 'number') return SOME_ODDITY;
  if (value * usual <= 0) return value === usual ? 0 : 1;
  return Math.min(1, Math.abs(Math.log(value / usual)) / Math.log(LARGE_FACTOR));
};

const placeWords = ({ label }: Place): string => spaced(label);
const figure = (value: number, { facts }: Place): string =>
  `${Number(value.toPrecision(3))} ${facts.unit}`.trim();
