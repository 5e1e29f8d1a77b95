import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { framesLate, framesStale } from '../../../../src/dashboard/page/link/staleness.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  framesLate.value = false;
  vi.useRealTimers();
});

describe('news that fail to come', () => {
  it('are late first, and only then unheard of', () => {
    framesLate.value = true;
    vi.advanceTimersByTime(400);
    expect(framesStale.value).toBe(false);
    vi.advanceTimersByTime(200);
    expect(framesStale.value).toBe(true);
  });

  it('are forgiven when they come', () => {
    framesLate.value = true;
    vi.advanceTimersByTime(600);
    framesLate.value = false;
    expect(framesStale.value).toBe(false);
  });

  it('that come in time leave nothing behind', () => {
    framesLate.value = true;
    vi.advanceTimersByTime(400);
    framesLate.value = false;
    vi.advanceTimersByTime(600);
    expect(framesStale.value).toBe(false);
  });
});
