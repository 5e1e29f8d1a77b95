import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { statusLine } from '../../../src/cli/terminal/statusLine.js';
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
    [{ safety: 'faulted', cause: 'the battery is empty' }, 'faulted (the battery is empty) 1.0 s: x'],
    [{ safety: 'stopped', cause: 'an operator said STOP' }, 'stopped (an operator said STOP) 1.0 s'],
  ] as const)('of %o says %s', (told, words) => {
    expect(shown(told)).toContain(words);
  });
});
