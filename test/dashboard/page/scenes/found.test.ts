/** The gallery's search. */
import { describe, expect, it } from 'vitest';
import { loadGallery } from '../../../../sim/scenario/loadScenario.js';
import { found } from '../../../../src/dashboard/page/scenes/found.js';

const names = (words: string) => found(loadGallery(), words).map(({ name }) => name);

describe('a search in the gallery', () => {
  it('finds a scene by its name first', () => {
    expect(names('evade')[0]).toBe('evade');
    expect(names('ARRIVE').slice(0, 2).sort()).toEqual(['arrive', 'arrive-profiles']);
  });

  it.each([
    ['collision', 'avoid-obstacles'],
    ['Bevilacqua', 'seek'],
    ['pursuit', 'pursue'],
    ['flocking', 'flock'],
    ['Braitenberg', 'light'],
    ['containment', 'contain'],
    ['boids cohesion', 'separate'],
    ['lidar', 'corridor'],
    // A word in another form, where it is not found as it is.
    ['heavy', 'mass'],
    ['interposes', 'interpose'],
  ])('finds by the articles’ words: %s', (words, name) => {
    expect(names(words)).toContain(name);
  });

  it('wants every word, and keeps the order of the groups without any', () => {
    expect(names('evade nonsense')).toEqual([]);
    expect(names('  ')).toEqual(loadGallery().map(({ name }) => name));
  });
});
