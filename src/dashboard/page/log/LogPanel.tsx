/** The event log: its newest entry below the map, all entries in a panel. */
import { computed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { showMoment } from '../failure/lookBack.js';
import { formatFixed } from '../format.js';
import { resumeNeeded } from '../scenes/missionChoice.js';
import { eventLog, faultAnnouncement } from './eventLog.js';

const latest = computed(() => eventLog.value.at(-1));

/** How long the newest entry lies over the map. */
const SHOWN_MS = 7000;

/** The newest entry, visible and for screen readers, wherever the log is; faults are announced at once. */
export function LatestEntry() {
  const { id = 0, level = 'info', words = '' } = latest.value ?? {};
  const isFault = level === 'fault';
  const isOld = useSignal(false);
  useEffect(() => {
    isOld.value = false;
    // No animation: it would cost a picture of the whole page sixty times a second.
    const timer = setTimeout(() => {
      isOld.value = true;
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isOld]);
  return (
    <div class="latest" data-old={isOld.value}>
      <p data-level={level} title={words} aria-live="polite" data-testid="news">
        {!isFault && words !== '' && <span>{words}</span>}
      </p>
      {isFault && (
        <p data-level="fault" title={words} aria-hidden="true">
          <span>{words}</span>
        </p>
      )}
      <p aria-live="polite">
        {resumeNeeded.value && (
          <span>The robot was driven by hand: press “Resume mission” to let the mission drive.</span>
        )}
      </p>
      <p class="unseen" aria-live="assertive">
        {faultAnnouncement.value}
      </p>
    </div>
  );
}

const SHORT_LOG_LENGTH = 4;

/** All entries, newest first. */
export function LogPanel() {
  const all = useSignal(false);
  const entries = eventLog.value.toReversed();
  if (entries.length === 0)
    return <p class="note">Here stand arrivals, faults and stops, with their time.</p>;
  return (
    <>
      <ol class="log" aria-label="What happened, newest first">
        {entries
          .slice(0, all.value ? undefined : SHORT_LOG_LENGTH)
          .map(({ id, at, level, words, times, place }, i) => (
            // What stands below it, newest first, is of a run before.
            <li key={id} data-level={level} data-first={at < (entries[i + 1]?.at ?? 0) || undefined}>
              <time>{formatFixed(at, 1)} s</time>
              <span class="unseen">: </span>
              {level !== 'info' && <strong>{level}: </strong>}
              {place && level !== 'info' ? (
                <button
                  type="button"
                  class="spot"
                  title="Show the moment"
                  onClick={() => showMoment(at, place)}
                >
                  {words}
                </button>
              ) : (
                words
              )}
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
          {all.value ? 'Show only the newest' : `Show all ${entries.length}`}
        </button>
      )}
    </>
  );
}
