import { describe, expect, it } from 'vitest';
import { Semaphore } from '../../../src/study/queue/semaphore.js';

const settled = () => new Promise((done) => setImmediate(done));

describe('a semaphore', () => {
  it('lets so many work at once, and the others in their order, also after a failure', async () => {
    const semaphore = new Semaphore(2);
    const begun: string[] = [];
    const ends = new Map<string, { readonly well: () => void; readonly badly: (error: Error) => void }>();
    const work = (name: string) =>
      semaphore.run(() => {
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
    const [e, f] = ['e', 'f'].map(work);
    await settled();
    ends.get('e')?.well();
    ends.get('f')?.well();
    await Promise.all([e, f]);
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });
});
