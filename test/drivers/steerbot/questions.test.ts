/** What the host asks a board, and which of its answers count. */
import { describe, expect, it } from 'vitest';
import { FirmataLink } from '../../../src/drivers/firmata/firmataLink.js';
import { encodeFrame } from '../../../src/drivers/steerbot/frame.js';
import { FrameLine, NoAnswer, type Status } from '../../../src/drivers/steerbot/frameLine.js';
import { MESSAGES } from '../../../src/drivers/steerbot/messages.js';
import { DriverError } from '../../../src/validation/errors.js';
import { FakeBoard } from '../fakeBoard.js';
import { FakeTime, turns } from '../fakeTime.js';

const ASK = { type: 'ask' } as const;
const ARM = { type: 'arm', nonce: 1, deadManMs: 200 } as const;
const STALL = { type: 'stall', leftThreshold: 1, leftEffort: 1, rightThreshold: 1, rightEffort: 1 } as const;

/** A line to a board that answers only what the test has it answer. */
function line() {
  const time = new FakeTime();
  const board = new FakeBoard(time);
  for (const { code } of Object.values(MESSAGES)) board.keepsSilentAbout.add(code);
  const link = new FirmataLink(board, time);
  const frames = new FrameLine(link, time);
  const heard: number[] = [];
  frames.listen({ status: ({ about }) => heard.push(about), odometry: () => {} });
  /** Its answer to a question of a type, with a number by which the test knows it. */
  const answer = (type: keyof typeof MESSAGES, minor = 0) => {
    const status = { error: 0, state: 0, nonce: 1, cause: 1, deadManMs: 0, badFrames: 0, protocol: 1, minor };
    const message = { type: 'status', about: MESSAGES[type].code, ...status } as const;
    board.say([...encodeFrame({ sequence: 0, message })]);
    time.pass(0.002);
  };
  /** The questions that have come so far. */
  const asked = () => {
    time.pass(0.002);
    return board.frames.map(({ message }) => message.type);
  };
  return { time, board, link, frames, heard, answer, asked };
}

/** What becomes of an answer. */
function outcomeOf(promise: Promise<Status>) {
  const outcome: { answer?: number; error?: Error } = {};
  promise.then(
    ({ minor }) => Object.assign(outcome, { answer: minor }),
    (error) => Object.assign(outcome, { error }),
  );
  return async () => {
    await turns();
    return outcome;
  };
}

describe('messages to a board', () => {
  it('go out together in one write, numbered one after the other, and tell when the line has taken them', () => {
    const { board, frames, asked } = line();
    let taken = 0;
    frames.send([{ type: 'stop' }, { type: 'stop' }], () => taken++);
    frames.send([ASK]);
    expect(asked()).toEqual(['stop', 'stop', 'ask']);
    expect(board.writes.map(({ length }) => length)).toEqual([16, 8]);
    expect(taken).toBe(1);
    expect(board.frames.map(({ sequence }) => sequence)).toEqual([0, 1, 2]);
  });

  it('count the damaged frames that came back', () => {
    const { board, time, frames } = line();
    board.say([0xf0, 0x01, 0x55, 0xf7]);
    time.pass(0.01);
    expect(frames.badFrames).toBe(1);
  });
});

