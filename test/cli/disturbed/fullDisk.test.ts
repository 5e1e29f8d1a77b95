/** Files that cannot grow further, by the limit that the operating system puts on a process: as on a full disk. */
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { resimulate } from '../../../src/cli/replay/resimulate.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { openRecording } from '../../../src/recording/reading/openRecording.js';
import { driveOnPty, endDrives, offForGood } from '../../support/drivenOnPty.js';
import { itThorough as it } from '../../support/effort.js';
import { observe } from '../../support/observer.js';
import { until } from '../../support/pty.js';
import { rootFile } from '../../support/runs.js';
import { isMissing } from '../../support/tools.js';
import { folderWith, spawned } from '../steerbot.js';

/** Of a folder's files, and of those below it, how long each is. */
const lengthsIn = (folder: string): Record<string, number> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((name) => [name.slice(folder.length + 1), readFileSync(name).byteLength]),
  );

const SCOUT = readFileSync(rootFile('robots/scout.yaml'), 'utf8');
const noLimit = isMissing('prlimit', 'util-linux');

describe.skipIf(noLimit)('where no file can be written to its end', () => {
  it.each<[string, readonly string[], string]>([
    ['a picture of a run', ['sim', 'first-drive', '--headless', '--plot', 'old.svg'], '--plot'],
    ['a picture of the wires', ['wiring', 'scout', '--svg', 'old.svg'], '--svg'],
    ['a schema', ['schema', 'robot', '--write', 'old.json'], '--write'],
  ])('%s leaves the older one as it was, says so, and ends with 2', async (_, args, option) => {
    const cwd = folderWith({ 'old.svg': 'older', 'old.json': 'older' });
    const { code, stderr } = await spawned(args, { cwd, fileBytes: 1000 });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(`^${option} 'old.*' cannot be written \\(EFBIG.*\\n$`),
    });
    expect(lengthsIn(cwd)).toEqual({ 'old.svg': 5, 'old.json': 5 });
  });

  it('init writes neither of its files', async () => {
    const cwd = folderWith({ '.steerbot/robot.schema.json': 'older' });
    const { code, stdout, stderr } = await spawned(['init', 'bob', '--kit', 'scout'], {
      cwd,
      fileBytes: 100,
    });
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^init: '.*' cannot be written \(EFBIG.*\n$/),
    });
    expect(lengthsIn(cwd)).toEqual({ '.steerbot/robot.schema.json': 5 });
  });

  it('a table of runs ends with a whole row', async () => {
    const cwd = folderWith({});
    const args = ['sim', 'first-drive', '--headless', '--seeds', '1..8', '--csv', 'runs.csv'];
    const { code, stderr } = await spawned(args, { cwd, fileBytes: 1000 });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/--csv .*EFBIG/) });
    expect(readFileSync(join(cwd, 'runs.csv'), 'utf8')).toMatch(/\r\n$/);
  });

  it('a recording says so at the terminal, the robot arrives, and what is in the file can be re-run', async () => {
    const cwd = folderWith({});
    const args = [
      'drive',
      'scout',
      '--arrive',
      '0.5,0',
      '--port',
      'emulated',
      '--headless',
      '--record',
      'run.mcap',
    ];
    const { code, stdout, stderr } = await spawned(args, { cwd, fileBytes: 40_000 });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('scout: arrived') });
    expect(stderr).toMatch(/^not recording to run\.mcap: EFBIG.*\nrun\.mcap is incomplete: EFBIG.*\n$/);
    const recording = openRecording(join(cwd, 'run.mcap'));
    expect(recording.frameCount).toBeGreaterThan(10);
    expect(resimulate(recording).identical).toBe(true);
    recording.close();
  });

  it('Save and Keep on the page are refused with the reason, no file is half written, and the robot drives on', async () => {
    const cwd = folderWith({ 'mine.yaml': SCOUT });
    const args = ['--seek', '100,0', '--listen', '0'];
    const { robot, child, said } = await driveOnPty({
      robot: './mine.yaml',
      cwd,
      args,
      through: ['prlimit', '--fsize=1500'],
    });
    const seen = await observe(/http:\S+/.exec(said())?.[0] ?? '');
    const told = () => seen.frames.flatMap(({ frame }) => frame.news.map(({ words }) => words));
    const tells = (words: RegExp) =>
      until(
        () => told().some((one) => words.test(one)),
        () => `never told: ${words}; but ${told().join('\n')}`,
      );
    try {
      seen.say({ kind: 'tune', id: '0/robot.limits.speed', value: 0.4 });
      seen.say({ kind: 'save' });
      await tells(/^(save refused|not saved): .*EFBIG/);
      seen.say({ kind: 'keep' });
      await tells(/^not kept: .*EFBIG/);
      expect(readFileSync(join(cwd, 'mine.yaml'), 'utf8')).toBe(SCOUT);
      expect(readdirSync(cwd).filter((name) => !/^scout-.*\.mcap$/.test(name))).toEqual(['mine.yaml']);
      // A busy machine may have tripped the board meanwhile.
      expect(robot.isPowered() || /stopped itself/.test(said())).toBe(true);
    } finally {
      seen.close();
      child.kill('SIGINT');
      await offForGood(robot);
      endDrives();
    }
    expect(loadRobot(join(cwd, 'mine.yaml')).limits.speed).toBe(0.5);
  });
});

describe.skipIf(!existsSync('/dev/full'))('a full disk behind standard output', () => {
  it('ends with 2 and says that the result is lost', async () => {
    const stdout = openSync('/dev/full', 'w');
    const { code, stderr } = await spawned(['sim', 'first-drive', '--headless', '--json'], { stdout });
    closeSync(stdout);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^the result is lost: standard output cannot be written \(ENOSPC.*\)\n$/),
    });
  });

  it('does not end a drive, which still stops at its limit', async () => {
    const stdout = openSync('/dev/full', 'w');
    const args = [
      'drive',
      'scout',
      '--seek',
      '100,0',
      '--port',
      'emulated',
      '--headless',
      '--time-limit',
      '1s',
    ];
    const { code } = await spawned(args, { stdout });
    closeSync(stdout);
    expect(code).toBe(4);
  });
});
