import { describe, expect, it } from 'vitest';
import { verdictHeading } from '../../../../src/dashboard/page/scenes/results.js';

const verdict = [{ words: 'contacts: 0', passed: true }];

describe('the heading of a result', () => {
  it('dates it', () => {
    expect(verdictHeading({ verdict, judgedAt: 12.34 })).toBe('Result of the scenario at 12.3 s.');
  });

  it('tells that an operator took over afterwards', () => {
    expect(verdictHeading({ verdict, judgedAt: 12.34, takenOverAt: 20 })).toBe(
      'Result of the scenario at 12.3 s, before you took over at 20.0 s.',
    );
  });

  it('tells that an operator had changed the run', () => {
    expect(verdictHeading({ verdict, judgedAt: 12.34, takenOverAt: 3 })).toMatch(/changed by hand at 3\.0 s/);
  });

  it('is empty without a result', () => {
    expect(verdictHeading({ verdict: [] })).toBe('');
    expect(verdictHeading({ verdict: [], judgedAt: 1 })).toBe('');
  });
});
