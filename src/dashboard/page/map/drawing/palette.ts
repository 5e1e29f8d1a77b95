/** The map's colours, from the page's style; read again when the theme changes. */
import { colorOfSlot } from '../../../../svg/behaviorColors.js';

const COLOR_NAMES = [
  'background',
  'grid',
  'grid-coarse',
  'ink',
  'muted',
  'robot',
  'robot-edge',
  'ghost',
  'trail',
  'estimate',
  'path',
  'band',
  'target',
  'obstacle',
  'obstacle-edge',
  'wall',
  'mover',
  'ray',
  'hit',
  'velocity',
  'desired',
  'sum',
  'clamped',
  'draft',
  'warning',
  'fault',
  'panel',
] as const;

type ColorName = (typeof COLOR_NAMES)[number];

export interface Palette {
  readonly color: Readonly<Record<ColorName, string>>;
  /** The color of a behavior's slot. */
  readonly behavior: (slot: number) => string;
  readonly font: string;
}

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const theme = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
  const read = (name: string): string => style.getPropertyValue(`--map-${name}`).trim() || '#888';
  const entries = COLOR_NAMES.map((name) => [name, read(name)] as const);
  return {
    color: Object.fromEntries(entries) as Record<ColorName, string>,
    behavior: (slot) => colorOfSlot(slot, theme),
    font: style.fontFamily || 'sans-serif',
  };
}

/** Tells every change of the theme. @returns a call that ends it */
export function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'class', 'style'] });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', changed);
  };
}
