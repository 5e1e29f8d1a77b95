/** Light or dark: as the system says until somebody chooses; the choice stays. */
import { effect, signal } from '@preact/signals';
import type { Theme } from '../plots/palette.js';

const KEY = 'steerbot.theme';

function stored(): Theme | undefined {
  try {
    const theme = localStorage.getItem(KEY);
    return theme === 'light' || theme === 'dark' ? theme : undefined;
  } catch {
    return undefined;
  }
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const ofSystem = (): Theme => (dark.matches ? 'dark' : 'light');

export const theme = signal<Theme>(stored() ?? ofSystem());

dark.addEventListener('change', () => {
  theme.value = stored() ?? ofSystem();
});

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});

export function toggleTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem(KEY, theme.value);
  } catch {
    // A browser that keeps nothing still changes now.
  }
}
