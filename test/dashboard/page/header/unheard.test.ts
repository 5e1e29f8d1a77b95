import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unheard } from '../../../../src/dashboard/page/header/unheard.js';
import { silent } from '../../../../src/dashboard/page/link/silence.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  silent.value = false;
  vi.useRealTimers();
});

describe('news that fail to come', () => {
  it('are late first, and only then unheard of', () => {
    silent.value = true;
    vi.advanceTimersByTime(400);
    expect(unheard.value).toBe(false);
    vi.advanceTimersByTime(200);
    expect(unheard.value).toBe(true);
  });

  it('are forgiven when they come', () => {
    silent.value = true;
    vi.advanceTimersByTime(600);
    silent.value = false;
    expect(unheard.value).toBe(false);
  });

  it('that come in time leave nothing behind', () => {
    silent.value = true;
    vi.advanceTimersByTime(400);
    silent.value = false;
    vi.advanceTimersByTime(600);
    expect(unheard.value).toBe(false);
  });
});
