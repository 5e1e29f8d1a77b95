import { expect, it } from 'vitest';
import { countTo, cut, name } from './speeds.js';

it('cuts', () => expect([-1, 0.5, 2, 9].map(cut)).toEqual([0, 0.5, 2, 4]));
it('counts', () => expect([0, 3].map(countTo)).toEqual([0, 3]));
it('names', () => expect([4, 4.5].map(name)).toEqual(['a speed that is allowed', 'too fast: 5.5']));
