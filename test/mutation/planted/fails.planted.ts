import { expect, it } from 'vitest';
import { cut } from './speeds.js';

it('fails without a mutant', () => expect(cut(1)).toBe(2));
