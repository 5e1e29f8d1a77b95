import { type ChildProcess, spawn } from 'node:child_process';
import { afterEach, beforeAll, describe, expect } from 'vitest';
import { buildInto } from '../support/builtFirmware.js';
import { itOnce as it, itInBoth, itThorough, partOf } from '../support/effort.js';
import { type PowerChange, type RobotOnPty, robotOnPty, until } from '../support/pty.js';
import { isMissing } from '../support/tools.js';
import { builtProgram, folderWith } from './steerbot.js';

/** From the kill to both motor outputs off [ms], by the wall clock. */
const OFF_WITHIN = 300;
/** From the last that the board heard of its host to both motor outputs off [s], by the board's clock. */
const DEAD_WITHIN = 0.25;

/** A mistake that nothing catches, when the test says so. */
const BREAK = `process.on('message', () => setImmediate(() => { throw new Error('planted'); })); process.channel.unref()`;

let robot: RobotOnPty | undefined;
let drive: ChildProcess | undefined;

afterEach(() => {
  drive?.kill('SIGKILL');
  robot?.end();
});

interface Driving {
  readonly robot: RobotOnPty;
  readonly drive: ChildProcess;
  readonly ended: Promise<number | null>;
}

/**
 * `steerbot drive` on its way to a point far off, at speed.
 *
 * @param tries on a busy machine the first command may be so late that the board has stopped itself, which ends the drive
 */
async function driving(hex?: string, tries = 5): Promise<Driving> {
  const program = builtProgram();
  const body = await robotOnPty(hex);
  robot = body;
  const watch = ['--import', `data:text/javascript,${encodeURIComponent(BREAK)}`];
  const mission = ['--seek', '100,0', '--headless'];
  const args = [...watch, program, 'drive', 'scout', '--port', body.path, ...mission];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  drive = child;
  let said = '';
  child.stderr?.on('data', (text: Buffer) => {
    said += text;
  });
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const atSpeed = () => body.changes.some(({ duties }) => duties.every((duty) => duty > 0.5));
  await until(
    () => atSpeed() || child.exitCode !== null,
    () => `the robot does not drive: ${JSON.stringify(body.changes.slice(-3))}; ${said}`,
  );
  if (!atSpeed() && child.exitCode === 4 && tries > 1) {
    body.end();
    return driving(hex, tries - 1);
  }
  expect(atSpeed(), said).toBe(true);
  return { robot: body, drive: child, ended };
}

/** The change that put both outputs off, where they stay. */
async function off(body: RobotOnPty): Promise<PowerChange> {
  await until(
    () => !body.isPowered(),
    () => 'the motors run on',
  );
  const change = body.changes.at(-1) as PowerChange;
  // Long enough for anything that would set them moving again.
  await new Promise((done) => setTimeout(done, 600));
  expect(body.isPowered()).toBe(false);
  return change;
}

/** How long they took after an instant. */
const offAfter = async (body: RobotOnPty, instant: number): Promise<number> => (await off(body)).at - instant;

/** How long they took after the last that the board heard, by its own clock. */
async function offAfterSilence(body: RobotOnPty): Promise<number> {
  const { boardAt, heardAt } = await off(body);
  return boardAt - heardAt;
}

const cannotBuild = isMissing('avr-gcc', 'gcc-avr');

describe.skipIf(isMissing('socat') || cannotBuild)(
  'a board that would never stop by itself is stopped by the host',
  () => {
    let hex = '';
    beforeAll(() => {
      hex = buildInto(folderWith({}), 'steerbot', '--define', 'STEERBOT_NO_DEADMAN');
    });

    itInBoth.each(partOf(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGTSTP'] as const, 1))(
      'on %s',
      async (signal) => {
        const { robot, drive, ended } = await driving(hex);
        const killed = Date.now();
        drive.kill(signal);
        expect(await offAfter(robot, killed)).toBeLessThan(OFF_WITHIN);
        expect(await ended).toBe(130);
      },
    );

    it('on a mistake that nothing catches', async () => {
      const { robot, drive, ended } = await driving(hex);
      const killed = Date.now();
      drive.send('break');
      expect(await offAfter(robot, killed)).toBeLessThan(OFF_WITHIN);
      expect(await ended).toBe(4);
    });
  },
);

describe.skipIf(isMissing('socat'))('steerbot drive over a serial line, killed', () => {
  it('by SIGKILL leaves it to the board, which stops', async () => {
    const { robot, drive } = await driving();
    drive.kill('SIGKILL');
    expect(await offAfterSilence(robot)).toBeLessThan(DEAD_WITHIN);
  });

  itThorough('frozen and thawed: the board has stopped, and nothing goes on; it ends with 4', async () => {
    const { robot, drive, ended } = await driving();
    drive.kill('SIGSTOP');
    expect(await offAfterSilence(robot)).toBeLessThan(DEAD_WITHIN);
    drive.kill('SIGCONT');
    expect(await ended).toBe(4);
    expect(robot.isPowered()).toBe(false);
  });

  itThorough('the cable pulled: it ends with 3', async () => {
    const { robot, ended } = await driving();
    robot.end();
    expect(await ended).toBe(3);
  });
});
