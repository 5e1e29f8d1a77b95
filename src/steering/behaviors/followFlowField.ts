/** Follow flow field: take the flow's velocity at the place where the body will be. */
import { z } from 'zod';
import { add, scale, truncate, type Vec2 } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import type { Mark } from '../../signals/signals.js';
import { isFound } from '../../validation/errors.js';
import { checkedInput, sayIssue } from '../../validation/issues.js';
import { inputSchemas, quantity, type Written } from '../../validation/quantity.js';
import { isRecord } from '../../validation/values.js';
import type { Behavior } from '../behavior.js';
import { desire } from '../desire.js';
import { entryOf, shared } from '../entry.js';

const velocity = z.tuple([quantity('m/s'), quantity('m/s')], { error: 'a velocity is [vx, vy]' });

const gridSchema = z
  .strictObject({
    /** The node with the smallest x and y [m]. */
    from: z.tuple([quantity('m'), quantity('m')], { error: 'a point is [x, y]' }),
    /** Between neighboring nodes [m]. */
    cell: quantity('m', { above: 0 }),
    /** Rows from small to large y; in each the velocities [vx, vy] from small to large x [m/s]. */
    velocities: z.array(z.array(velocity).min(2)).min(2, {
      error: 'a grid has at least two rows of two velocities; add another',
    }),
  })
  .superRefine(({ velocities }, context) => {
    const wanted = velocities[0]?.length;
    for (const [i, row] of velocities.entries()) {
      if (row.length === wanted) continue;
      const message = `row ${i + 1} has ${row.length} velocities; every row has as many as the first, ${wanted}`;
      context.addIssue({ code: 'custom', path: ['velocities', i], message });
    }
  });

const isField = (value: unknown): value is FlowField => typeof value === 'function';

/** Reports each fault of a grid at its place; a zod union would only report that no form fits. */
const fieldSchema = z
  .custom<FlowField | z.input<typeof gridSchema>>()
  .transform((value: unknown, context): FlowField | z.output<typeof gridSchema> => {
    if (isField(value)) return value;
    if (!isRecord(value)) {
      context.addIssue(
        `${isFound(value)}; a field is a map { from: [x, y], cell, velocities: [[[vx, vy], …], …] }`,
      );
      return z.NEVER;
    }
    const { data, error } = gridSchema.safeParse(value, { error: sayIssue });
    for (const issue of error?.issues ?? []) context.addIssue({ ...issue, path: issue.path });
    return data ?? z.NEVER;
  })
  .describe(
    'A grid of velocities; in a program also a function of the place, which returns undefined where there is no flow.',
  );
inputSchemas.set(fieldSchema, gridSchema);

const followFlowFieldParameters = z.strictObject({
  field: fieldSchema,
  predict: quantity('s', { min: 0 })
    .optional()
    .describe(
      'How far ahead in time it reads the field; unless given τ = mass/steeringGain, the lag of the force.',
    ),
});

export type FollowFlowFieldInput = Written<typeof followFlowFieldParameters>;

/**
 * Moves with a flow: at each place the field gives the velocity to take.
 *
 * v_d = field(p + v·(T + dt/2)), at most maxSpeed long; F = k (v_d − v).
 *
 * The force lags by τ. Read T = τ ahead, the field gives the velocity that is needed when the force has taken effect.
 * Silent outside a grid; where the flow is zero the robot stands. Source: Reynolds, GDC 1999.
 *
 * @example
 * ```ts
 * import { followFlowField, scenario, simulate } from 'steerbot';
 * // From (−1, −1) on, nodes 4 m apart: everywhere along x at 0.2 m/s.
 * const velocities = [[[0.2, 0], [0.2, 0]], [[0.2, 0], [0.2, 0]]] as const;
 * const mission = followFlowField({ field: { from: [-1, -1], cell: 4, velocities } });
 * const robots = [{ robot: 'scout', mission }];
 * const { robots: [a] } = await simulate(scenario({ duration: '10 s', robots }));
 * console.log((a?.finalPose.x ?? 0) > 1); // true
 * ```
 */
export function followFlowField(input: FollowFlowFieldInput): Behavior<null> {
  const { field, predict } = checkedInput('followFlowField', followFlowFieldParameters, input);
  const flow = isField(field) ? field : flowOf(gridOf(field));
  return {
    name: 'followFlowField',
    input,
    start: () => null,
    steer(percept, memory) {
      const { pose, velocity, body, dt } = percept;
      // The desired velocity is held for a tick, so it is computed for the middle of the tick.
      const ahead = (predict ?? body.mass / body.steeringGain) + dt / 2;
      const future = add(pose, scale(velocity, ahead));
      const there = flow(future);
      if (!there) return { memory };
      const wanted = truncate(there, body.maxSpeed);
      const marks: Mark[] = [
        { kind: 'point', at: future, label: 'predicted' },
        { kind: 'segment', from: future, to: add(future, wanted), label: 'flow' },
      ];
      return desire(percept, wanted, memory, { marks });
    },
  };
}

followFlowField.entry = entryOf({
  about: 'Take the flow’s velocity at the place where the body will be.',
  parameters: followFlowFieldParameters,
  marks: {
    ...shared('predicted'),
    flow: 'The direction of the flow field at this place.',
  },
});

const gridOf = ({ from: [x, y], cell, velocities }: z.output<typeof gridSchema>) => ({
  from: { x, y },
  cell,
  velocities: velocities.map((row) => row.map(([vx, vy]) => ({ x: vx, y: vy }))),
});

/** A velocity field by its values at the nodes of a grid. */
interface FlowGrid {
  /** The node with the smallest x and y. */
  readonly from: Vec2;
  /** Between neighboring nodes. */
  readonly cell: Meters;
  /** Rows from small to large y; in each the velocities [m/s] from small to large x. */
  readonly velocities: readonly (readonly Vec2[])[];
}

/** The flow's velocity at a place; undefined outside the field. */
type FlowField = (p: Vec2) => Vec2 | undefined;

/**
 * Bilinear between the four nodes round p: continuous, exact for a field that is linear in x and y.
 *
 * The outermost nodes are part of the grid; outside of it there is no flow.
 */
const flowOf =
  ({ from, cell, velocities }: FlowGrid): FlowField =>
  (p) => {
    const column = (p.x - from.x) / cell;
    const row = (p.y - from.y) / cell;
    const columns = (velocities[0] ?? []).length;
    if (!(column >= 0 && row >= 0 && column <= columns - 1 && row <= velocities.length - 1)) return undefined;
    // A point on the last node uses the cell before it.
    const i = Math.min(Math.floor(column), Math.max(0, columns - 2));
    const j = Math.min(Math.floor(row), Math.max(0, velocities.length - 2));
    const at = (dj: number, di: number): Vec2 => velocities[j + dj]?.[i + di] ?? { x: 0, y: 0 };
    return interpolate(
      interpolate(at(0, 0), at(0, 1), column - i),
      interpolate(at(1, 0), at(1, 1), column - i),
      row - j,
    );
  };

const interpolate = (a: Vec2, b: Vec2, share: number): Vec2 => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
});
