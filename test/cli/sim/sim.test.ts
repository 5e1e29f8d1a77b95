import { spawn } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { itOnce as it, itInBoth, itThorough, partOf } from '../../support/effort.js';
import { observe } from '../../support/observer.js';
import { until } from '../../support/pty.js';
import { builtProgram, ended, folderWith, spawned, steerbot } from '../steerbot.js';

const onPosix = describe.skipIf(process.platform === 'win32');

const LATE = `name: late
robots: [{ id: a, robot: scout, mission: { arrive: { target: [0.3, 0] } } }]
criteria: [{ arrived: { before: 0.5 s } }, { contacts: { atMost: 0 } }]
`;

describe('steerbot sim', () => {
  it('runs the default scenario and says in words what came of it', async () => {
    const { code, stdout, stderr } = await steerbot(['sim', '--headless']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^slalom, seed 1: [\d.]+ s simulated/);
    expect(stdout).toMatch(/scout: arrived after [\d.]+ s/);
    expect(stdout).toMatch(/✓ contacts: 0, at most 0/);
    expect(stderr).toBe('');
  });

  itThorough('finds its scenarios and robots from another folder', async () => {
    const { code, stdout } = await steerbot(['sim', 'seek', '--headless'], { cwd: folderWith({}) });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^seek, seed 1/);
  });

  it('runs a scenario by the path of its file, and ends with 1 where a criterion fails', async () => {
    const cwd = folderWith({ 'late.yaml': LATE });
    const { code, stdout } = await steerbot(['sim', 'late.yaml', '--headless'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /✗ had not arrived at 0.5 s, at .* \(arrived: [\d.]+ s, at most 0.50 s\)\n +It was still driving at/,
    );
  });

  itInBoth.each(
    partOf<[string, readonly string[], string]>(
      [
        ['its time limit is reached', ['--time-limit', '0.5s'], 'the time limit of 0.5 s is reached'],
        ['it comes to its fence', ['--fence', '-1,-1 0.2,-1 0.2,1 -1,1'], 'the fence is reached'],
      ],
      1,
    ),
  )('stops a robot when %s, says why, and ends with 4', async (_, limit, why) => {
    const { code, stdout } = await steerbot(['sim', 'seek', '--json', ...limit]);
    const [robot] = JSON.parse(stdout).robots;
    expect({ code, outcome: robot.outcome, why: robot.why }).toEqual({ code: 4, outcome: 'stopped', why });
    const { stdout: said } = await steerbot(['sim', 'seek', '--headless', ...limit]);
    expect(said).toContain(`stopped (${why})`);
  });

  itThorough('keeps robots to their limits over many seeds, too', async () => {
    const args = ['sim', 'seek', '--seeds', '1..2', '--jobs', '1', '--time-limit', '0.5s', '--json'];
    const { code, stdout } = await steerbot(args);
    expect(code).toBe(4);
    expect(stdout).toContain('--time-limit 0.5s');
  });

  itThorough('says of a robot that may run into things that it may', async () => {
    const { stdout } = await steerbot(['sim', 'test/scenes/push.yaml', '--json']);
    expect(JSON.parse(stdout).robots[0].collisionMonitor).toBe('off');
    expect((await steerbot(['sim', 'test/scenes/push.yaml', '--headless'])).stdout).toContain(
      'collision monitor off',
    );
    const { stdout: other } = await steerbot(['sim', 'seek', '--json']);
    expect(JSON.parse(other).robots[0]).not.toHaveProperty('collisionMonitor');
  });

  itThorough(
    'begins with the first visitor of its page, stays open, and ends when it is told to',
    async () => {
      const cwd = folderWith({ 'late.yaml': LATE });
      const child = spawn(process.execPath, [builtProgram(), 'sim', 'late.yaml'], {
        cwd,
        env: { ...process.env, NO_COLOR: '1' },
      });
      const end = ended(child);
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text: Buffer) => {
          said += `${text}`;
        });
      await until(
        () => said.includes('begins with the first visitor'),
        () => `never said for whom it waits: ${said}`,
        child,
      );
      const [address = ''] = /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+/.exec(said) ?? [];
      expect((await fetch(address)).status).toBe(200);
      const visitor = await observe(address);
      await until(
        () => said.includes('had not arrived'),
        () => `never judged: ${said}`,
        child,
      );
      visitor.close();
      child.kill('SIGINT');
      const { code, stdout } = await end;
      expect(code).toBe(1);
      expect(stdout).toMatch(
        /✗ had not arrived at 0.5 s, at .* \(arrived: [\d.]+ s, at most 0.50 s\)\n +It was still driving at/,
      );
      expect(stdout).toMatch(
        /^Open this page to watch and drive: http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{22}\n/,
      );
    },
  );

  it('writes a recording without a page, and the same result as without it', async () => {
    const cwd = folderWith({});
    const { code, stdout } = await steerbot(['sim', 'seek', '--json', '--record', 'run.mcap'], { cwd });
    const { stdout: without } = await steerbot(['sim', 'seek', '--json'], { cwd });
    const figures = (text: string) => ({ ...JSON.parse(text), wallSeconds: 0 });
    expect({ code, ...figures(stdout) }).toEqual({ code: 0, ...figures(without) });
    const again = await steerbot(['replay', 'run.mcap', '--resimulate', '--json'], { cwd });
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ identical: true, difference: null });
  });

  it('does not mind a reader that has seen enough', async () => {
    expect(await spawned(['sim', 'seek', '--json'], { deaf: true })).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('steerbot sim --json', () => {
  it('prints exactly one document with exactly the keys of a result, and nothing else', async () => {
    const { code, stdout, stderr } = await steerbot(['sim', 'figure-eight', '--json']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    const result = JSON.parse(stdout);
    expect(Object.keys(result)).toEqual(
      'scenario seed rate simulatedSeconds wallSeconds passed criteria robots'.split(' '),
    );
    expect(Object.keys(result.criteria[0])).toEqual(['criterion', 'limit', 'measured', 'passed']);
    const keys =
      'id outcome timeToGoal finalPose distanceToGoal overshoot distanceTravelled contacts minClearance ' +
      'crossings crossTrack maxSpeed maxForce expectedError standing faults injected';
    expect(Object.keys(result.robots[0])).toEqual(keys.split(' '));
    expect(Object.keys(result.robots[0].finalPose)).toEqual(['x', 'y', 'heading']);
    expect(Object.keys(result.robots[0].crossTrack)).toEqual(['rms', 'max', 'missed']);
    expect(result).toMatchObject({ scenario: 'figure-eight', seed: 1, rate: 50, passed: true });
    expect(result.wallSeconds).toBeGreaterThan(0);
    expect(result.simulatedSeconds).toBeGreaterThan(10);
  });

  it('prints its document where a criterion fails, too', async () => {
    const { code, stdout } = await steerbot([
      'sim',
      join(folderWith({ 'late.yaml': LATE }), 'late.yaml'),
      '--json',
    ]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      scenario: 'late',
      passed: false,
      criteria: [
        { criterion: 'arrived', limit: 0.5, passed: false },
        { criterion: 'contacts', limit: 0, measured: 0, passed: true },
      ],
    });
  });

  itThorough(
    'repeats its bytes from the same seed, wallSeconds aside, and starts otherwise from another',
    async () => {
      const run = async (seed: number) => {
        const { code, stdout } = await steerbot(['sim', 'arrive', '--json', '--seed', String(seed)]);
        expect(code).toBe(0);
        expect(JSON.parse(stdout).seed).toBe(seed);
        return stdout.replace(/"wallSeconds":[^,]*,/, '');
      };
      const [one, again, other] = [await run(5), await run(5), await run(6)];
      expect(again).toBe(one);
      expect(JSON.parse(other).robots[0].timeToGoal).not.toBe(JSON.parse(one).robots[0].timeToGoal);
    },
  );
});

describe('steerbot sim --plot', () => {
  it('draws the run and names the file, on standard output', async () => {
    const cwd = folderWith({});
    const { code, stdout } = await steerbot(['sim', 'arrive', '--plot', 'run.svg'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^picture: .*run\.svg$/m);
    const svg = readFileSync(join(cwd, 'run.svg'), 'utf8');
    expect(svg).toMatch(/^<(\?xml|svg)/);
    expect(svg.trimEnd()).toMatch(/<\/svg>$/);
  });

  it('never draws over the recording of the same run, however it is spelled', async () => {
    const cwd = folderWith({});
    symlinkSync('linked.svg', join(cwd, 'b.svg'));
    for (const [record, plot] of [
      ['a.svg', './a.svg'],
      ['b.svg', 'linked.svg'],
    ] as const) {
      const { code, stderr } = await steerbot(
        ['sim', 'arrive', '--headless', '--record', record, '--plot', plot],
        {
          cwd,
        },
      );
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining('is the file of --record'),
      });
      expect(existsSync(join(cwd, plot))).toBe(false);
    }
  });

  itThorough('names it elsewhere where standard output is for the document', async () => {
    const cwd = folderWith({});
    const { stdout, stderr } = await steerbot(['sim', 'arrive', '--json', '--plot', 'run.svg'], { cwd });
    expect(JSON.parse(stdout).passed).toBe(true);
    expect(stderr).toMatch(/^picture: .*run\.svg$/m);
    expect(existsSync(join(cwd, 'run.svg'))).toBe(true);
  });

  itInBoth.each(
    partOf(
      [
        ['a folder that is not there', 'none/run.svg', /there is no folder .*none; create it first/],
        ['a file for a folder', 'late.yaml/run.svg', /late\.yaml/],
        ['a folder for a file', '.', /is a folder; name a file/],
        ['no name', '', /is a folder; name a file/],
      ] as const,
      1,
    ),
  )('refuses %s before it runs', async (_, plot, words) => {
    const cwd = folderWith({ 'late.yaml': LATE });
    const { code, stdout, stderr } = await steerbot(['sim', 'seek', '--json', '--plot', plot], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
  });
});

onPosix('an interrupted run', () => {
  itInBoth.each(partOf(['SIGINT', 'SIGTERM'] as const, 1))(
    'ends with 130 on %s, in real time, without a result',
    async (signal) => {
      const { code, stdout, stderr } = await spawned(['sim', 'slalom', '--speed', '1', '--json'], {
        signal,
      });
      expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
      expect(stderr).toMatch(/interrupted/);
    },
  );

  itThorough('ends with 130 as fast as it can run, too', async () => {
    const long = `duration: 100000 s\nrobots: [{ id: a, robot: scout, mission: { wander: {} } }]\n`;
    const cwd = folderWith({ 'long.yaml': long });
    expect(await spawned(['sim', 'long.yaml', '--headless'], { cwd, signal: 'SIGINT' })).toMatchObject({
      code: 130,
      stdout: '',
    });
  });

  itThorough('draws no picture', async () => {
    const cwd = folderWith({});
    await spawned(['sim', 'slalom', '--speed', '1', '--plot', 'run.svg'], { cwd, signal: 'SIGINT' });
    expect(existsSync(join(cwd, 'run.svg'))).toBe(false);
  });
});
