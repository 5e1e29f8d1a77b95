import { describe, expect, it } from 'vitest';
import { type FocusKind, isStop, keyAction } from '../../../../src/dashboard/page/input/keys.js';

const PLACES: FocusKind[] = ['page', 'text', 'range', 'dialog'];

const HAND = { teleopOn: true, inRecording: false };

const action = (code: string, key: string, place: FocusKind = 'page', byHand = false, modified = false) =>
  keyAction({ code, key, focus: place, modified }, { teleopOn: byHand, inRecording: false });

describe('Space', () => {
  it.each(PLACES)('stops from %s, whatever else is held', (place) => {
    for (const byHand of [false, true])
      for (const modified of [false, true])
        expect(action('Space', ' ', place, byHand, modified)).toEqual({ kind: 'stop' });
  });

  it('is known by its place or by what it writes', () => {
    expect(isStop({ code: 'Space', key: 'Unidentified' })).toBe(true);
    expect(isStop({ code: '', key: ' ' })).toBe(true);
    expect(isStop({ code: 'Enter', key: 'Enter' })).toBe(false);
  });

  it('is the only key that stops, and no key arms', () => {
    const kinds = ['Enter', 'Escape', 'a', 'A', '1', '0', 'ArrowUp'].map((key) => action(key, key)?.kind);
    expect(kinds).not.toContain('stop');
    expect(kinds).not.toContain('arm');
  });
});

describe('keys', () => {
  it.each([
    ['KeyF', 'f', 'forces'],
    ['KeyF', 'F', 'forces'],
    ['KeyG', 'g', 'marks'],
    ['KeyP', 'p', 'pause'],
    ['Period', '.', 'step'],
    ['KeyR', 'r', 'restart'],
    ['Minus', '?', 'help'],
  ])('%s writing %s asks for %s', (code, key, kind) => {
    expect(action(code, key)).toEqual({ kind });
  });

  it('1 to 9 choose, by their place, on any layout', () => {
    expect(action('Digit1', '&')).toEqual({ kind: 'choose', mission: 0 });
    expect(action('Numpad9', '9')).toEqual({ kind: 'choose', mission: 8 });
    expect(action('Digit0', '0')).toBeUndefined();
  });

  it('belong to the browser with Ctrl, Alt or Meta', () => {
    expect(action('KeyR', 'r', 'page', false, true)).toBeUndefined();
    expect(action('Digit1', '1', 'page', true, true)).toBeUndefined();
  });

  it('in a sentence are all written, Space too, which is STOP everywhere else', () => {
    const space = { code: 'Space', key: ' ', modified: false };
    expect(keyAction({ ...space, focus: 'sentence' }, HAND)).toBeUndefined();
    expect(keyAction({ code: 'KeyP', key: 'p', modified: false, focus: 'sentence' }, HAND)).toBeUndefined();
    for (const focus of PLACES) expect(keyAction({ ...space, focus }, HAND)).toEqual({ kind: 'stop' });
  });

  it.each(['text', 'dialog'] as const)('in %s are written, not obeyed', (place) => {
    for (const key of ['f', '1', 'w', '.']) expect(action(`Key${key}`, key, place, true)).toBeUndefined();
  });
});

describe('arrows and letters that drive', () => {
  it('do so by hand only', () => {
    expect(action('ArrowUp', 'ArrowUp', 'page', true)).toEqual({ kind: 'drive', direction: 'forward' });
    expect(action('KeyA', 'q', 'page', true)).toEqual({ kind: 'drive', direction: 'left' });
    expect(action('ArrowUp', 'ArrowUp')).toBeUndefined();
    expect(action('KeyA', 'a')).toBeUndefined();
  });

  it('arrows move a slider that has the focus; letters drive all the same', () => {
    expect(action('ArrowUp', 'ArrowUp', 'range', true)).toBeUndefined();
    expect(action('KeyW', 'w', 'range', true)).toEqual({ kind: 'drive', direction: 'forward' });
  });
});

describe('keys in a recording', () => {
  const inRecording = (code: string, focus: FocusKind = 'page', teleopOn = false) =>
    keyAction({ code, key: code, focus, modified: false }, { teleopOn, inRecording: true });

  it('go from tick to tick, and keep an instant', () => {
    expect(['ArrowLeft', 'ArrowRight', 'KeyA'].map((code) => inRecording(code)?.kind)).toEqual([
      'back',
      'on',
      'anchor',
    ]);
  });

  it('leave fields, time bars and dialogs their arrows', () => {
    for (const focus of ['text', 'range', 'dialog'] as const)
      expect(inRecording('ArrowLeft', focus)).toBeUndefined();
  });

  it('are none elsewhere', () => {
    for (const code of ['ArrowLeft', 'ArrowRight', 'KeyA']) expect(action(code, code)).toBeUndefined();
  });
});
