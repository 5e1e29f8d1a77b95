/** Files that another program changes, breaks or removes while a robot drives: the run keeps what it has read. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect } from 'vitest';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { openRecording } from '../../../src/recording/reading/openRecording.js';
import { endDrives, whileDriving } from '../../support/drivenOnPty.js';
import { itThorough as it } from '../../support/effort.js';
import { type Observer, observe } from '../../support/observer.js';
import { until } from '../../support/pty.js';
import { rootFile } from '../../support/runs.js';
import { type Served, served } from '../../support/served.js';
import { isMissing } from '../../support/tools.js';
import { folderWith } from '../steerbot.js';

const SCOUT = readFileSync(rootFile('robots/scout.yaml'), 'utf8');
const SPEED = 'robot.limits.speed';

const OWN = `
  const steer = (_, memory) => ({ force: { x: 1, y: 0 }, desiredVelocity: { x: 0.4, y: 0 }, memory });
  export const ahead = () => ({ start: () => 0, steer });
`;

const wait = (timeMs: number) => new Promise((done) => setTimeout(done, timeMs));

let run: Served | undefined;
let seen: Observer | undefined;
afterEach(async () => {
  seen?.close();
  await run?.end();
  [run, seen] = [undefined, undefined];
  endDrives();
});

/** What the page's log has told. */
const told = (): string[] => seen?.frames.flatMap(({ frame }) => frame.news.map(({ words }) => words)) ?? [];

async function tells(words: RegExp): Promise<void> {
  await until(
    () => told().some((one) => words.test(one)),
    () => `never told: ${words}; but ${told().join('\n')}`,
  );
}

/** The page of a robot, or of a scenario, in a folder with these files. */
async function opened(args: readonly string[], files: Readonly<Record<string, string>>) {
  const cwd = folderWith(files);
  run = await served([...args, '--listen', '0'], cwd);
  const client = await observe(run.address);
  seen = client;
  await client.sees('a robot', ({ link }) => link.state !== 'connecting');
  return { client, file: (name: string) => join(cwd, name) };
}

function tuneAndSave(client: Observer, value: number): void {
  const id = client.scene?.tunables.find((one) => one.id.endsWith(SPEED))?.id ?? '';
  client.say({ kind: 'tune', id, value });
  client.say({ kind: 'save' });
}

const DRIVE = ['drive', './mine.yaml', '--wait', '--port', 'emulated'];

describe('Save on the page, after another program', () => {
  it('has changed the file: changes the tuned values alone, and keeps what the other has written', async () => {
    const { client, file } = await opened(DRIVE, { 'mine.yaml': SCOUT });
    writeFileSync(file('mine.yaml'), `# a remark\n${SCOUT.replace('450 g', '460 g')}`);
    tuneAndSave(client, 0.3);
    await tells(/^saved to mine\.yaml/);
    const { limits, chassis } = loadRobot(file('mine.yaml'));
    expect([limits.speed, chassis.mass]).toEqual([0.3, 0.46]);
    expect(readFileSync(file('mine.yaml'), 'utf8')).toMatch(/^# a remark\n/);
  });

  it('has written half of it: is refused, and the file stays as the other left it', async () => {
    const { client, file } = await opened(DRIVE, { 'mine.yaml': SCOUT });
    writeFileSync(file('mine.yaml'), SCOUT.slice(0, 300));
    tuneAndSave(client, 0.3);
    await tells(/^save refused: /);
    expect(readFileSync(file('mine.yaml'), 'utf8')).toBe(SCOUT.slice(0, 300));
  });

  it('has removed it: is refused, and makes no new one', async () => {
    const { client, file } = await opened(DRIVE, { 'mine.yaml': SCOUT });
    rmSync(file('mine.yaml'));
    tuneAndSave(client, 0.3);
    await tells(/^save refused: .*mine/);
    expect(existsSync(file('mine.yaml'))).toBe(false);
  });

  it('has put another robot into the scenario: the values of the first are not written to it', async () => {
    const scene = (robot: string) =>
      `robots: [{ id: a, robot: ${robot}, mission: { seek: { target: [1, 0] } } }]\n`;
    const files = { 'scene.yaml': scene('mine.yaml'), 'mine.yaml': SCOUT, 'other.yaml': SCOUT };
    const { client, file } = await opened(['sim', './scene.yaml'], files);
    writeFileSync(file('scene.yaml'), scene('other.yaml'));
    tuneAndSave(client, 0.3);
    await tells(/^not saved: .* was changed by another program/);
    expect(readFileSync(file('other.yaml'), 'utf8')).toBe(SCOUT);
  });
});

describe.skipIf(isMissing('socat'))('a drive whose files are replaced', () => {
  it('keeps what it has read, and records on under the new name', async () => {
    const cwd = folderWith({ 'mine.yaml': SCOUT, 'mission.yaml': 'ahead: {}\n', 'ahead.mjs': OWN });
    const args = ['--mission', 'mission.yaml', '--behaviors', 'ahead.mjs', '--headless', '--record'];
    let tries = 0;
    const attempt = {
      robot: './mine.yaml',
      cwd,
      get args() {
        tries += 1;
        return [...args, `run-${tries}.mcap`];
      },
    };
    const { driven } = await whileDriving(attempt, async () => {
      const recording = join(cwd, `run-${tries}.mcap`);
      renameSync(recording, `${recording}.renamed`);
      const contents = { 'mine.yaml': '{', 'mission.yaml': 'sit: {}\n', 'ahead.mjs': 'throw new Error()' };
      for (const [name, text] of Object.entries(contents)) writeFileSync(join(cwd, name), text);
      await wait(1500);
      writeFileSync(join(cwd, 'mine.yaml'), SCOUT);
      writeFileSync(join(cwd, 'mission.yaml'), 'ahead: {}\n');
      writeFileSync(join(cwd, 'ahead.mjs'), OWN);
    });
    expect(driven.robot.isPowered()).toBe(true);
    driven.child.kill('SIGINT');
    expect(await driven.ended).toBe(130);
    expect(existsSync(join(cwd, `run-${tries}.mcap`))).toBe(false);
    const recording = openRecording(join(cwd, `run-${tries}.mcap.renamed`));
    expect(recording.ended).toBe(true);
    recording.close();
  });

  it('says that its recording was deleted', async () => {
    const cwd = folderWith({});
    let tries = 0;
    const attempt = {
      cwd,
      get args() {
        tries += 1;
        return ['--seek', '100,0', '--headless', '--record', `run-${tries}.mcap`];
      },
    };
    const { driven } = await whileDriving(attempt, async () => {
      rmSync(join(cwd, `run-${tries}.mcap`));
      await wait(2000);
    });
    expect(driven.robot.isPowered()).toBe(true);
    expect(driven.said()).toMatch(
      /not recording to run-\d\.mcap: the file was deleted while it was being written/,
    );
    driven.child.kill('SIGINT');
    expect(await driven.ended).toBe(130);
    expect(driven.said()).toMatch(/run-\d\.mcap is incomplete: the file was deleted/);
  });
});
