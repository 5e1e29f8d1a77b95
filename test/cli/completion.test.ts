import { describe, expect, it } from 'vitest';
import { folderWith, steerbot } from './steerbot.js';

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
    const commands = 'init presets wiring schema check sim ports flash doctor drive replay completion';
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

  it('scenarios by name, also as what another is compared with', async () => {
    expect((await offered(['sim', 'squ'])).sort()).toEqual(['square', 'square-benchmark']);
    expect(await offered(['sim', 'square', 'slal'])).toEqual(['slalom']);
  });

  it.each([
    ['--port', ['auto', 'emulated']],
    ['--path', ['laps/', 'lap.csv']],
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
