/** What a drive reads from and writes to is closed, full, or a pipe that ends: it drives on, and stops as it should. */
import { closeSync, existsSync, openSync } from 'node:fs';
import { afterEach, describe, expect } from 'vitest';
import {
  type DriveOptions,
  driveOnPty,
  endDrives,
  offForGood,
  whileDriving,
} from '../../support/drivenOnPty.js';
import { itThorough as it } from '../../support/effort.js';
import { until } from '../../support/pty.js';
import { isMissing } from '../../support/tools.js';
import { folderWith } from '../steerbot.js';

afterEach(endDrives);

const FAR_OFF = ['--seek', '100,0'];
const wait = (timeMs: number) => new Promise((done) => setTimeout(done, timeMs));
/** In a shell, which has the drive as "$@". */
const shell = (words: string): Pick<DriveOptions, 'through'> => ({ through: ['sh', '-c', words, 'sh'] });

/** Prints at each tick, more than any pipe holds in a second. */
const TALKATIVE = {
  'mission.yaml': 'talk: {}\n',
  'talk.mjs': `
    const steer = (_, memory) => {
      console.log('x'.repeat(5000));
      return { force: { x: 1, y: 0 }, desiredVelocity: { x: 0.4, y: 0 }, memory };
    };
    export const talk = () => ({ start: () => 0, steer });
  `,
};

describe.skipIf(isMissing('socat'))('a drive', () => {
  it.each<[string, DriveOptions]>([
    ['with its input at its end', { args: [...FAR_OFF, '--headless'], stdio: ['ignore', 'pipe', 'pipe'] }],
    ['without any streams', { ...shell('exec "$@" <&- >&- 2>&-'), args: FAR_OFF }],
    ['whose reader has gone', { ...shell('"$@" 2>&1 | head -1'), args: [...FAR_OFF, '--listen', '0'] }],
    [
      'in the background of a shell',
      { ...shell('"$@" </dev/null & wait'), args: [...FAR_OFF, '--headless'] },
    ],
    ['by nohup', { through: ['nohup'], args: [...FAR_OFF, '--headless'] }],
    ['by setsid', { through: ['setsid', '--wait'], args: [...FAR_OFF, '--headless'] }],
  ])('%s drives on, and stops at its time limit', async (_, options) => {
    const args = [...(options.args ?? []), '--time-limit', '3s'];
    const { driven } = await whileDriving({ ...options, args }, () => wait(500));
    const { boardAt, heardAt } = await offForGood(driven.robot);
    // The drive has stopped it: the board would have waited for another word.
    expect(boardAt - heardAt).toBeLessThan(0.1);
    await driven.ended;
  });

  it('is ended by the hangup of its terminal, by nohup too: no operator could stop it there', async () => {
    const { robot, child, ended } = await driveOnPty({ through: ['nohup'] });
    child.kill('SIGHUP');
    const { boardAt, heardAt } = await offForGood(robot);
    expect(boardAt - heardAt).toBeLessThan(0.1);
    expect(await ended).toBe(130);
  });

  it('is not held up by a pipe that nothing reads', async () => {
    const options = {
      ...shell('"$@" | sleep 8'),
      cwd: folderWith(TALKATIVE),
      args: ['--mission', 'mission.yaml', '--behaviors', 'talk.mjs', '--headless', '--time-limit', '6s'],
    };
    const { driven } = await whileDriving(options, () => wait(2000));
    expect(driven.robot.isPowered()).toBe(true);
    await until(
      () => !driven.robot.isPowered(),
      () => 'it does not stop at its limit',
    );
    await driven.ended;
  });
});

describe.skipIf(isMissing('socat') || !existsSync('/dev/full'))('a drive', () => {
  it('with a full disk behind all that it says drives on', async () => {
    const full = openSync('/dev/full', 'w');
    const { driven } = await whileDriving(
      { args: [...FAR_OFF, '--listen', '0', '--time-limit', '3s'], stdio: ['ignore', full, full] },
      () => wait(500),
    );
    closeSync(full);
    await offForGood(driven.robot);
    expect(await driven.ended).toBe(4);
  });
});
