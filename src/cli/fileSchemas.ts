/** `steerbot schema`: the files that users write as JSON Schema (draft 7, which editors read), so that an editor knows the keys. */

import { type ZodType, z } from 'zod';
import { scenarioSchema } from '../../sim/scenario/scenarioFile.js';
import { ENTRY_KEYS, missionReaders, missionSchema } from '../config/mission/missionSchema.js';
import { robotSchema } from '../config/robot/robotFile.js';
import { numberFacts } from '../config/tuning/schemaFacts.js';
import { COMBINATORS, knownLeaves, leafNamed, type OwnBehaviors } from '../steering/mission.js';
import { conditionReaders } from '../steering/missions/condition.js';
import { dimensionOf, inputSchemas, type QuantityFacts, quantities } from '../validation/quantity.js';
import { editorLine, type FileKind } from './fileKinds.js';
import { besideJson, CONDITION, conditionJson, type JsonSchema, MISSION, nodesJson } from './missionJson.js';
import { ownBehaviorsOf } from './ownBehaviors.js';
import { mustBeWritable, writeOutput } from './terminal/outputFile.js';

export interface SchemaOptions {
  readonly write?: string;
  readonly behaviors?: string;
}

/** `steerbot schema`. @throws UsageError */
export async function schema(kind: FileKind, { write, behaviors }: SchemaOptions): Promise<void> {
  const text = jsonSchemaText(kind, await ownBehaviorsOf(behaviors));
  const usual = `${kind}.schema.json`;
  if (write === undefined) process.stdout.write(text);
  else {
    mustBeWritable('--write', write, usual);
    writeOutput('--write', write, text, usual);
  }
  process.stderr.write(`for an editor to use it, make this the first line of the ${kind} file:\n`);
  process.stderr.write(`${editorLine(write ?? usual)}\n`);
}

const SCHEMAS: Readonly<Record<FileKind, (own: OwnBehaviors) => ZodType>> = {
  robot: () => robotSchema,
  scenario: (own: OwnBehaviors) => scenarioSchema('scenario.yaml', new Map(), own),
  mission: (own: OwnBehaviors) => missionSchema(own),
};

/** @param own behaviors that missions may call besides ours */
export const jsonSchema = (kind: FileKind, own: OwnBehaviors = {}): JsonSchema => ({
  title: `A Steerbot ${kind}`,
  ...jsonSchemaOf(SCHEMAS[kind](own), own),
});

export const jsonSchemaText = (kind: FileKind, own?: OwnBehaviors): string =>
  `${JSON.stringify(jsonSchema(kind, own), null, 2)}\n`;

/** Describes the input, before it is parsed. Only `check` tests rules that tie several keys together. */
export function jsonSchemaOf(schema: z.ZodType, own: OwnBehaviors = {}): JsonSchema {
  const json = converted(schema);
  const usesMissions = JSON.stringify(json).includes(String(MISSION.$ref));
  return usesMissions ? { ...json, definitions: missionDefinitions(own) } : json;
}

const converted = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => sayWritten(zodSchema, jsonSchema),
  });

/** The same without `$schema`, the mark of a whole document. */
function part(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = converted(schema);
  return json;
}

/** Zod shows a transform, and not what it accepts. */
function sayWritten(schema: z.core.$ZodType, json: JsonSchema): void {
  const facts = quantities.get(schema);
  const form = inputSchemas.get(schema);
  if (facts) replace(json, quantityJson(facts));
  else if (form) replace(json, part(form));
  else if (missionReaders.has(schema)) replace(json, MISSION);
  else if (conditionReaders.has(schema)) replace(json, CONDITION);
  else if (schema instanceof z.ZodDefault && quantities.has(schema.def.innerType as z.ZodType)) {
    json.default = schema.def.defaultValue;
  }
  const meaning = z.globalRegistry.get(schema)?.description;
  const number = numberFacts(schema as ZodType);
  if (meaning !== undefined) json.description = number ? `${meaning} ${unitSentence(number)}` : meaning;
}

