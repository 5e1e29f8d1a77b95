/** `steerbot schema`, as the command line has it. */
import { writeFileSync } from 'node:fs';
import { Argument, Command } from 'commander';
import { editorLine, FILE_KINDS, type FileKind } from '../fileKinds.js';
import { mustBeWritable } from '../terminal/outputFile.js';
import { ownBehaviors } from './options.js';

interface SchemaOptions {
  readonly write?: string;
  readonly behaviors?: string;
}

export const schemaCommand = (): Command =>
  new Command('schema')
    .description('print the JSON Schema of a kind of file, so that an editor completes and checks it')
    .addArgument(new Argument('[kind]', 'of which file').choices(FILE_KINDS).default('robot'))
    .option('--write <file>', 'write it to a file')
    .option('--behaviors <file>', 'behaviors of your own that missions may call')
    .action(async (kind: FileKind, { write, behaviors }: SchemaOptions) => {
      const { jsonSchemaText } = await import('../jsonSchemas.js');
      const text = jsonSchemaText(kind, await ownBehaviors(behaviors));
      const usual = `${kind}.schema.json`;
      if (write === undefined) process.stdout.write(text);
      else {
        mustBeWritable('--write', write, usual);
        writeFileSync(write, text);
      }
      process.stderr.write(`an editor uses it where this is the first line of a ${kind}'s file:\n`);
      process.stderr.write(`${editorLine(write ?? usual)}\n`);
    });
