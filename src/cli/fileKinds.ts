/**
 * The kinds of file that have a JSON Schema, and the line by which an editor finds it.
 *
 * Apart from fileSchemas.ts, so that the help, which names them, loads no schema.
 */

/** In the order of the help. */
export const FILE_KINDS = ['robot', 'scenario', 'mission'] as const;

export type FileKind = (typeof FILE_KINDS)[number];

/** The first line of a YAML file that has the schema at that path, relative to it. */
export const editorLine = (schema: string): string => `# yaml-language-server: $schema=${schema}`;
