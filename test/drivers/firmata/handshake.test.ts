import { describe, expect, it } from 'vitest';
import { DriverError } from '../../../src/validation/errors.js';
import { opened, openIt, plugIn, STANDARD, WIRED } from '../robots.js';

const hello = [0xf7, 0xff, 0xf9, 0xf0, 0x79, 0xf7].join();
const hellos = (board: { writes: Uint8Array[] }) => board.writes.filter((bytes) => bytes.join() === hello);

describe('a handshake', () => {
  it('is done within milliseconds where the board is up', async () => {
    const { time, board } = await opened();
    expect(time.now()).toBeLessThan(0.05);
    expect(hellos(board)).toHaveLength(1);
  });

  it('waits for a board in its boot loader, and does not speak into that', async () => {
    const { time, board, end } = await opened(WIRED, {}, { bootTime: 1.2 });
    expect(time.now()).toBeGreaterThan(1.2);
    expect(time.now()).toBeLessThan(1.3);
    expect(hellos(board)).toHaveLength(1);
    await time.run(1);
    expect(end.times).toBe(0);
  });

  it('asks again for what got lost', async () => {
    const both = plugIn({ bootTime: 1.2 });
    both.board.introduce = () => {};
    await openIt(both);
    expect(both.time.now()).toBeGreaterThan(1.5);
    expect(both.time.now()).toBeLessThan(1.6);
  });

  it('takes many answers to many questions for no reset', async () => {
    const { time, end } = await opened(STANDARD, { withoutDeadman: true }, STANDARD_AFTER_BLINKING);
    expect(time.now()).toBeGreaterThan(3.2);
    await time.run(1);
    expect(end.times).toBe(0);
  });

  it('without an answer ends after 3 s, names the command that helps, and closes the port', async () => {
    const both = plugIn({ firmware: 'none' });
    const opening = openIt(both);
    await expect(opening).rejects.toThrow(DriverError);
    await expect(opening).rejects.toThrow(
      "/dev/fake: nothing answered within 3 s; if this is the robot's port and the board has power, put the firmware on it with `steerbot flash uno --port /dev/fake`",
    );
    expect(both.time.now()).toBeCloseTo(3, 2);
    expect(both.board.closed).toBe(true);
    expect(both.time.waiting).toBe(0);
  });

  it('names the command of a Mega for a Mega', async () => {
    const mega = { ...WIRED, board: 'mega' } as const;
    await expect(openIt(plugIn({ firmware: 'none' }), mega)).rejects.toThrow(
      '`steerbot flash mega --port /dev/fake`',
    );
  });

  it('with half an answer says so', async () => {
    const both = plugIn();
    const say = both.board.say.bind(both.board);
    both.board.say = (bytes) => (bytes[1] === 0x6c ? undefined : say(bytes));
    await expect(openIt(both)).rejects.toThrow("'Steerbot' 2.5 answered, but did not say within 3 s");
  });

  it('fails at once where the line is lost', async () => {
    const both = plugIn({ firmware: 'none' });
    both.time.after(0.5, () => both.board.unplug(new DriverError('the cable was pulled')));
    await expect(openIt(both)).rejects.toThrow('the cable was pulled');
    expect(both.time.now()).toBeLessThan(0.6);
  });

  it('is not disturbed by what a board has to say from before', async () => {
    const both = plugIn();
    for (let i = 0; i < 20; i++) both.board.saySample(0, i);
    both.board.say([0xf0, 0x6c, 0x01, 0x02]);
    const driver = await openIt(both);
    expect(both.time.now()).toBeLessThan(0.05);
    expect(hellos(both.board)).toHaveLength(1);
    expect(driver.deadMan).toBe(0.2);
    expect(both.board.motors).toMatchObject({ leftA: 9, rightA: 10 });
  });
});

const STANDARD_AFTER_BLINKING = { firmware: 'StandardFirmata.ino', bootTime: 3.2 } as const;

describe('another firmware', () => {
  it('than ours is refused by the name it gives itself, with the cure', async () => {
    await expect(openIt(plugIn({ firmware: 'StandardFirmata.ino' }))).rejects.toThrow(
      /the board runs 'StandardFirmata.ino' 2\.5, not the Steerbot firmware.*`steerbot flash uno --port \/dev\/fake`.*--without-deadman/,
    );
  });

  it('than a stock one is refused: ours would do better', async () => {
    await expect(openIt(plugIn(), STANDARD, { withoutDeadman: true })).rejects.toThrow(
      /the board runs 'Steerbot' 2\.5, but .*`firmware: standard-firmata`; set `firmware: steerbot`/,
    );
  });

  it('of ours in another version is refused', async () => {
    await expect(openIt(plugIn({ protocol: 2 }))).rejects.toThrow(
      /not of this program's version; .*steerbot flash uno/,
    );
  });

  it('of ours that does not answer our frames is taken for another version', async () => {
    const both = plugIn();
    both.board.keepsSilentAbout.add(0);
    await expect(openIt(both)).rejects.toThrow("not of this program's version");
  });
});

describe('a second introduction', () => {
  it('means that the board was reset, even one without frames of ours', async () => {
    const { board, time, end } = await opened(
      STANDARD,
      { withoutDeadman: true },
      { firmware: 'StandardFirmata.ino' },
    );
    board.introduce(0);
    await time.run(0.01);
    expect(String(end.error)).toContain('the board was reset');
    expect(end.times).toBe(1);
  });
});
