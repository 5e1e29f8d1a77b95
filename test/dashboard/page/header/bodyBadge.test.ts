import { describe, expect, it } from 'vitest';
import { bodyBadge } from '../../../../src/dashboard/page/header/bodyBadge.js';

describe('the badge of the body', () => {
  it('names a real, an emulated, a simulated and a recorded robot', () => {
    const words = (['real', 'emulated', 'simulated'] as const).map(
      (body) => bodyBadge({ state: 'connected', body, words: 'connected: uno' })?.words,
    );
    expect(words).toEqual(['REAL ROBOT', 'EMULATED', 'SIMULATED']);
    expect(bodyBadge({ state: 'simulated', words: '' })?.words).toBe('SIMULATED');
    expect(bodyBadge({ state: 'recording', words: 'run.mcap' })?.words).toBe('RECORDING');
  });

  it('stays while the robot is lost', () => {
    expect(bodyBadge({ state: 'lost', body: 'emulated', words: 'no reply' })?.kind).toBe('emulated');
  });

  it('of a body of unknown kind is that of a real robot', () => {
    expect(bodyBadge({ state: 'connected', words: 'connected: uno' })?.kind).toBe('real');
    expect(bodyBadge({ state: 'lost', words: 'no reply' })?.kind).toBe('real');
  });

  it('is missing before a robot is connected', () => {
    expect(bodyBadge(undefined)).toBeUndefined();
    expect(bodyBadge({ state: 'connecting', words: 'looking for the robot' })).toBeUndefined();
  });
});
