/** A behavior that is silent, and for a while answers badly: with NaN, with nothing, or by changing its body's limits. */
import type { Seconds } from '../../src/math/units.js';
import type { Behavior, Percept, Steering } from '../../src/steering/behavior.js';
import type { MissionSpec } from '../../src/steering/mission.js';
import { BEHAVIOR_UPSETS, isOneOf, type Upset } from './disturbances.js';

interface Span {
  readonly kind: (typeof BEHAVIOR_UPSETS)[number];
  readonly from: Seconds;
  readonly to: Seconds;
}

/** The name under which missions know it. */
export const UPSET_BEHAVIOR = 'upset';

/** Far more than any motor can give: the limits apply. */
const HUGE = 1e6;

export const upsetBehavior = ({ spans }: { readonly spans: readonly Span[] }): Behavior<null> => ({
  name: UPSET_BEHAVIOR,
  start: () => null,
  steer(percept) {
    const now = spans.find(({ from, to }) => from <= percept.at && percept.at < to);
    return now ? answer(now.kind, percept) : { memory: null };
  },
});

function answer(kind: Span['kind'], { body }: Percept): Steering<null> {
  switch (kind) {
    case 'behaviorNaN':
      return { memory: null, force: { x: Number.NaN, y: 0 }, desiredVelocity: { x: 0, y: 0 } };
    case 'behaviorNothing':
      return undefined as unknown as Steering<null>;
    case 'behaviorLimits':
      (body as { maxSpeed: number }).maxSpeed = HUGE;
      return { memory: null };
    case 'behaviorHuge':
      return { memory: null, force: { x: HUGE, y: 0 }, desiredVelocity: { x: HUGE, y: -HUGE } };
  }
}

/** The mission with that behavior before it, if the robot's behaviors are to be upset. */
export function upsetMission(mission: MissionSpec, robot: string, upsets: readonly Upset[]): MissionSpec {
  const spans = upsets.flatMap((one): Span[] =>
    one.robot === robot && isOneOf(BEHAVIOR_UPSETS, one.upset)
      ? [{ kind: one.upset, from: one.at, to: one.at + (one.for ?? 0) }]
      : [],
  );
  if (spans.length === 0) return mission;
  const upset: MissionSpec = { behavior: UPSET_BEHAVIOR, parameters: { spans } };
  return { behavior: 'prioritize', children: [{ mission: upset }, { mission }] };
}
