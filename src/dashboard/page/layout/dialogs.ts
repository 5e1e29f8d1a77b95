/** Which drawer lies over the page: one at a time. */
import { signal } from '@preact/signals';

export type DrawerName = 'gallery' | 'help';

export const drawer = signal<DrawerName | null>(null);

export function toggleDrawer(name: DrawerName): void {
  drawer.value = drawer.peek() === name ? null : name;
}

export function closeDrawer(): void {
  drawer.value = null;
}
