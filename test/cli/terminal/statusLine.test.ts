import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import {
  approximateDuration,
  showExperimentProgress,
  statusLine,
} from '../../../src/cli/terminal/statusLine.js';
import { tickOf } from '../../dashboard/page/views.js';

function shown(...told: Parameters<typeof tickOf>): string {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 120 });
  let text = '';
  terminal.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  statusLine(terminal as unknown as NodeJS.WriteStream, null).show(tickOf(...told));
  return text;
}

describe('the status line', () => {
  it.each([
    [{}, 'driving 1.0 s: x 0.00 m'],
    [{ hold: 'something is in the way' }, 'driving (something is in the way) 1.0 s: x'],
    [
      { safety: 'faulted', cause: { kind: 'batteryDead', what: 'the battery is empty' } },
      'faulted (the battery is empty) 1.0 s: x',
    ],
    [
      { safety: 'stopped', cause: { kind: 'operator', what: 'an operator said STOP' } },
      'stopped (an operator said STOP) 1.0 s',
    ],
  ] as const)('of %o says %s', (told, words) => {
    expect(shown(told)).toContain(words);
  });
});

const terminal = (isTTY: boolean) => {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) };
  return { written, stream: stream as unknown as NodeJS.WriteStream };
};

describe('how long it still takes', () => {
  it.each([
    [0.2, '1 s'],
    [12, '12 s'],
    [99.5, '100 s'],
    [150, '3 min'],
    [3600, '60 min'],
    [7200, '2 h 0 min'],
    [9000, '2 h 30 min'],
  ])('%d s is about %s', (seconds, words) => {
    expect(approximateDuration(seconds)).toBe(words);
  });
});

describe('the progress of runs', () => {
  it('is shown on a terminal after a second, four times a second, and wiped at the end', () => {
    const { written, stream } = terminal(true);
    const progress = showExperimentProgress({ total: 1000 }, stream);
    progress.at(10, 0.9);
    expect(written).toEqual([]);
    progress.at(50, 1.5);
    expect(written).toEqual(['\r\u001b[K50 of 1000 runs (5 %)']);
    // Guessed from the first that was heard on: starting the threads says nothing about the runs.
    progress.at(250, 4.9);
    progress.at(260, 5);
    expect(written.slice(1)).toEqual(['\r\u001b[K250 of 1000 runs (25 %), 60 a second, about 13 s left']);
    progress.done();
    expect(written.at(-1)).toBe('\r\u001b[K');
  });

  it('takes the rate of the last ten seconds, without what was done before', () => {
    const { written, stream } = terminal(true);
    const progress = showExperimentProgress({ total: 10_000, before: 5000 }, stream);
    for (let done = 500; done <= 5000; done += 500) progress.at(done, done / 50_000);
    for (let wall = 1; wall <= 20; wall++) progress.at(5000 + 100 * wall, wall);
    expect(written.at(-1)).toBe('\r\u001b[K7000 of 10000 runs (70 %), 100 a second, about 30 s left');
    // A pause of half a minute, and twice as many hands.
    for (let wall = 51; wall <= 62; wall++) progress.at(7000 + 200 * (wall - 50), wall);
    expect(written.at(-1)).toContain('9400 of 10000 runs (94 %), 200 a second, about 3 s left');
  });

  it('gives way to a permanent line', () => {
    const { written, stream } = terminal(true);
    const progress = showExperimentProgress({ total: 10 }, stream);
    progress.say('first');
    progress.at(5, 2);
    progress.say('second');
    expect(written).toEqual(['first\n', expect.stringContaining('5 of 10'), '\r\u001b[Ksecond\n']);
  });

  it('is not written to a pipe or a file', () => {
    const { written, stream } = terminal(false);
    const progress = showExperimentProgress({ total: 10 }, stream);
    progress.at(5, 10);
    progress.done();
    expect(written).toEqual([]);
  });
});
