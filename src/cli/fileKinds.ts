/**
 * The kinds of file that have a JSON Schema, and the line by which an editor finds it.
 *
 * Apart from fileSchemas.ts, so that the help, which lists the kinds, loads no schema.
 */

/** In the order in which the help lists them. */
export const FILE_KINDS = ['robot', 'scenario', 'mission'] as const;

export type FileKind = (typeof FILE_KINDS)[number];

/** The first line of a YAML file that uses the schema at this path, relative to the file. */
export const editorLine = (schema: string): string => `# yaml-language-server: $schema=${schema}`;
