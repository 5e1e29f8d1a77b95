/** The thread that serves the page fails while a robot drives: the robot is stopped, and the page is served again. */
import { afterEach, describe, expect } from 'vitest';
import { type DrivenOnPty, driveOnPty, endDrives, offForGood } from '../../support/drivenOnPty.js';
import { itThorough as it } from '../../support/effort.js';
import { type Observer, observe } from '../../support/observer.js';
import { HARMED_BY_WORDS, type Harm } from '../../support/pageThread.js';
import { until } from '../../support/pty.js';
import { isMissing } from '../../support/tools.js';

/** A thread that ends tells the other; one that hangs is noticed after 0.6 s. The rest is for a slow machine [ms]. */
const OFF_WITHIN = { ends: 1000, hangs: 2500 };

let seen: Observer | undefined;
afterEach(() => {
  seen?.close();
  endDrives();
});

/** A robot on its way, with its page open in a browser. */
async function watched(node = HARMED_BY_WORDS): Promise<DrivenOnPty & { readonly address: string }> {
  const driven = await driveOnPty({ node, args: ['--seek', '100,0', '--listen', '0'] });
  const address = /http:\S+/.exec(driven.said())?.[0] ?? '';
  seen = await observe(address);
  return { ...driven, address };
}

/** As a page does that has lost its server. */
async function observeAgain(address: string): Promise<Observer> {
  const end = Date.now() + 60_000;
  for (;;) {
    try {
      return await observe(address);
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

const timesIn = (text: string, words: string): number => text.split(words).length - 1;

describe.skipIf(isMissing('socat'))('the page of a robot that drives', () => {
  it.each<[Harm, keyof typeof OFF_WITHIN]>([
    ['exit', 'ends'],
    ['hang', 'hangs'],
    ['terminate', 'ends'],
    ['throw', 'ends'],
  ])('whose thread meets with "%s" stops it, says so once, and is served again', async (harm, kind) => {
    const { robot, child, said, address } = await watched();
    const harmed = Date.now();
    child.send(harm);
    expect((await offForGood(robot)).at - harmed).toBeLessThan(OFF_WITHIN[kind]);
    seen?.close();
    const again = await observeAgain(address);
    seen = again;
    expect(again.robot().tick).toMatchObject({
      safety: 'stopped',
      cause: { what: expect.stringMatching(/^the page failed: /) },
    });
    expect(timesIn(said(), 'the page stopped responding')).toBe(1);
    const told = () => again.frames.flatMap(({ frame }) => frame.news.map(({ words }) => words));
    await until(
      () => told().some((words) => /^the page failed: .*: the robot is stopped$/.test(words)),
      () => `never told; but ${told().join('\n')}`,
    );
    // It stays stopped until the operator arms it.
    expect(robot.isPowered()).toBe(false);
    const arming = setInterval(() => again.say({ kind: 'arm' }), 500);
    await until(robot.isPowered, () => 'it cannot be armed again').finally(() => clearInterval(arming));
    again.say({ kind: 'stop' });
    await offForGood(robot);
    expect(child.exitCode).toBeNull();
  });

  it('whose thread takes all memory that it may have is replaced, and the drive lives', async () => {
    const { robot, child, said, address } = await watched();
    child.send('eat');
    await offForGood(robot);
    seen?.close();
    seen = await observeAgain(address);
    expect(said()).toMatch(/the page stopped responding/);
    expect(child.exitCode).toBeNull();
  });

  it('that no operator has open: the drive ends with 4 when its thread dies', async () => {
    const { robot, child, ended } = await driveOnPty({
      node: HARMED_BY_WORDS,
      args: ['--seek', '100,0', '--listen', '0'],
    });
    child.send('exit');
    await offForGood(robot);
    expect(await ended).toBe(4);
  });
});
