/** `--foxglove` of the built program: Foxglove's own client at a simulation, a drive and a recording. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import type { Inputs } from '../../../src/recording/inputs.js';
import { asked, comeIn, NAMES, textOf, until, type Visitor } from '../../bridges/foxglove/onTheWire.js';
import { messagesIn } from '../../recording/recorded.js';
import { itOnce as it, itThorough } from '../../support/effort.js';
import { observe } from '../../support/observer.js';
import { builtProgram, type Ended, ended, folderWith, OWN_TIME, spawned, steerbot } from '../steerbot.js';

const SCENARIO = `
name: lookout
duration: 3 s
sensing: odometry
world: { circles: [{ at: [1, 0.5], radius: 0.1 }], movers: [{ id: ball, waypoints: [[0, 1], [2, 1]], speed: 0.2 m/s, radius: 50 mm }] }
robots:
  - { id: a, robot: scout, mission: { prioritize: [{ avoidObstacles: {} }, { seek: { target: [9, 0] } }] } }
  - { id: b, robot: scout, at: { x: 0, y: -1 }, mission: { wander: {} } }
`;

interface Running {
  readonly port: number;
  readonly token: string;
  readonly result: Promise<Ended>;
  said(): string;
  interrupt(): Promise<Ended>;
}

const ADDRESS = /ws:\/\/[^:\s]+:(\d+)\/\?token=([\w-]+)/;

async function running(args: readonly string[], cwd: string): Promise<Running> {
  const child = spawn(process.execPath, [...OWN_TIME, builtProgram(), ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const result = ended(child);
  await until(() => ADDRESS.test(said) || child.exitCode !== null, 'an address');
  const [, port, token = ''] = ADDRESS.exec(said) ?? [];
  const interrupt = () => {
    child.kill('SIGINT');
    return result;
  };
  return { port: Number(port), token, result, said: () => said, interrupt };
}

const heardOn = (visitor: Visitor, topic: string) =>
  visitor.on(topic).map((each) => ({ topic, at: each.timestamp, text: textOf(each) }));

/** From the first message that it heard on a channel on, it has heard all that are recorded there. */
async function expectAllOf(file: string, visitors: readonly Visitor[]): Promise<void> {
  const { messages } = await messagesIn(file);
  const topics = [...new Set(messages.map(({ topic }) => topic))].sort();
  for (const visitor of visitors) {
    expect(visitor.channels.map(({ topic }) => topic).sort()).toEqual(topics);
    for (const topic of topics) {
      const heard = heardOn(visitor, topic);
      expect(heard.length, topic).toBeGreaterThan(0);
      expect(heard).toEqual(messages.filter((each) => each.topic === topic).slice(-heard.length));
    }
    expect(visitor.errors).toEqual([]);
  }
}

describe('a simulation without a page', () => {
  itThorough(
    'takes its time, and shows what it records, by both names of the protocol, and ends',
    async () => {
      const cwd = folderWith({ 'lookout.yaml': SCENARIO });
      const args = ['sim', 'lookout.yaml', '--headless', '--json', '--foxglove', '0', '--record', 'run.mcap'];
      const run = await running(args, cwd);
      const visitors = await Promise.all(NAMES.map((name) => comeIn(run, { names: [name] })));
      const { stdout } = await run.result;
      await until(() => visitors.every(({ closed }) => closed !== undefined), 'the end');
      const { wallSeconds, simulatedSeconds } = JSON.parse(stdout);
      expect(wallSeconds).toBeGreaterThan(simulatedSeconds - 0.1);
      await expectAllOf(join(cwd, 'run.mcap'), visitors);
      const [first] = visitors;
      const topics = first?.channels.map(({ topic }) => topic) ?? [];
      expect(topics).toEqual(
        expect.arrayContaining([
          '/scene',
          '/frame',
          '/world',
          '/moving',
          '/pose/a',
          '/inputs/b',
          '/ranges/a/front',
        ]),
      );
      expect(first?.times.length).toBeGreaterThan(50);
      expect(first?.on('/frame').length).toBeGreaterThan(20);
      expect(first?.closed).toBe(1001);
      expect((await steerbot(['replay', 'run.mcap', '--resimulate'], { cwd })).code).toBe(0);
    },
  );

  it.each([
    ['a picture', ['--plot', 'a.svg'], /--foxglove does not go with --plot/],
    ['the greatest speed', ['--speed', 'max'], /--foxglove shows a run as it goes on; give --speed a number/],
    ['many seeds', ['--seeds', '1..3'], /--foxglove: for one run, and --seeds is for many/],
  ])('with %s ends with 2', async (_, more, words) => {
    const { code, stdout, stderr } = await steerbot([
      'sim',
      'seek',
      '--headless',
      '--foxglove',
      '0',
      ...more,
    ]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
  });

  it('says it where the argument behind --foxglove is no address', async () => {
    const { code, stderr } = await steerbot(['sim', '--foxglove', 'seek']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/--foxglove seek: no such address; .* put other arguments before it/);
  });

  itThorough.each([
    ['without the page', ['sim', 'seek', '--headless']],
    ['beside the page', ['sim', 'seek', '--listen', '0']],
    ['beside the page of a drive', ['drive', 'scout', '--wait', '--port', 'emulated', '--listen', '0']],
  ])('says it where another program has the port, %s, and ends with 2', async (_, args) => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await until(() => other.listening, 'it listens');
    const { port } = other.address() as { port: number };
    const { code, stderr } = await spawned([...args, '--foxglove', `${port}`]);
    expect(code).toBe(2);
    expect(stderr).toContain(`cannot listen on 127.0.0.1, port ${port}: another program uses that port`);
  });
});

