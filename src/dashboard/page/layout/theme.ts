/** Light or dark: as the system says until somebody chooses; the choice stays. */
import { effect, signal } from '@preact/signals';
import type { Theme } from '../plots/palette.js';

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
    // A browser that keeps nothing still changes now.
  }
}
