/** What was out of order with the body: injected faults, and where the true body differs from its robot's file. */
import type { FaultSpec } from '../scenario/faultSpec.js';
import { AS_DECLARED, type PlantSpec } from '../scenario/plantSpec.js';
import type { Scenario } from '../scenario/scenario.js';
import { type Alternative, SOME_ODDITY, spaced } from './alternative.js';

export const withoutFaults = (scenario: Scenario): Alternative[] =>
  (scenario.faults ?? []).map((fault, i) => ({
    ...({ kind: 'fault', about: `faults.${i}`, oddity: 1 } as const),
    words: `without the fault ${faultWords(fault)}`,
    scenario: { ...scenario, faults: (scenario.faults ?? []).filter((_, other) => other !== i) },
  }));

/** `wheel slip (left)` */
function faultWords({ fault, side, sensor, target }: FaultSpec): string {
  const which = side ?? sensor ?? target;
  return which === undefined ? spaced(fault) : `${spaced(fault)} (${which})`;
}

/** An error of this size is as unusual as can be. */
const LARGE_ERROR = 0.1;
const LARGE_DELAY = 0.1;

/** Each way in which the true body differs from its robot's file. */
export function asDeclared(scenario: Scenario): Alternative[] {
  const { plant, robots } = scenario;
  const [latency = 0] = robots.map(({ robot }) => robot.control.latency);
  return (Object.keys(plant) as (keyof PlantSpec)[]).flatMap((key) => {
    const oddity = oddityOf(plant, key, latency);
    if (oddity === 0) return [];
    const { [key]: _, ...rest } = plant;
    const declared = Object.hasOwn(AS_DECLARED, key) ? { [key]: AS_DECLARED[key] } : {};
    return [
      {
        ...({ kind: 'body', about: `plant.${key}`, oddity } as const),
        words: `with a body as its file says, ${PLANT_WORDS[key] ?? `without its ${spaced(key)}`}`,
        scenario: { ...scenario, plant: { ...rest, ...declared } as PlantSpec },
      },
    ];
  });
}

const PLANT_WORDS: Partial<Record<keyof PlantSpec, string>> = {
  delay: 'without the delay of its commands',
  slip: 'without slip',
  wheelSpeedError: 'with motors of the same speed',
  wheelDiameterError: 'with wheels of the diameter in the file',
  trackError: 'with the track in the file',
};

function oddityOf(plant: PlantSpec, key: keyof PlantSpec, latency: number): number {
  const value = plant[key];
  if (key === 'delay') return Math.min(1, Math.abs((plant.delay ?? latency) - latency) / LARGE_DELAY);
  if (key === 'trackError') return Math.min(1, Math.abs(plant.trackError) / LARGE_ERROR);
  if (key === 'wheelSpeedError' || key === 'wheelDiameterError') {
    const { left, right } = plant[key];
    return Math.min(1, Math.max(Math.abs(left), Math.abs(right)) / LARGE_ERROR);
  }
  return value === undefined || value === 0 ? 0 : SOME_ODDITY;
}

/** Without latency, and with its place known from outside. */
export const ideal = (scenario: Scenario): Alternative[] => [
  {
    ...({ kind: 'latency', about: 'latency', oddity: 0, words: 'without any latency' } as const),
    scenario: {
      ...scenario,
      plant: { ...scenario.plant, delay: 0 },
      robots: scenario.robots.map((spec) => ({
        ...spec,
        robot: { ...spec.robot, control: { ...spec.robot.control, latency: 0 } },
      })),
    },
  },
  ...(scenario.sensing === 'truth'
    ? []
    : [
        {
          ...({ kind: 'place', about: 'place', oddity: 0, words: 'if it knew its place exactly' } as const),
          scenario: { ...scenario, sensing: 'truth' as const },
        },
      ]),
];
