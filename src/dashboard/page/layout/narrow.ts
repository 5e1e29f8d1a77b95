/** Whether the page is as narrow as a phone: then panels come as tabs. */
import { signal } from '@preact/signals';

const query = matchMedia('(max-width: 760px)');

export const narrow = signal(query.matches);

query.addEventListener('change', () => {
  narrow.value = query.matches;
});
