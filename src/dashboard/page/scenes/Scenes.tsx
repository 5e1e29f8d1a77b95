/** The missions and the results of the open scene. */
import { computed } from '@preact/signals';
import type { VerdictView } from '../../../signals/view.js';
import { showMoment } from '../failure/lookBack.js';
import { can, judgedFrame, mayOperate, scene } from '../store.js';
import { chooseMission, chosenMission, missionDrives, missionStatus } from './missionChoice.js';
import { criteria, crossings, crossingsPerSecond, isMeddled, remarks, verdictHeading } from './results.js';

/** The scene's missions; keys 1 to 9 choose them too. */
export function Missions() {
  return (
    <>
      <div class="missions" data-drives={missionDrives.value}>
        {(scene.value?.missions ?? []).map((mission, i) => (
          <button
            key={mission}
            type="button"
            aria-pressed={chosenMission.value === i}
            aria-keyshortcuts={i < 9 ? String(i + 1) : undefined}
            disabled={!mayOperate.value || !can('choose')}
            onClick={() => chooseMission(i)}
          >
            {i < 9 && (
              <span class="key" aria-hidden="true">
                {i + 1}
              </span>
            )}
            <span>{mission}</span>
          </button>
        ))}
      </div>
      <p class="note" role="status" data-testid="mission-status">
        {missionStatus}
      </p>
    </>
  );
}

const heading = computed(() => (judgedFrame.value ? verdictHeading(judgedFrame.value) : ''));

/** What was lost is told first, then its figure and its reason; a press shows the moment. */
function Criterion({ words, passed, lost, at, place, why }: VerdictView) {
  return (
    <li data-passed={passed}>
      <strong>{passed ? '✓ passed' : '✗ failed'}</strong>{' '}
      {lost === undefined || at === undefined ? (
        words
      ) : (
        <>
          <button type="button" class="spot" title="Show the moment" onClick={() => showMoment(at, place)}>
            {lost}
          </button>
          <span class="lost">{`${words}. ${why ?? ''}`}</span>
        </>
      )}
    </li>
  );
}

/** Criteria with a mark, remarks without. */
export function Results() {
  return (
    <div class="results">
      {crossings.value !== undefined && (
        <dl class="flow">
          <div>
            <dt>Crossings</dt>
            <dd>{crossings}</dd>
          </div>
          <div>
            <dt>per second, last 10 s</dt>
            <dd>{crossingsPerSecond}</dd>
          </div>
        </dl>
      )}
      {heading.value && <p class={isMeddled.value ? 'warning-words' : 'note'}>{heading}</p>}
      <ul class="verdict">
        {criteria.value.map((criterion) => (
          <Criterion key={criterion.words} {...criterion} />
        ))}
        {remarks.value.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </div>
  );
}