describe('on every address of this machine', () => {
  itThorough('nothing is shown without a token, and a warning like that of the page is given', async () => {
    const cwd = folderWith({ 'lookout.yaml': SCENARIO });
    const run = await running(['sim', 'lookout.yaml', '--headless', '--foxglove', '0.0.0.0:0'], cwd);
    expect(await asked(run)).toMatchObject({ status: 401, why: expect.stringContaining('needs its token') });
    const visitor = await comeIn(run, { token: run.token });
    await until(() => visitor.on('/frame').length > 0, 'a frame');
    expect(run.said()).toMatch(/warning: All users of this network .* can set its parameters\./);
    // One address to set parameters, one only to watch.
    expect(new Set(run.said().match(/token=[\w-]+/g)).size).toBe(2);
    await run.interrupt();
  });
});

/** The speeds that the recorded commands set. */
async function tunedIn(file: string): Promise<number[]> {
  const { messages } = await messagesIn(file);
  const inputs = messages.filter(({ topic }) => topic.startsWith('/inputs/'));
  return inputs
    .flatMap(({ text }) => (JSON.parse(text) as Inputs).events)
    .flatMap((event) =>
      event.kind === 'command' && event.command.kind === 'tune'
        ? [event.command.setup.robot.limits.speed]
        : [],
    );
}

const SPEED = '0/robot.limits.speed';

describe('a drive', () => {
  itThorough(
    'is tuned with the token, as by a slider of the page, and that is recorded; without it, it is not',
    async () => {
      const cwd = folderWith({});
      const args = ['drive', 'scout', '--seek', '100,0', '--port', 'emulated', '--headless'];
      const run = await running([...args, '--foxglove', '0', '--record', 'run.mcap'], cwd);
      const [watcher, operator] = [await comeIn(run), await comeIn(run, { token: run.token })];
      await until(() => operator.on('/inputs/scout').length > 20, 'it drives');
      watcher.client.subscribeParameterUpdates([]);
      watcher.client.setParameters([{ name: SPEED, value: 0.1 }], 'refused');
      await until(() => watcher.values.length > 0, 'an answer');
      expect(watcher.values[0]?.parameters).toEqual([{ name: SPEED, value: 0.5, type: 'float64' }]);
      operator.client.setParameters([{ name: SPEED, value: 0.2 }], 'set');
      await until(() => operator.values.length > 0, 'an answer');
      expect(operator.values[0]?.parameters).toEqual([{ name: SPEED, value: 0.2, type: 'float64' }]);
      await until(() => watcher.values.length > 1, 'the news');
      expect(watcher.values[1]?.parameters).toEqual([{ name: SPEED, value: 0.2, type: 'float64' }]);
      // A value beyond the slider's end is refused by the run itself.
      operator.client.setParameters([{ name: SPEED, value: 99 }], 'too much');
      await until(() => operator.values.length > 1, 'an answer');
      expect(operator.values[1]?.parameters).toEqual([{ name: SPEED, value: 0.2, type: 'float64' }]);
      expect((await run.interrupt()).code).toBe(130);
      expect(await tunedIn(join(cwd, 'run.mcap'))).toEqual([0.2]);
      expect(watcher.info?.capabilities).not.toContain('time');
      await expectAllOf(join(cwd, 'run.mcap'), [operator]);
    },
  );

  itThorough('is not tuned while an operator drives by hand on the page', async () => {
    const cwd = folderWith({});
    const args = ['drive', 'scout', '--wait', '--port', 'emulated', '--listen', '0', '--foxglove', '0'];
    const run = await running(args, cwd);
    const page = await observe(/http:\S+/.exec(run.said())?.[0] ?? '');
    await page.sees('the robot', ({ link }) => link.state === 'connected');
    const driving = setInterval(() => page.say({ kind: 'teleop', linear: 0.2, angular: 0 }), 80);
    onTestFinished(() => clearInterval(driving));
    await page.sees('that it is driven by hand', ({ robots }) => robots[0]?.tick?.mode === 'manual');
    const operator = await comeIn(run, { token: run.token });
    operator.client.setParameters([{ name: SPEED, value: 0.2 }], 'set');
    await until(() => operator.values.length > 0, 'an answer');
    expect(operator.told).toBe(`${SPEED}: another operator is driving by hand`);
    clearInterval(driving);
    page.close();
    await run.interrupt();
  });
});

describe('a recording', () => {
  itThorough(
    'is played to the first client that comes, at its own times, as fast as --speed says',
    async () => {
      const cwd = folderWith({ 'lookout.yaml': SCENARIO });
      await steerbot(['sim', 'lookout.yaml', '--headless', '--record', 'run.mcap'], { cwd });
      const { messages } = await messagesIn(join(cwd, 'run.mcap'));
      const run = await running(
        ['replay', 'run.mcap', '--listen', '0', '--foxglove', '0', '--speed', '2'],
        cwd,
      );
      const began = performance.now();
      const visitor = await comeIn(run);
      const end = messages.at(-1)?.at ?? 0n;
      await until(() => visitor.times.includes(end), 'its end');
      const seconds = (performance.now() - began) / 1000;
      expect(seconds).toBeGreaterThan(1.4);
      expect(seconds).toBeLessThan(4);
      const known = new Set(messages.map(({ at, text }) => `${at} ${text}`));
      const poses = heardOn(visitor, '/pose/a');
      expect(poses.length).toBeGreaterThan(50);
      expect(poses.filter(({ at, text }) => !known.has(`${at} ${text}`))).toEqual([]);
      expect(visitor.info?.capabilities).toContain('time');
      await run.interrupt();
    },
  );

  it('is not re-simulated for it', async () => {
    const { code, stderr } = await steerbot(['replay', 'run.mcap', '--resimulate', '--foxglove']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/--speed and --foxglove show a recording/);
  });
});
