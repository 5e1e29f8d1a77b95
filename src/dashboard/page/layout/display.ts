/** How the page is shown: small as a phone or wide, light or dark. */
import { effect, signal } from '@preact/signals';
import type { Theme } from '../../../scene/behaviorColors.js';

/** Upright or lying. The same as in phone.css. */
const narrowQuery = matchMedia('(max-width: 900px), (max-height: 500px)');

/** Whether the page is as small as a phone: then panels come as tabs. */
export const narrow = signal(narrowQuery.matches);

narrowQuery.addEventListener('change', () => {
  narrow.value = narrowQuery.matches;
});

const THEME_KEY = 'steerbot.theme';

function storedTheme(): Theme | undefined {
  try {
    const theme = localStorage.getItem(THEME_KEY);
    return theme === 'light' || theme === 'dark' ? theme : undefined;
  } catch {
    return undefined;
  }
}

const darkQuery = matchMedia('(prefers-color-scheme: dark)');
const systemTheme = (): Theme => (darkQuery.matches ? 'dark' : 'light');

/** Light or dark: as the system says until the user chooses; the choice is kept. */
export const theme = signal<Theme>(storedTheme() ?? systemTheme());

darkQuery.addEventListener('change', () => {
  theme.value = storedTheme() ?? systemTheme();
});

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});

export function toggleTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem(THEME_KEY, theme.value);
  } catch {
    // A browser that stores nothing still changes the theme now.
  }
}