const unitSentence = (facts: QuantityFacts): string => {
  const words = unitWords(facts);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
};

function replace(json: JsonSchema, by: JsonSchema): void {
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, by);
}

function unitWords({ unit }: Pick<QuantityFacts, 'unit'>): string {
  const { name, words } = dimensionOf(unit);
  return unit === '' ? name : `${name}: ${words.join(', ')}; a bare number is ${unit}`;
}

/** A number in SI units within its range, or a text of a number and a unit. */
function quantityJson({ unit, range }: QuantityFacts): JsonSchema {
  const { words } = dimensionOf(unit);
  const units = words.map((word) => word.replace('^', '\\^')).join('|');
  const { min, above, below, most, max = most } = range;
  return {
    type: ['number', 'string'],
    description: unitWords({ unit }),
    pattern: `^\\s*[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?\\s*(${units})?\\s*$`,
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(above !== undefined && { exclusiveMinimum: above }),
    ...(below !== undefined && { exclusiveMaximum: below }),
  };
}

/** A behavior with its parameters; in a blend or a dither, with the key beside it. */
const missionDefinitions = (own: OwnBehaviors): Record<string, JsonSchema> => ({
  mission: oneBehavior(own),
  condition: conditionJson(part),
  ...Object.fromEntries(knownLeaves(own).map((name) => [idOf(name), leafJson(name, own)])),
  ...Object.fromEntries(Object.entries(nodesJson(part)).map(([name, json]) => [idOf(name), json])),
  inBlend: oneBehavior(own, ENTRY_KEYS.blend),
  inDither: oneBehavior(own, ENTRY_KEYS.dither),
});

interface Beside {
  readonly key: string;
  readonly schema: z.ZodType;
}

/** One key is the behavior: listing all of them lets an editor offer each by name. */
function oneBehavior(own: OwnBehaviors, beside?: Beside): JsonSchema {
  const leaves = knownLeaves(own).map((name) => [name, refTo(name)]);
  const combinators = COMBINATORS.map((name) => [name, { type: 'array', minItems: 1, items: ENTRIES[name] }]);
  const extra = beside ? [[beside.key, part(beside.schema)]] : [];
  const properties = {
    ...Object.fromEntries([...combinators, ...leaves, ...extra]),
    ...refsTo(Object.keys(nodesJson(part))),
  };
  const one = { type: 'object', additionalProperties: false, minProperties: 1 } as const;
  const most = beside ? 2 : 1;
  return {
    anyOf: [
      { ...one, properties, maxProperties: most },
      ...Object.keys(besideJson).map((key) => ({
        ...one,
        properties: { ...properties, ...besideJson },
        required: [key],
        maxProperties: most + Object.keys(besideJson).length,
      })),
      { type: 'string', enum: bareLeaves(own) },
    ],
  };
}

const idOf = (name: string): string => `behavior-${name}`;
const refTo = (name: string): JsonSchema => ({ $ref: `#/definitions/${idOf(name)}` });
const refsTo = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, refTo(name)]));

/** Behaviors that need no parameters: their names are enough. */
const bareLeaves = (own: OwnBehaviors): string[] =>
  knownLeaves(own).filter((name) => leafNamed(name, own)?.parameters.safeParse({}).success);

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
  const full: JsonSchema = json.required ? json : { ...json, type: ['object', 'null'] as never };
  // What a short form is, the behavior itself says; the schema lets any value stand there that is no map.
  return leaf?.short ? { anyOf: [full, SHORT_FORMS[name] ?? SHORT_FORM] } : full;
}

const SHORT_FORM = { type: ['number', 'string'] } as never;
const SHORT_FORMS: Readonly<Record<string, JsonSchema>> = {
  patrol: { type: 'array', items: { type: 'array' } },
  wait: { anyOf: [SHORT_FORM, CONDITION] },
  check: CONDITION,
  set: { type: 'object' },
};

const FILE_NAME = {
  type: 'string',
  description: 'the name of a CSV file with the columns x_m and y_m',
} as const;
