/** The newest of the news, in sight and for a screen reader, wherever the log is; faults are said at once. */
import { computed } from '@preact/signals';
import { resumeNeeded } from '../scenes/choice.js';
import { eventLog, faultAnnouncement } from './pageLog.js';

const latest = computed(() => eventLog.value.at(-1));

export function LatestEntry() {
  const { level, words } = latest.value ?? { level: 'info', words: '' };
  const isFault = level === 'fault';
  return (
    <div class="latest">
      <p data-level={level} title={words} aria-live="polite" data-testid="news">
        {isFault ? '' : words}
      </p>
      {isFault && (
        <p data-level="fault" title={words} aria-hidden="true">
          {words}
        </p>
      )}
      <p aria-live="polite">
        {resumeNeeded.value
          ? 'A hand has had the wheels: “Resume mission” is needed for the mission to drive.'
          : ''}
      </p>
      <p class="unseen" aria-live="assertive">
        {faultAnnouncement.value}
      </p>
    </div>
  );
}
