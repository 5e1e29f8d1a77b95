/** The parts of a mission's JSON Schema that no schema of zod's holds: nodes with state, guards and conditions. */
import type { z } from 'zod';
import { CONDITIONS } from '../steering/missions/conditions.js';
import { NODE_PARAMETERS } from '../steering/missions/inTurn.js';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export const CONDITION: JsonSchema = { $ref: '#/definitions/condition' };

export const MISSION: JsonSchema = { $ref: '#/definitions/mission' };
const body: JsonSchema = { anyOf: [MISSION, { type: 'array', minItems: 1, items: MISSION }] };

type Convert = (schema: z.ZodType) => JsonSchema;

/** Each node by its name. */
export function nodesJson(part: Convert): Record<string, JsonSchema> {
  const list: JsonSchema = { type: 'array', minItems: 1, items: MISSION };
  const withKeys = (name: 'repeat' | 'retry' | 'timeout'): JsonSchema => {
    const { properties = {} } = part(NODE_PARAMETERS[name]);
    const required = name === 'timeout' ? ['after', 'do'] : ['do'];
    return { type: 'object', properties: { ...properties, do: body }, required, additionalProperties: false };
  };
  const call: JsonSchema = {
    anyOf: [{ type: 'string' }, { type: 'object', minProperties: 1, maxProperties: 1 }],
  };
  return {
    sequence: { ...list, description: 'One after the other, until one fails.' },
    fallback: { ...list, description: 'One after the other, until one is done.' },
    repeat: { anyOf: [list, withKeys('repeat')], description: 'Again and again, or so many times.' },
    retry: { anyOf: [list, withKeys('retry')], description: 'Again when it has failed.' },
    timeout: { ...withKeys('timeout'), description: 'Fails when it has not ended by then.' },
    parallel: {
      type: 'object',
      properties: { do: body, watch: body },
      required: ['do', 'watch'],
      additionalProperties: false,
      description: 'One that drives, and watchers beside it.',
    },
    call: { ...call, description: 'A mission that is defined under define, with its values.' },
  };
}

/** What may stand beside a node: conditions, the missions that it defines, and the nodes of a call that a program has made. */
export const besideJson: Record<string, JsonSchema> = {
  while: { ...CONDITION, description: 'It runs as long as this holds.' },
  unless: { ...CONDITION, description: 'It runs until this holds.' },
  do: { ...body, description: 'The nodes of a call that a program has made.' },
  define: {
    type: 'object',
    additionalProperties: {
      anyOf: [
        body,
        {
          type: 'object',
          properties: { with: { type: 'array', items: { type: 'string' } }, do: body },
          required: ['do'],
          additionalProperties: false,
        },
      ],
    },
    description: 'Missions for calls, by their names; a parameter of one stands in it as $name.',
  },
};

/** One key is the condition. */
export const conditionJson = (part: Convert): JsonSchema => ({
  anyOf: [
    { const: 'bumped' },
    {
      type: 'object',
      properties: {
        ...Object.fromEntries(
          Object.entries(CONDITIONS).map(([name, { parameters, about }]) => [
            name,
            { ...part(parameters), description: about },
          ]),
        ),
        not: CONDITION,
        all: { type: 'array', minItems: 1, items: CONDITION },
        any: { type: 'array', minItems: 1, items: CONDITION },
      },
      additionalProperties: false,
      minProperties: 1,
      maxProperties: 1,
    },
  ],
});
