/** Whether the page is as narrow as a phone: then panels come as tabs. */
import { signal } from '@preact/signals';

const narrowQuery = matchMedia('(max-width: 760px)');

export const narrow = signal(narrowQuery.matches);

narrowQuery.addEventListener('change', () => {
  narrow.value = narrowQuery.matches;
});
