import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PortListener } from '../../../src/drivers/serial/port.js';
import { PortListeners } from '../../../src/drivers/serial/portListeners.js';
import { DriverError } from '../../../src/validation/errors.js';

const LOSS = new DriverError('the cable was pulled');

/** Listeners by name on one line, and all that they hear, in order. */
function line() {
  const listeners = new PortListeners();
  const heard: string[] = [];
  const join = (name: string, also: PortListener = {}) =>
    listeners.add({
      bytes(bytes) {
        heard.push(`${name} ${bytes}`);
        also.bytes?.(bytes);
      },
      lost(reason) {
        heard.push(`${name} ${reason.message}`);
        also.lost?.(reason);
      },
      closed() {
        heard.push(`${name} closed`);
        also.closed?.();
      },
    });
  const say = (...bytes: number[]) => listeners.bytes(Uint8Array.from(bytes));
  return { listeners, heard, join, say };
}

describe('those who hear a line', () => {
  it('are told in the order in which they came', () => {
    const { heard, join, say } = line();
    join('a');
    join('b');
    say(1, 2);
    say(3);
    expect(heard).toEqual(['a 1,2', 'b 1,2', 'a 3', 'b 3']);
  });

  it('are told of a loss once, and of nothing after it', () => {
    const { listeners, heard, join, say } = line();
    join('a');
    listeners.lost(LOSS);
    listeners.lost(new DriverError('another'));
    listeners.closed();
    say(1);
    expect(heard).toEqual(['a the cable was pulled']);
  });

  it('are told that it was closed once, and of nothing after it', () => {
    const { listeners, heard, join, say } = line();
    join('a');
    listeners.closed();
    listeners.closed();
    listeners.lost(LOSS);
    say(1);
    expect(heard).toEqual(['a closed']);
  });

  it('are told at once how it has ended, if it has', () => {
    const [lost, closed] = [line(), line()];
    lost.listeners.lost(LOSS);
    lost.join('late')();
    closed.listeners.closed();
    closed.join('late')();
    expect([...lost.heard, ...closed.heard]).toEqual(['late the cable was pulled', 'late closed']);
  });

  it('may hear some of it only', () => {
    const { listeners, say } = line();
    const bytes = vi.fn();
    listeners.add({});
    listeners.add({ bytes });
    say(1);
    listeners.lost(LOSS);
    expect(bytes).toHaveBeenCalledOnce();
  });
});

describe('while one of them is told of bytes', () => {
  it('any may leave, and hears no more', () => {
    const { heard, join, say } = line();
    const leave = [() => {}, () => {}];
    leave[0] = join('a', { bytes: () => leave.forEach((each) => void each()) });
    leave[1] = join('b');
    join('c');
    say(1);
    say(2);
    expect(heard).toEqual(['a 1', 'c 1', 'c 2']);
  });

  it('another may come, and hears the next', () => {
    const { heard, join, say } = line();
    const leave = join('a', {
      bytes() {
        join('b');
        leave();
      },
    });
    say(1);
    say(2);
    expect(heard).toEqual(['a 1', 'b 2']);
  });

  it('the line may be lost: a listener that had not got the bytes gets only the loss', () => {
    const { listeners, heard, join, say } = line();
    join('a', { bytes: () => listeners.lost(LOSS) });
    join('b');
    say(1);
    expect(heard).toEqual(['a 1', 'a the cable was pulled', 'b the cable was pulled']);
  });
});

describe('while one of them is told of a loss', () => {
  it('another may leave, and is not told', () => {
    const { listeners, heard, join } = line();
    let leave = () => {};
    join('a', { lost: () => leave() });
    leave = join('b');
    listeners.lost(LOSS);
    expect(heard).toEqual(['a the cable was pulled']);
  });

  it('bytes that come all the same are heard by none, and another end is not told', () => {
    const { listeners, heard, join, say } = line();
    join('a', {
      lost() {
        say(1);
        listeners.closed();
      },
    });
    join('b');
    listeners.lost(LOSS);
    expect(heard).toEqual(['a the cable was pulled', 'b the cable was pulled']);
  });
});

describe('one that fails', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('keeps no listener from hearing, and its error is visible', () => {
    const later: (() => void)[] = [];
    vi.stubGlobal('queueMicrotask', (callback: () => void) => later.push(callback));
    const { listeners, heard, join, say } = line();
    const fail = () => {
      throw new Error('it fell over');
    };
    join('a', { bytes: fail, lost: fail });
    join('b');
    say(1);
    listeners.lost(LOSS);
    expect(heard).toEqual(['a 1', 'b 1', 'a the cable was pulled', 'b the cable was pulled']);
    expect(later).toHaveLength(2);
    for (const callback of later) expect(callback).toThrow('it fell over');
  });
});
