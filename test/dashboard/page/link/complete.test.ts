import { describe, expect, it } from 'vitest';
import { completeView } from '../../../../src/dashboard/page/link/complete.js';
import { frameOf, sceneOf, tickOf } from '../views.js';

describe('a view', () => {
  it('that is whole stays as it is', () => {
    const frame = frameOf({ a: tickOf({}) }, { news: [{ at: 1, level: 'fault', words: 'lost' }] });
    expect(completeView(frame)).toEqual(frame);
    expect(completeView(sceneOf('a', 'b'))).toEqual(sceneOf('a', 'b'));
  });

  it('of a scene without anything is an empty scene', () => {
    expect(completeView({ kind: 'scene' })).toMatchObject({ robots: [], things: [], missions: [], can: [] });
  });

  it('of a frame without anything shows nobody, and time that flows', () => {
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

  it('keeps what nobody knows yet', () => {
    expect(completeView({ kind: 'scene', weather: 'fair' } as { kind: 'scene' })).toMatchObject({
      weather: 'fair',
    });
  });
});
