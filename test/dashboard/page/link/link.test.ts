import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  completeView,
  LiveLink,
  type SocketListener,
  type TokenStorage,
  takeToken,
} from '../../../../src/dashboard/page/link/link.js';
import {
  connection,
  frame,
  lease,
  onView,
  refusal,
  role,
  scene,
} from '../../../../src/dashboard/page/store.js';
import { frameOf, sceneOf, tickOf } from '../views.js';

/** A browser of which a test holds every string. */
class Browser {
  readonly said: string[] = [];
  readonly waits: number[] = [];
  readonly drawings: (() => void)[] = [];
  calls: SocketListener[] = [];
  bufferedBytes = 0;
  answers = true;
  #again: (() => void)[] = [];

  readonly link = new LiveLink({
    connect: (listener) => {
      this.calls.push(listener);
      const wire = { send: (text: string) => this.said.push(text) };
      return Object.defineProperty(wire as typeof wire & { bufferedBytes: number }, 'bufferedBytes', {
        get: () => this.bufferedBytes,
      });
    },
    after: (delay, then) => {
      this.waits.push(delay);
      this.#again.push(then);
    },
    afterPaint: (then) => this.drawings.push(then),
    isServerReachable: async () => this.answers,
  });

  get listener(): SocketListener {
    const last = this.calls.at(-1);
    if (!last) throw new Error('the page did not connect');
    return last;
  }

  wait(): void {
    this.#again.shift()?.();
  }

  tell(message: unknown): void {
    this.listener.received(JSON.stringify(message));
  }

  get words(): unknown[] {
    return this.said.map((text) => JSON.parse(text));
  }
}

let browser: Browser;

beforeEach(() => {
  browser = new Browser();
  connection.value = 'connecting';
  role.value = 'drive';
  lease.value = 'nobody';
  refusal.value = null;
  frame.value = null;
  scene.value = null;
  browser.link.open();
});

describe('the link', () => {
  it('is open once the server took the call', () => {
    expect(connection.value).toBe('connecting');
    browser.listener.opened();
    expect(connection.value).toBe('open');
  });

  it('hears the role, the lease, a refusal and views', () => {
    browser.listener.opened();
    browser.tell({ kind: 'hello', role: 'view' });
    browser.tell({ kind: 'lease', holder: 'other' });
    browser.tell({ kind: 'refused', why: 'no lease' });
    browser.tell({ kind: 'scene', name: 'square' });
    browser.tell({ kind: 'frame', at: 2 });
    expect([role.value, lease.value, refusal.value]).toEqual(['view', 'other', 'no lease']);
    expect([scene.value?.name, frame.value?.at]).toEqual(['square', 2]);
  });

  it('survives what is no message, and passes over what it does not know', () => {
    browser.listener.opened();
    for (const text of ['', '{', 'null', '3', '"x"', '{"kind":"later"}', '{}', undefined]) {
      browser.listener.received(text);
    }
    expect(browser.drawings).toEqual([]);
    expect(frame.value).toBeNull();
  });

  it('says `seen` once a frame was drawn, not before', () => {
    browser.listener.opened();
    browser.tell({ kind: 'frame', at: 1 });
    expect(browser.said).toEqual([]);
    browser.drawings.shift()?.();
    expect(browser.words).toEqual([{ kind: 'seen' }]);
  });

  it('sends `seen` even for a frame that failed to draw', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const forget = onView(() => {
      throw new Error('no picture');
    });
    browser.listener.opened();
    browser.tell({ kind: 'frame', at: 1 });
    forget();
    browser.drawings.shift()?.();
    expect(browser.words).toEqual([{ kind: 'seen' }]);
  });

  it('does not say `seen` of a frame of an older call', () => {
    browser.listener.opened();
    browser.tell({ kind: 'frame', at: 1 });
    browser.listener.closed();
    browser.wait();
    browser.listener.opened();
    browser.drawings.shift()?.();
    expect(browser.said).toEqual([]);
  });

  it('says with a word of the hand which frame is the newest it has', () => {
    browser.listener.opened();
    browser.link.send({ kind: 'teleop', linear: 1, angular: 0 });
    browser.tell({ kind: 'frame', at: 1.5 });
    browser.link.send({ kind: 'teleop', linear: 1, angular: 0 });
    expect(browser.words).toEqual([
      { kind: 'teleop', linear: 1, angular: 0 },
      { kind: 'teleop', linear: 1, angular: 0, seen: 1.5 },
    ]);
  });

  it('sends operations at once', () => {
    browser.listener.opened();
    browser.link.send({ kind: 'choose', mission: 2 });
    expect(browser.words).toEqual([{ kind: 'choose', mission: 2 }]);
  });
});

