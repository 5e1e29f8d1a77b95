/** What happened, newest first. */
import { useSignal } from '@preact/signals';
import { formatFixed } from '../words.js';
import { eventLog } from './pageLog.js';

const SHORT_LOG_LENGTH = 4;

export function LogPanel() {
  const all = useSignal(false);
  const entries = eventLog.value.toReversed();
  if (entries.length === 0) return <p class="note">Nothing happened yet.</p>;
  return (
    <>
      <ol class="log" aria-label="What happened, newest first">
        {entries.slice(0, all.value ? undefined : SHORT_LOG_LENGTH).map(({ id, at, level, words, times }) => (
          <li key={id} data-level={level}>
            <time>{formatFixed(at, 1)} s</time>
            <span class="unseen">: </span>
            {level !== 'info' && <strong>{level}: </strong>}
            {words}
            {times > 1 && <span class="times"> × {times}</span>}
          </li>
        ))}
      </ol>
      {entries.length > SHORT_LOG_LENGTH && (
        <button
          type="button"
          class="more"
          aria-expanded={all.value}
          onClick={() => {
            all.value = !all.value;
          }}
        >
          {all.value ? 'Show the newest alone' : `Show all ${entries.length}`}
        </button>
      )}
    </>
  );
}
