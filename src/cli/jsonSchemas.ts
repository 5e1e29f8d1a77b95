/** The JSON Schema of each kind of file, and the line by which an editor finds it. */
import { scenarioSchema } from '../../sim/scenarioFile.js';
import { type JsonSchema, jsonSchemaOf } from '../files/jsonSchema.js';
import { missionSchema } from '../files/missionSchema.js';
import { robotSchema } from '../files/robotFile.js';
import type { OwnBehaviors } from '../mission.js';

const SCHEMAS = {
  robot: () => robotSchema,
  scenario: (own: OwnBehaviors) => scenarioSchema('scenario.yaml', new Map(), own),
  mission: (own: OwnBehaviors) => missionSchema(own),
};

export type FileKind = keyof typeof SCHEMAS;

export const FILE_KINDS = Object.keys(SCHEMAS) as readonly FileKind[];

/** @param own behaviors that its missions may call beside ours */
export const jsonSchema = (kind: FileKind, own: OwnBehaviors = {}): JsonSchema => ({
  title: `A Steerbot ${kind}`,
  ...jsonSchemaOf(SCHEMAS[kind](own), own),
});

export const jsonSchemaText = (kind: FileKind, own?: OwnBehaviors): string =>
  `${JSON.stringify(jsonSchema(kind, own), null, 2)}\n`;

/** The first line of a YAML file that has the schema at that path, relative to it. */
export const editorLine = (schema: string): string => `# yaml-language-server: $schema=${schema}`;
