/** Says news to a screen reader, wherever the log is: politely, and faults at once. */
import { computed } from '@preact/signals';
import { alarm, journal } from './news.js';

const latest = computed(() => {
  const last = journal.value.at(-1);
  return last && last.level !== 'fault' ? last.words : '';
});

export function Announcer() {
  return (
    <>
      <div class="unseen" aria-live="polite" data-testid="news">
        {latest.value}
      </div>
      <div class="unseen" aria-live="assertive">
        {alarm.value}
      </div>
    </>
  );
}
