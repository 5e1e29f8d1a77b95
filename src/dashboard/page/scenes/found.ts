/** Finds scenes by their words. */
import type { GalleryView } from '../../../signals/view.js';

/** Where a word was found, the best first: in the name, in the description, in the words of its article or group. */
const places = ({ name, about, words = '', group = '' }: GalleryView): readonly string[] =>
  [name, about, `${group} ${words}`].map((text) => text.toLowerCase());

/** The scenes that contain every word that is looked for; those that have it in their names first, unless none is asked for. */
export function found(gallery: readonly GalleryView[], wanted: string): readonly GalleryView[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return gallery;
  const whole = ranked(gallery, words);
  return whole.length > 0 ? whole : ranked(gallery, words.map(stem));
}

/** `heavy` finds `heavier`, `arriving` finds `arrive`. */
const stem = (word: string): string => word.replace(/(?<=...)(ing|es|ed|y|e|s)$/, '');

function ranked(gallery: readonly GalleryView[], words: readonly string[]): readonly GalleryView[] {
  const all = gallery.flatMap((scene) => {
    const texts = places(scene);
    const ranks = words.map((word) => texts.findIndex((text) => text.includes(word)));
    return ranks.includes(-1) ? [] : [{ scene, rank: Math.max(...ranks) }];
  });
  return all.sort((a, b) => a.rank - b.rank).map(({ scene }) => scene);
}