describe('a link that broke', () => {
  it('dials again, after waits that double up to four seconds and begin anew once it was open', () => {
    for (let i = 0; i < 6; i++) {
      browser.listener.closed();
      browser.wait();
    }
    expect(browser.waits).toEqual([0.25, 0.5, 1, 2, 4, 4]);
    browser.listener.opened();
    browser.listener.closed();
    expect(browser.waits.at(-1)).toBe(0.25);
  });

  it('reports it, and that no operator drives by hand', () => {
    browser.listener.opened();
    lease.value = 'you';
    browser.listener.closed();
    expect([connection.value, lease.value]).toEqual(['closed', 'nobody']);
  });

  it('was refused where the server answers but never opens', async () => {
    browser.listener.closed();
    await undefined;
    await undefined;
    expect(connection.value).toBe('refused');
  });

  it('was not refused if the server does not answer', async () => {
    browser.answers = false;
    browser.listener.closed();
    await undefined;
    await undefined;
    expect(connection.value).toBe('closed');
  });

  it('drops what was asked meanwhile, but says STOP first of all when it is back', () => {
    browser.listener.opened();
    browser.listener.closed();
    browser.link.send({ kind: 'teleop', linear: 1, angular: 0 });
    browser.link.send({ kind: 'stop' });
    browser.link.send({ kind: 'arm' });
    browser.wait();
    browser.listener.opened();
    expect(browser.words).toEqual([{ kind: 'stop' }]);
  });

  it('says a STOP on each new wire until a frame shows that it was heard', () => {
    browser.listener.opened();
    browser.tell(sceneOf('a', 'ghost'));
    browser.link.send({ kind: 'stop' });
    browser.tell(frameOf({ a: tickOf({}), ghost: tickOf({}) }));
    reopen();
    reopen();
    expect(browser.words).toEqual([STOP, STOP, STOP]);
    browser.tell(frameOf({ a: tickOf({ safety: 'stopped' }), ghost: tickOf({}) }));
    reopen();
    expect(browser.words).toEqual([STOP, STOP, STOP]);
  });

  it('owes a STOP that no frame has answered since, though the robot stood before', () => {
    browser.listener.opened();
    browser.tell(sceneOf('a'));
    browser.tell(frameOf({ a: tickOf({ safety: 'stopped' }) }));
    browser.link.send({ kind: 'stop' });
    reopen();
    expect(browser.words).toEqual([STOP, STOP]);
  });

  it('does not say again a STOP after which it armed', () => {
    browser.listener.opened();
    browser.link.send({ kind: 'stop' });
    browser.link.send({ kind: 'arm' });
    reopen();
    expect(browser.words).toEqual([STOP, { kind: 'arm' }]);
  });
});

const STOP = { kind: 'stop' };

function reopen(): void {
  browser.listener.closed();
  browser.wait();
  browser.listener.opened();
}

describe('a link that stalls', () => {
  beforeEach(() => {
    browser.listener.opened();
    browser.bufferedBytes = 100_000;
  });

  it("does not say a hand's words that would come late", () => {
    browser.link.send({ kind: 'teleop', linear: 0.5, angular: 0 });
    expect(browser.said).toEqual([]);
  });

  it('still says STOP, and that the hand let go', () => {
    browser.link.send({ kind: 'teleop', linear: 0, angular: 0 });
    browser.link.send({ kind: 'stop' });
    expect(browser.words).toEqual([{ kind: 'teleop', linear: 0, angular: 0 }, { kind: 'stop' }]);
  });
});

describe('a view', () => {
  it('that is whole stays as it is', () => {
    const frame = frameOf({ a: tickOf({}) }, { news: [{ at: 1, level: 'fault', words: 'lost' }] });
    expect(completeView(frame)).toEqual(frame);
    expect(completeView(sceneOf('a', 'b'))).toEqual(sceneOf('a', 'b'));
  });

  it('of a scene without anything is an empty scene', () => {
    expect(completeView({ kind: 'scene' })).toMatchObject({ robots: [], things: [], missions: [], can: [] });
  });

  it('of an empty frame shows no robots, and running time', () => {
    const frame = completeView({ kind: 'frame' });
    expect(frame).toMatchObject({ robots: [], moved: [], news: [], pace: { paused: false, speed: 1 } });
  });

  it('leaves out who has no name, and fills up who has', () => {
    const frame = {
      kind: 'frame' as const,
      robots: [{}, { id: 'a' }],
      news: [{ words: 'x' }],
      pace: { speed: 3 },
    };
    expect(completeView(frame)).toMatchObject({
      robots: [{ id: 'a', ranges: {} }],
      news: [{ at: 0, level: 'info', words: 'x' }],
      pace: { paused: false, speed: 3 },
    });
  });

  it('keeps unknown fields', () => {
    expect(completeView({ kind: 'scene', weather: 'fair' } as { kind: 'scene' })).toMatchObject({
      weather: 'fair',
    });
  });
});

function memory(): TokenStorage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return { kept, get: (key) => kept.get(key) ?? null, set: (key, value) => kept.set(key, value) };
}

describe('the token', () => {
  it('is taken out of the fragment', () => {
    expect(takeToken('#token=abc', memory())).toEqual({ token: 'abc', rest: '' });
  });

  it('is known after a reload, when the fragment has lost it', () => {
    const tab = memory();
    takeToken('#token=abc', tab);
    expect(takeToken('', tab).token).toBe('abc');
  });

  it('gives way to a newer one', () => {
    const tab = memory();
    takeToken('#token=abc', tab);
    expect(takeToken('#token=def', tab).token).toBe('def');
    expect(takeToken('', tab).token).toBe('def');
  });

  it('leaves the rest of the fragment', () => {
    expect(takeToken('#scene=door&token=abc', memory()).rest).toBe('#scene=door');
  });

  it('is empty if the address has none', () => {
    expect(takeToken('', memory())).toEqual({ token: '', rest: '' });
    expect(takeToken('#token=', memory()).token).toBe('');
  });
});
