/** The JSON Schema of each kind of file. */
import type { ZodType } from 'zod';
import { scenarioSchema } from '../../sim/scenario/scenarioFile.js';
import { type JsonSchema, jsonSchemaOf } from '../config/jsonSchema.js';
import { missionSchema } from '../config/mission/missionSchema.js';
import { robotSchema } from '../config/robot/robotFile.js';
import type { OwnBehaviors } from '../steering/mission.js';
import type { FileKind } from './fileKinds.js';

const SCHEMAS: Readonly<Record<FileKind, (own: OwnBehaviors) => ZodType>> = {
  robot: () => robotSchema,
  scenario: (own: OwnBehaviors) => scenarioSchema('scenario.yaml', new Map(), own),
  mission: (own: OwnBehaviors) => missionSchema(own),
};

/** @param own behaviors that its missions may call beside ours */
export const jsonSchema = (kind: FileKind, own: OwnBehaviors = {}): JsonSchema => ({
  title: `A Steerbot ${kind}`,
  ...jsonSchemaOf(SCHEMAS[kind](own), own),
});

export const jsonSchemaText = (kind: FileKind, own?: OwnBehaviors): string =>
  `${JSON.stringify(jsonSchema(kind, own), null, 2)}\n`;
