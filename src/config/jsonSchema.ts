/** Our files as JSON Schema, of the draft 7 that editors read: so an editor knows what may be written. */
import { z } from 'zod';
import { COMBINATORS, knownLeaves, leafNamed, type OwnBehaviors } from '../steering/mission.js';
import { dimensionOf, inputSchemas, type QuantityFacts, quantities } from '../validation/quantity.js';
import { BESIDE, missionReaders } from './mission/missionSchema.js';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What may be written, before anything is read into it. Rules that tie several keys together are left to `check`. */
export function jsonSchemaOf(schema: z.ZodType, own: OwnBehaviors = {}): JsonSchema {
  const json = converted(schema);
  const usesMissions = JSON.stringify(json).includes(MISSION.$ref);
  return usesMissions ? { ...json, definitions: missionDefinitions(own) } : json;
}

const MISSION = { $ref: '#/definitions/mission' };

const converted = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => sayWritten(zodSchema, jsonSchema),
  });

/** The same without the mark of a whole document. */
function part(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = converted(schema);
  return json;
}

/** Zod sees a transform, and not what it takes. */
function sayWritten(schema: z.core.$ZodType, json: JsonSchema): void {
  const facts = quantities.get(schema);
  const form = inputSchemas.get(schema);
  if (facts) replace(json, quantityJson(facts));
  else if (form) replace(json, part(form));
  else if (missionReaders.has(schema)) replace(json, MISSION);
  else if (schema instanceof z.ZodDefault && quantities.has(schema.def.innerType as z.ZodType)) {
    json.default = schema.def.defaultValue;
  }
}

function replace(json: JsonSchema, by: JsonSchema): void {
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, by);
}

/** A number in SI within its range, or a text of a number and a unit. */
function quantityJson({ unit, range }: QuantityFacts): JsonSchema {
  const { name, words } = dimensionOf(unit);
  const units = words.map((word) => word.replace('^', '\\^')).join('|');
  const { min, above, below, most, max = most } = range;
  return {
    type: ['number', 'string'],
    description: unit === '' ? name : `${name}: ${words.join(', ')}; a bare number is ${unit}`,
    pattern: `^\\s*[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?\\s*(${units})?\\s*$`,
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(above !== undefined && { exclusiveMinimum: above }),
    ...(below !== undefined && { exclusiveMaximum: below }),
  };
}

/** A behavior with its parameters; in a blend or a dither, with what stands beside it. */
const missionDefinitions = (own: OwnBehaviors): Record<string, JsonSchema> => ({
  mission: oneBehavior(own),
  inBlend: oneBehavior(own, BESIDE.blend),
  inDither: oneBehavior(own, BESIDE.dither),
});

interface Beside {
  readonly key: string;
  readonly schema: z.ZodType;
}

/** One key is the behavior: a map of all of them lets an editor offer each by its name. */
function oneBehavior(own: OwnBehaviors, beside?: Beside): JsonSchema {
  const leaves = knownLeaves(own).map((name) => [name, leafJson(name, own)]);
  const combinators = COMBINATORS.map((name) => [name, { type: 'array', minItems: 1, items: ENTRIES[name] }]);
  const extra = beside ? [[beside.key, part(beside.schema)]] : [];
  return {
    type: 'object',
    properties: Object.fromEntries([...combinators, ...leaves, ...extra]),
    additionalProperties: false,
    minProperties: 1,
    maxProperties: beside ? 2 : 1,
  };
}

const ENTRIES: Readonly<Record<(typeof COMBINATORS)[number], JsonSchema>> = {
  prioritize: MISSION,
  budget: MISSION,
  blend: { $ref: '#/definitions/inBlend' },
  dither: { $ref: '#/definitions/inDither' },
};

/** A behavior without parameters may be left empty. A path may be the name of its file. */
function leafJson(name: string, own: OwnBehaviors): JsonSchema {
  const leaf = leafNamed(name, own);
  const json = leaf ? part(leaf.parameters) : {};
  const path = json.properties?.path;
  if (name === 'followPath' && typeof path === 'object') {
    return { ...json, properties: { ...json.properties, path: { anyOf: [FILE_NAME, path] } } };
  }
  return json.required ? json : { ...json, type: ['object', 'null'] as never };
}

const FILE_NAME = {
  type: 'string',
  description: 'the name of a CSV file with the columns x_m and y_m',
} as const;
