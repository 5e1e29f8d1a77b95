import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { itOnce as it, itInBoth, itThorough, partOf } from '../../support/effort.js';
import { rootFile } from '../../support/runs.js';
import { folderWith, spawned, steerbot } from '../steerbot.js';

const scout = readFileSync(rootFile('robots/scout.yaml'), 'utf8');

const scoutWith = (from: string | RegExp, to: string): string =>
  join(folderWith({ 'robot.yaml': scout.replace(from, to) }), 'robot.yaml');

/** Only our firmware counts encoders. */
const FIRMWARE_TO_ENCODERS = /firmware: steerbot((?:.*\n)*)encoders:\n.*\n.*\n/;

describe('steerbot drive', () => {
  itThorough('warns of a sensor that no board reads', async () => {
    const lidar = '{ id: eye, type: lidar, range: 1 m, fieldOfView: 270 deg, rays: 30 }';
    const robot = join(
      folderWith({ 'robot.yaml': scout.replace('sensors:\n', `sensors:\n  - ${lidar}\n`) }),
      'robot.yaml',
    );
    const { stderr } = await spawned([
      'drive',
      robot,
      '--seek',
      '0.05,0',
      '--port',
      'emulated',
      '--headless',
    ]);
    expect(stderr).toContain("warning: no board reads 'eye' (lidar): it measures in simulation only");
  });

  itThorough('drives an emulated robot to a point, in real time, and ends with 0', async () => {
    const args = ['drive', 'scout', '--arrive', '0.2,0.1', '--port', 'emulated', '--json', '--headless'];
    const { code, stdout, stderr } = await spawned(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { outcome, pose, poseFrom, expectedError } = JSON.parse(stdout);
    const told = { outcome, poseFrom, expectedError };
    expect(told).toEqual({ outcome: 'arrived', poseFrom: 'encoders', expectedError: null });
    expect(Math.hypot(pose.x - 0.2, pose.y - 0.1)).toBeLessThan(0.01);
  });

  itThorough.each<[string, string]>([
    ['boe-bot', '0.01 m'],
    ['generic-l298n', '0.03 m'],
  ])(
    'drives %s, and says that the pose is only estimated, and how far it may be off: %s',
    async (robot, error) => {
      const { code, stdout } = await spawned(['drive', robot, '--arrive', '0.1,0', '--port', 'emulated']);
      expect(code).toBe(0);
      expect(stdout).toMatch(/estimated from the commands: .* no encoders; expect to be off by up to /);
      expect(stdout).toContain(`by up to ${error})`);
    },
  );

  itThorough.each<[string, readonly string[], string]>([
    ['its time limit is reached', ['--time-limit', '1s'], 'the time limit of 1 s is reached'],
    [
      'its distance limit is reached',
      ['--distance-limit', '100 mm'],
      'the distance limit of 0.1 m is reached',
    ],
    ['it comes to its fence', ['--fence', '0,0 0.2m'], 'the fence is reached'],
  ])('stops when %s, says why, and ends with 4', async (_, limit, why) => {
    const args = [
      'drive',
      'scout',
      '--seek',
      '100,0',
      '--port',
      'emulated',
      '--json',
      '--headless',
      ...limit,
    ];
    const { code, stdout } = await spawned(args);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 4, outcome: 'stopped', why });
  });

  itThorough('interrupted, stops and ends with 130', async () => {
    const args = ['drive', 'scout', '--seek', '100,0', '--port', 'emulated'];
    const { code, stdout } = await spawned(args, { signal: 'SIGINT' });
    expect(code).toBe(130);
    expect(stdout).toContain('interrupted: SIGINT; the wheels are stopped');
  });

  itInBoth.each(
    partOf<[string, readonly string[], RegExp]>(
      [
        [
          'with nothing to do',
          ['scout', '--port', 'emulated'],
          /--seek x,y, --arrive x,y, --path FILE, --mission FILE, --resume FILE or --wait/,
        ],
        [
          'waiting without a page',
          ['scout', '--wait', '--headless'],
          /--wait needs the page; leave --headless out/,
        ],
        [
          'with two things to do',
          ['scout', '--seek', '1,0', '--arrive', '1,0'],
          /--seek and --arrive are given/,
        ],
        [
          'with a mission that sees nothing',
          ['sumobot-jr', '--mission', join(folderWith({ 'm.yaml': 'avoidObstacles: {}\n' }), 'm.yaml')],
          /'avoidObstacles' needs a range sensor, and robot 'sumobot-jr' has none/,
        ],
        [
          'with a mission that goes by sensors it lacks',
          ['scout', '--mission', join(folderWith({ 'm.yaml': 'seekLight: {}\n' }), 'm.yaml')],
          /'seekLight' needs 2 light sensors, and there are 0 in robot 'scout'/,
        ],
        [
          'with a fence without a radius',
          ['scout', '--seek', '1,0', '--fence', '0,0'],
          /--fence '0,0': give a center and a radius/,
        ],
        [
          'with a place and nothing to go on with',
          ['scout', '--seek', '1,0', '--at', '0,0,0'],
          /--at says where a robot stands that goes on; add --resume FILE/,
        ],
        [
          'going on with another mission',
          ['scout', '--resume', 'run.mcap', '--seek', '1,0'],
          /--seek and --resume are given; give only one of/,
        ],
        [
          'going on where nobody can say where it stands',
          ['scout', '--resume', 'run.mcap', '--headless'],
          /nobody can say where it stands; add --at x,y,heading or --at here/,
        ],
        ['with a robot that is not there', ['scuot', '--seek', '1,0'], /scuot.*did you mean 'scout'\?/],
      ],
      2,
    ),
  )('%s ends with 2', async (_, args, words) => {
    const { code, stdout, stderr } = await steerbot(['drive', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
  });

  it.each<[string, () => readonly string[], RegExp]>([
    ['without that port', () => ['scout', '--port', '/dev/ttyNone'], /\/dev\/ttyNone: there is no such port/],
    [
      'with another firmware than its file says',
      () => [scoutWith(FIRMWARE_TO_ENCODERS, 'firmware: standard-firmata$1'), '--port', 'emulated'],
      /the board runs 'Steerbot' 1\.2, but the robot file says `firmware: standard-firmata`/,
    ],
  ])('%s ends with 3', async (_, args, words) => {
    const { code, stdout, stderr } = await steerbot(['drive', ...args(), '--seek', '1,0']);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(words);
  });

  it('at a rate that the dead-man would not wait for ends with 2, and says where the file is wrong', async () => {
    const robot = scoutWith('rate: 50 Hz', 'rate: 9 Hz');
    const { code, stderr } = await steerbot(['drive', robot, '--port', 'emulated', '--seek', '1,0']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/robot\.yaml:\d+:\d+: two periods of 9 Hz are longer than the dead-man time/);
  });

  itThorough('with an empty port, as a variable that is not set gives, ends with 2', async () => {
    const { code, stderr } = await steerbot(['drive', 'scout', '--port', '', '--seek', '1,0']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/--port is empty/) });
  });

  it('of a robot without a board that can be emulated ends with 2', async () => {
    // Without encoders, whose pins a Mega does not hear.
    const robot = scoutWith(/board: uno([\s\S]*)encoders:\n.*\n.*\n/, 'board: mega$1');
    const { code, stderr } = await steerbot(['drive', robot, '--seek', '1,0', '--port', 'emulated']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/'scout' has a mega; an uno or a nano can be emulated/);
    // A page that is gone is not announced.
    expect(stderr).not.toContain('Open this page');
  });
});

describe('steerbot sim --firmware', () => {
  itThorough('meets the criteria of the square, and two runs give the same bytes', async () => {
    const run = async () => {
      const { code, stdout } = await steerbot(['sim', 'square', '--firmware', '--json']);
      const { wallSeconds, ...result } = JSON.parse(stdout);
      expect(wallSeconds).toBeGreaterThan(0);
      return { code, result: JSON.stringify(result) };
    };
    const [first, second] = [await run(), await run()];
    expect(first).toEqual(second);
    expect(first.code).toBe(0);
    const { robots } = JSON.parse(first.result);
    // Not the simulated body under another name: the board rounds duties to bytes and the line takes its time.
    const { stdout } = await steerbot(['sim', 'square', '--json']);
    expect(robots).not.toEqual(JSON.parse(stdout).robots);
  });

  it('refuses robots without a board, with 2', async () => {
    const { code, stderr } = await steerbot(['sim', 'figure-eight', '--headless', '--firmware']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/'plant-b' names no board/);
  });
});