describe('a question', () => {
  it('is asked at once, and no longer once it is answered', async () => {
    const { time, frames, heard, answer, asked } = line();
    const told: number[] = [];
    const outcome = outcomeOf(frames.ask(ARM, ({ minor }) => told.push(minor)));
    expect(asked()).toEqual(['arm']);
    answer('arm', 3);
    // Before any promise has its turn.
    expect(told).toEqual([3]);
    expect(await outcome()).toEqual({ answer: 3 });
    expect(heard).toEqual([MESSAGES.arm.code]);
    time.pass(2);
    expect(asked()).toEqual(['arm']);
    answer('arm', 4);
    expect(told).toEqual([3]);
  });

  it('is asked every 100 ms, ten times in all, and then fails', async () => {
    const { time, frames, asked } = line();
    const outcome = outcomeOf(frames.ask(ARM));
    time.pass(0.095);
    expect(asked()).toHaveLength(1);
    time.pass(0.008);
    expect(asked()).toHaveLength(2);
    time.pass(0.89);
    expect(asked()).toHaveLength(10);
    expect(await outcome()).toEqual({});
    time.pass(0.01);
    expect((await outcome()).error).toBeInstanceOf(NoAnswer);
    time.pass(1);
    expect(asked()).toHaveLength(10);
  });

  it('on a slow link is asked again after two round trips', async () => {
    const { time, frames, answer, asked } = line();
    const first = outcomeOf(frames.ask(ASK));
    time.pass(0.19);
    answer('ask');
    await first();
    const before = asked().length;
    frames.ask(ARM).catch(() => {});
    time.pass(0.37);
    expect(asked().slice(before)).toEqual(['arm']);
    time.pass(0.05);
    expect(asked().slice(before)).toEqual(['arm', 'arm']);
  });

  it('is not answered by an answer to another one', async () => {
    const { frames, heard, answer } = line();
    const outcome = outcomeOf(frames.ask(ARM));
    answer('ask');
    answer('motors');
    expect(await outcome()).toEqual({});
    expect(heard).toEqual([MESSAGES.ask.code, MESSAGES.motors.code]);
    answer('arm', 1);
    expect(await outcome()).toEqual({ answer: 1 });
  });

  it('is answered by the first answer even if the board has said the same before without being asked', async () => {
    const { frames, answer } = line();
    answer('arm');
    answer('arm');
    const outcome = outcomeOf(frames.ask(ARM));
    answer('arm', 1);
    expect(await outcome()).toEqual({ answer: 1 });
  });

  it.each([0.15, 0.25])(
    'that was asked again is answered by whichever answer comes: after %d s',
    async (seconds) => {
      const { time, frames, answer } = line();
      const outcome = outcomeOf(frames.ask(ARM));
      time.pass(seconds);
      answer('arm', 1);
      expect(await outcome()).toEqual({ answer: 1 });
      const again = outcomeOf(frames.ask(ARM));
      answer('arm', 2);
      expect(await again()).toEqual({ answer: 2 });
    },
  );

  it('is not answered by the late answer to one that was asked again', async () => {
    const { time, frames, answer } = line();
    frames.ask(ARM).catch(() => {});
    time.pass(0.15);
    const outcome = outcomeOf(frames.ask(ARM));
    answer('arm', 1);
    expect(await outcome()).toEqual({});
    answer('arm', 2);
    expect(await outcome()).toEqual({ answer: 2 });
  });

  it('replaces the one before, whose late answer does not count for it', async () => {
    const { frames, answer } = line();
    const [first, second] = [outcomeOf(frames.ask(ARM)), outcomeOf(frames.ask(ARM))];
    expect((await first()).error).toBeInstanceOf(DriverError);
    answer('arm', 1);
    expect(await second()).toEqual({});
    answer('arm', 2);
    expect(await second()).toEqual({ answer: 2 });
  });

  it('that was given up is asked no more, and fails with the reason', async () => {
    const { time, frames, asked } = line();
    const outcome = outcomeOf(frames.ask(STALL));
    frames.giveUp(new DriverError('enough'));
    expect((await outcome()).error?.message).toBe('enough');
    time.pass(2);
    expect(asked()).toEqual(['stall']);
    expect(time.waiting).toBe(0);
  });

  it.each([
    ['lost', /^it is gone$/],
    ['closed', /closed/],
  ] as const)('fails when the board is %s', async (end, words) => {
    const { time, link, frames } = line();
    const outcome = outcomeOf(frames.ask(ARM));
    if (end === 'lost') link.lose(new DriverError('it is gone'));
    else await link.close();
    expect((await outcome()).error?.message).toMatch(words);
    time.pass(0.01);
    expect(time.waiting).toBe(0);
  });
});

describe('a status that is requested', () => {
  it('leaves a pending question as it is', async () => {
    const { frames, heard, answer, asked } = line();
    const outcome = outcomeOf(frames.ask(ARM));
    frames.requestStatus();
    expect(asked()).toEqual(['arm', 'ask']);
    answer('ask');
    expect(await outcome()).toEqual({});
    expect(heard).toEqual([MESSAGES.ask.code]);
    answer('arm', 1);
    expect(await outcome()).toEqual({ answer: 1 });
  });

  it('is not asked for while the same question is pending', () => {
    const { frames, answer, asked } = line();
    frames.ask(ASK).catch(() => {});
    frames.requestStatus();
    expect(asked()).toEqual(['ask']);
    answer('ask');
    frames.requestStatus();
    expect(asked()).toEqual(['ask', 'ask']);
  });

  it('is no answer to a question that was asked after it', async () => {
    const { frames, answer } = line();
    frames.requestStatus();
    const outcome = outcomeOf(frames.ask(ASK));
    answer('ask', 1);
    expect(await outcome()).toEqual({});
    answer('ask', 2);
    expect(await outcome()).toEqual({ answer: 2 });
  });
});
