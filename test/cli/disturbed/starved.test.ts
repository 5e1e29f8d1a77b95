/** The driving process gets no memory, no time, or another time: the board stops by itself, and nothing goes on alone. */
import { afterEach, describe, expect } from 'vitest';
import {
  DEAD_WITHIN,
  type DrivenOnPty,
  driveOnPty,
  endDrives,
  offAfterSilence,
  offForGood,
  preload,
  whileDriving,
} from '../../support/drivenOnPty.js';
import { itThorough as it } from '../../support/effort.js';
import { isMissing } from '../../support/tools.js';
import { folderWith } from '../steerbot.js';

afterEach(endDrives);

/** It drives forwards; after two seconds of ticks it does harm in each. @param harm a statement */
const harmful = (harm: string): string =>
  folderWith({
    'mission.yaml': 'harmful: {}\n',
    'harmful.mjs': `
      let ticks = 0;
      const kept = [];
      const steer = (_, memory) => {
        ticks += 1;
        if (ticks > 100) { ${harm} }
        return { force: { x: 1, y: 0 }, desiredVelocity: { x: 0.4, y: 0 }, memory };
      };
      export const harmful = () => ({ start: () => 0, steer });
    `,
  });

/** From a message of the host to both motor outputs off [s], by the board's clock. */
const HEARD_WITHIN = 0.1;

const MISSION = ['--mission', 'mission.yaml', '--behaviors', 'harmful.mjs', '--headless'];

const wait = (timeMs: number) => new Promise((done) => setTimeout(done, timeMs));

/** What a drive says that does not go on after its board has stopped. */
const STOPPED_WORDS = /the board stopped itself|faulted|the clock jumped|nothing heard/;

describe.skipIf(isMissing('socat'))('a drive whose behavior', () => {
  it('allocates without end runs out of memory and dies, and the board stops the motors', async () => {
    const cwd = harmful('kept.push(Array.from({ length: 30_000 }, (_, i) => ({ i })));');
    const { robot, ended } = await driveOnPty({ node: ['--max-old-space-size=64'], cwd, args: MISSION });
    expect(await offAfterSilence(robot)).toBeLessThan(DEAD_WITHIN);
    expect(await ended).not.toBe(0);
    expect(robot.isPowered()).toBe(false);
  });

  it('never returns is stopped by the board; the drive can only be killed', async () => {
    const { robot, child } = await driveOnPty({ cwd: harmful('for (;;);'), args: MISSION });
    expect(await offAfterSilence(robot)).toBeLessThan(DEAD_WITHIN);
    child.kill('SIGTERM');
    await wait(1000);
    expect(child.exitCode).toBeNull();
    expect(robot.isPowered()).toBe(false);
  });

  it.each(['process.exit(0)', 'setTimeout(() => process.exit(0), 1)'])(
    'calls %s is stopped by the drive itself, which ends with 4',
    async (call) => {
      const { robot, ended, said } = await driveOnPty({ cwd: harmful(`${call};`), args: MISSION });
      // A message of the host, and not the board's own dead-man.
      expect(await offAfterSilence(robot)).toBeLessThan(HEARD_WITHIN);
      expect(await ended).toBe(4);
      expect(said()).toContain('process.exit(0) is not allowed while a robot drives');
    },
  );
});

describe.skipIf(isMissing('socat'))('a drive that is suspended, as by a laptop that sleeps,', () => {
  /** @returns the drive, thawed after so long */
  async function thawed(frozenMs: number): Promise<DrivenOnPty> {
    const driven = await driveOnPty();
    driven.child.kill('SIGSTOP');
    await wait(frozenMs);
    driven.child.kill('SIGCONT');
    return driven;
  }

  it.each([3000, 10_000])(
    'for %i ms is stopped by the board; it says why, does not drive on, and ends with 4',
    async (frozenMs) => {
      const { robot, ended, said } = await thawed(frozenMs);
      expect(await offAfterSilence(robot)).toBeLessThan(DEAD_WITHIN);
      expect(await ended).toBe(4);
      expect(said()).toMatch(STOPPED_WORDS);
      expect(robot.isPowered()).toBe(false);
    },
  );

  it('for a tenth of a second drives on if the board was not stopped meanwhile', async () => {
    const { driven } = await whileDriving({}, async ({ child }) => {
      child.kill('SIGSTOP');
      await wait(100);
      child.kill('SIGCONT');
      await wait(1000);
    });
    expect(driven.robot.isPowered()).toBe(true);
    expect(driven.child.exitCode).toBeNull();
    driven.child.kill('SIGINT');
    expect(await driven.ended).toBe(130);
  });
});

/** The wall clock, as a program reads it, jumps when the test says so, by so many milliseconds. */
const JUMPY = preload(`
  const now = Date.now;
  let jump = 0;
  Date.now = () => now() + jump;
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given) { if (given.length === 0) super(Real.now()); else super(...given); }
  };
  process.on('message', (by) => { jump += by; });
  process.channel.unref();
`);

describe.skipIf(isMissing('socat'))('a wall clock that jumps', () => {
  it.each([3_600_000, -3_600_000])('by %i ms changes nothing: the drive counts its own time', async (by) => {
    const { driven } = await whileDriving({ node: JUMPY }, async ({ child }) => {
      child.send(by);
      await wait(1500);
    });
    expect(driven.robot.isPowered()).toBe(true);
    expect(driven.said()).toBe('');
    driven.child.kill('SIGINT');
    expect(await driven.ended).toBe(130);
    await offForGood(driven.robot);
  });
});
