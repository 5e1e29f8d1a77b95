import { describe, expect, it } from 'vitest';
import { type TokenStorage, takeToken } from '../../../../src/dashboard/page/link/token.js';

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

  it('is empty where there is none', () => {
    expect(takeToken('', memory())).toEqual({ token: '', rest: '' });
    expect(takeToken('#token=', memory()).token).toBe('');
  });
});
