/** The map's colors and font; read again when the theme changes. */
import type { Theme } from '../../../../scene/behaviorColors.js';
import { colorOf, INK_NAMES, type Ink } from '../../../../scene/inks.js';

export interface Palette {
  readonly color: (ink: Ink) => string;
  readonly font: string;
}

export function readPalette(element: Element): Palette {
  const theme = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
  return {
    color: (ink) => colorOf(ink, theme),
    font: getComputedStyle(element).fontFamily || 'sans-serif',
  };
}

let published: CSSStyleSheet | undefined;

/** The same colors for style sheets, as `--map-ink`. */
export function publishInks(): void {
  // Guards people: a browser that is too old for this has the page and its STOP, without a few colors.
  if (published || !('adoptedStyleSheets' in document)) return;
  const rule = (selector: string, theme: Theme): string =>
    `${selector} { ${INK_NAMES.map((name) => `--map-${name}: ${colorOf(name, theme)};`).join(' ')} }`;
  published = new CSSStyleSheet();
  published.replaceSync(`${rule(':root', 'light')} ${rule('[data-theme="dark"]', 'dark')}`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, published];
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
