import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { itThorough as it } from '../support/effort.js';
import { onTerminal } from '../support/terminal.js';
import { isMissing } from '../support/tools.js';
import { builtProgram, folderWith } from './steerbot.js';

/** A user at a terminal in one folder, and all the answers given. */
function person(cwd: string) {
  let answers = 0;
  const does = async (args: readonly string[], ...steps: readonly (readonly [RegExp, string])[]) => {
    const terminal = onTerminal([builtProgram(), ...args], cwd);
    try {
      for (const [question, answer] of steps) {
        await terminal.shows(question);
        terminal.press(answer);
        answers += 1;
      }
      return { code: await terminal.ended, shown: terminal.shown() };
    } finally {
      terminal.close();
    }
  };
  return { does, answers: () => answers };
}

const ENTER = '\r';
/** From the first choice to the last. */
const UP = '\u001b[A';

describe.skipIf(isMissing('socat'))('from an emptied folder to a robot that drives, emulated', () => {
  it('takes four commands and five answers', async () => {
    const cwd = folderWith({});
    const began = Date.now();
    const { does, answers } = person(cwd);

    expect(await does(['init', 'rover'], [/Which robot do you have\?/, ENTER])).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, 'rover.yaml'), 'utf8')).toContain('name: rover');

    const flashed = await does(['flash', 'rover', '--port', 'emulated'], [/on the Arduino Uno/, 'y']);
    expect(flashed).toMatchObject({ code: 0, shown: expect.stringContaining('written and verified') });

    const tried = await does(
      ['drive', 'rover', '--port', 'emulated', '--try-wheels'],
      [/the left wheel turns forwards[\s\S]*Did the LEFT wheel turn\?/, 'y'],
      [/Forwards\?/, 'y'],
      [/the right wheel turns forwards[\s\S]*Did the RIGHT wheel turn forwards\?/, 'y'],
    );
    expect(tried).toMatchObject({ code: 0, shown: expect.stringContaining('nothing to change') });

    const driven = await does([
      'drive',
      'rover',
      '--port',
      'emulated',
      '--seek',
      '0.5,0',
      '--headless',
      '--json',
    ]);
    expect(driven.code).toBe(0);
    const { outcome, pose } = JSON.parse(/\{.*\}/.exec(driven.shown)?.[0] ?? '');
    expect(outcome).toBe('arrived');
    expect(Math.hypot(pose.x - 0.5, pose.y)).toBeLessThan(0.1);

    expect(answers()).toBeLessThanOrEqual(5);
    console.log(`first drive: ${((Date.now() - began) / 1000).toFixed(1)} s, ${answers()} answers`);
  });

  it('takes five answers for the file of a hand-wired robot', async () => {
    const cwd = folderWith({});
    const { does, answers } = person(cwd);
    const { code } = await does(
      ['init', 'rover'],
      [/Which robot do you have\?/, UP + ENTER],
      [/Which Arduino is on it\?/, ENTER],
      [/What does the board tell each motor\?/, ENTER],
      [/What is the diameter of its wheels\?/, ENTER],
      [/How far apart are the middles/, ENTER],
    );
    expect({ code, answers: answers() }).toEqual({ code: 0, answers: 5 });
    expect(readFileSync(join(cwd, 'rover.yaml'), 'utf8')).toContain('diameter: 65 mm');
  });

  it.each(['n', ENTER, '\u0003'])(
    'flashes nothing where %j is the answer, and ends with 130',
    async (answer) => {
      const flash = ['flash', 'uno', '--port', 'emulated'];
      const { code, shown } = await person(folderWith({})).does(flash, [/Write it\?/, answer]);
      expect(code).toBe(130);
      expect(shown).toContain('nothing was written');
      expect(shown).not.toContain('verif');
    },
  );

  it('writes nothing where the first question is declined, and ends with 130', async () => {
    const cwd = folderWith({});
    const { code } = await person(cwd).does(['init', 'rover'], [/Which robot do you have\?/, '\u0003']);
    expect({ code, files: readdirSync(cwd) }).toEqual({ code: 130, files: [] });
  });
});
