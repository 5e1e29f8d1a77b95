import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isMissing } from '../support/tools.js';
import { builtProgram, folderWith, steerbot } from './steerbot.js';

/** The words that a shell is offered where it asks about the last one. */
async function offered(words: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const { code, stdout } = await steerbot(['complete', '--', ...words], { cwd: folderWith(files) });
  expect(code).toBe(0);
  const lines = stdout.trim().split('\n');
  // The last line tells the shell to offer nothing of its own.
  expect(lines.pop()).toBe(':4');
  return lines.map((line) => line.split('\t')[0]);
}

describe('a shell that completes is offered', () => {
  it('every command', async () => {
    const commands =
      'init presets wiring schema check import sim ports flash doctor calibrate drive replay compare worker study completion';
    expect(await offered([''])).toEqual([...commands.split(' '), 'help']);
  });

  it('the commands that begin so', async () => {
    expect(await offered(['dr'])).toEqual(['drive']);
  });

  it('the options of a command', async () => {
    expect(await offered(['drive', 'scout', '--try'])).toEqual(['--try-wheels']);
  });

  it('robots, ours and the files here, where a command takes one', async () => {
    const words = await offered(['drive', ''], { 'rover.yaml': '', 'notes.txt': '' });
    expect(words).toEqual(expect.arrayContaining(['scout', 'generic-l298n', 'rover.yaml']));
    expect(words).not.toContain('notes.txt');
  });

  it('recordings where a command takes one', async () => {
    const files = { 'run.mcap': '', 'notes.txt': '', 'runs/one.mcap': '' };
    expect((await offered(['replay', ''], files)).sort()).toEqual(['run.mcap', 'runs/']);
  });

  it('scenarios by name, also as what another is compared with', async () => {
    expect((await offered(['sim', 'squ'])).sort()).toEqual(['square']);
    expect(await offered(['sim', 'square', 'slal'])).toEqual(['slalom']);
  });

  it.each([
    ['--port', ['auto', 'emulated']],
    ['--path', ['laps/', 'lap.csv']],
    ['--foxglove', ['127.0.0.1:8080', '127.0.0.1:8765']],
  ])('what may stand behind %s', async (option, values) => {
    const words = await offered(['drive', 'scout', option, ''], { 'lap.csv': '', 'laps/two.csv': '' });
    expect(words.sort()).toEqual(values.sort());
  });

  it('what lies in the folder that is typed', async () => {
    const files = { 'laps/two.csv': '', 'lap.csv': '' };
    expect(await offered(['drive', 'scout', '--path', 'laps/t'], files)).toEqual(['laps/two.csv']);
  });

  it('the choices of an option', async () => {
    expect(await offered(['sim', '--speed', ''])).toEqual(['1', '10', 'max']);
    expect(await offered(['schema', ''])).toEqual(['robot', 'scenario', 'mission']);
  });
});

describe('steerbot completion', () => {
  it.each(['bash', 'zsh', 'fish', 'powershell'])(
    'prints a script for %s that asks steerbot',
    async (shell) => {
      const { code, stdout, stderr } = await steerbot(['completion', shell]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/steerbot complete '?--/);
    },
  );

  it('for a shell that is not known ends with 2', async () => {
    const { code, stdout, stderr } = await steerbot(['completion', 'csh']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/Allowed choices are zsh, bash, fish, powershell/);
  });
});

const TYPED: readonly (readonly [what: string, words: readonly string[], offer: string])[] = [
  ['a command', ['dr'], 'drive'],
  ['what may stand behind an option', ['drive', 'scout', '--port', ''], 'auto emulated'],
  ['what may stand behind an option and an =', ['drive', 'scout', '--port', '=', 'em'], 'emulated'],
  ['all of that where nothing stands behind the = yet', ['sim', 'square', '--speed', '='], '1 10 max'],
  ['a name with a blank, so that it stays one word', ['drive', 'tw'], 'two\\ words.yaml'],
  ['a name with a blank between quotes as it is', ['drive', '"two w'], 'two words.yaml'],
  ['a file of a folder', ['drive', 'scout', '--path', 'laps/m'], 'laps/my\\ lap.csv'],
  ['nothing for what would do something, which is not done', ['drive', '$(touch done)'], ''],
];

describe.skipIf(isMissing('bash'))(
  'the script for bash, sourced twice and without any package, offers',
  () => {
    const cwd = folderWith({ 'two words.yaml': '', 'laps/my lap.csv': '' });
    let offers: readonly string[] = [];
    beforeAll(async () => {
      const { stdout: script } = await steerbot(['completion', 'bash']);
      const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
      const commands = [
        `steerbot() { ${quoted(process.execPath)} ${quoted(builtProgram())} "$@"; }`,
        // Bash has split the line already.
        `ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _steerbot; echo "\${COMPREPLY[*]}"; }`,
        ...[script, script, ...TYPED.map(([, words]) => `ask steerbot ${words.map(quoted).join(' ')}`)],
      ];
      const input = commands.join('\n');
      const { stdout, stderr } = spawnSync('bash', ['--norc'], { cwd, input, encoding: 'utf8' });
      expect(stderr).toBe('');
      offers = stdout.split('\n');
    });

    it.each(TYPED.map(([what, words, offer], i) => [what, [...words].join(' '), offer, i] as const))(
      '%s: %s',
      (_, __, offer, i) => {
        expect(offers[i]).toBe(offer);
        expect(existsSync(join(cwd, 'done'))).toBe(false);
      },
    );
  },
);
