import { describe, expect, it } from 'vitest';
import { Turns } from '../../../src/study/queue/turns.js';

const settled = () => new Promise((done) => setImmediate(done));

describe('turns', () => {
  it('let so many work at once, and the others in their order, also after a failure', async () => {
    const turns = new Turns(2);
    const begun: string[] = [];
    const ends = new Map<string, { readonly well: () => void; readonly badly: (error: Error) => void }>();
    const work = (name: string) =>
      turns.in(() => {
        begun.push(name);
        return new Promise<void>((well, badly) => ends.set(name, { well, badly }));
      });
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(work);
    await settled();
    expect(begun).toEqual(['a', 'b']);
    ends.get('b')?.badly(new Error('no'));
    await expect(b).rejects.toThrow('no');
    await settled();
    expect(begun).toEqual(['a', 'b', 'c']);
    ends.get('a')?.well();
    await a;
    await settled();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    ends.get('c')?.well();
    ends.get('d')?.well();
    await Promise.all([c, d]);
    await Promise.all(
      [work('e'), work('f')].map((_, i) => settled().then(() => ends.get(i === 0 ? 'e' : 'f')?.well())),
    );
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });
});
