import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.js';
import { EXAMPLES, endingsOf } from '../../src/cli/helpTexts.js';
import { EXIT } from '../../src/cli/terminal/exitCodes.js';

const all = commands(() => {});
const commandOf = (line: string) => all.find((command) => command.name() === line.split(' ')[0]);

describe('the help of every command', () => {
  it.each(all.map((command) => [command.name(), command] as const))(
    '%s has three examples',
    (name, command) => {
      let help = '';
      command.configureOutput({ writeOut: (text) => (help += text) });
      command.outputHelp();
      expect(EXAMPLES[name]).toHaveLength(3);
      for (const [line] of EXAMPLES[name] ?? []) expect(help).toContain(`steerbot ${line} `);
      for (const [code, what] of Object.entries(endingsOf(name)))
        expect(help).toContain(`\n  ${code.padEnd(5)}${what}`);
    },
  );

  it('is of commands that there are', () => {
    expect(Object.keys(EXAMPLES).sort()).toEqual(all.map((command) => command.name()).sort());
  });

  it('names options that there are', () => {
    for (const [line] of Object.values(EXAMPLES).flat()) {
      const options = commandOf(line)?.options.map(({ long }) => long);
      for (const option of line.match(/--[a-z-]+/g) ?? []) expect(options, line).toContain(option);
    }
  });

  it('tells the exit codes that it has, and no other', () => {
    const codesOf = (name: string) => Object.keys(endingsOf(name)).map(Number);
    expect(codesOf('drive')).toEqual(Object.values(EXIT));
    expect(codesOf('schema')).toEqual([EXIT.done, EXIT.usage]);
    expect(codesOf('doctor')).not.toContain(EXIT.stoppedForSafety);
    // What these print may be the result of a run.
    for (const name of ['sim', 'study', 'replay'])
      expect(codesOf(name), name).toEqual(
        expect.arrayContaining([EXIT.criterionFailed, EXIT.stoppedForSafety]),
      );
  });
});
