import { describe, expect, it } from 'vitest';
import { FirmataLink } from '../../../src/drivers/firmata/firmataLink.js';
import { encodeFrame } from '../../../src/drivers/steerbot/frame.js';
import { FrameLine } from '../../../src/drivers/steerbot/frameLine.js';
import type { Message } from '../../../src/drivers/steerbot/messages.js';
import { DriverError } from '../../../src/validation/errors.js';
import { FakeBoard } from '../fakeBoard.js';
import { FakeTime } from '../fakeTime.js';

const odometry = (left: number): Message<'odometry'> => ({
  type: 'odometry',
  timeUs: 1000,
  state: 0,
  nonceLow: 5,
  left,
  right: 0,
});

/** A line to a board, and the wheel counts that it has told; `hear` is called with each. */
function line(hear: (link: FirmataLink) => void = () => {}) {
  const time = new FakeTime();
  const board = new FakeBoard(time);
  const link = new FirmataLink(board, time);
  const frames = new FrameLine(link, time);
  const counts: number[] = [];
  frames.listen({
    status: () => expect.fail('not requested'),
    odometry({ left }) {
      counts.push(left);
      hear(link);
    },
  });
  /** In one piece. */
  const say = (...messages: Message[]) => {
    board.say(messages.flatMap((message) => [...encodeFrame({ sequence: 0, message })]));
    time.pass(0.01);
  };
  return { link, counts, say };
}

describe('who hears the frames of a board', () => {
  it('hears every one, and no echo of ours', () => {
    const { counts, say } = line();
    say(odometry(1), { type: 'ask' }, odometry(2));
    say(odometry(3));
    expect(counts).toEqual([1, 2, 3]);
  });

  it('hears none that came with the one by which the board was given up', () => {
    const { counts, say } = line((link) => link.lose(new DriverError('it was reset')));
    say(odometry(1), odometry(2));
    expect(counts).toEqual([1]);
  });

  it('hears none that came with the one at which the link was closed', () => {
    const { counts, say } = line((link) => void link.close());
    say(odometry(1), odometry(2));
    expect(counts).toEqual([1]);
  });
});
