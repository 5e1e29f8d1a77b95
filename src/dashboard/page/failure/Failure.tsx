/** A failure tells itself: in the header, over the map with its reason, and a press shows the moment. */
import { signal } from '@preact/signals';
import { formatFixed } from '../format.js';
import { lesson } from '../lessons/work.js';
import { can, mayOperate, operate, scene } from '../store.js';
import { Why } from '../whatIf/Why.js';
import { type Failure, failures, firstFailure } from './failures.js';
import { backToNow, keptFrom, lookedAt, lookOn, showMoment } from './lookBack.js';

const show = ({ at, place }: Pick<Failure, 'at' | 'place'>): void => showMoment(at, place);

/** In the header, in place of a green lamp. */
export function FailureChip() {
  const failure = firstFailure.value;
  if (!failure) return null;
  return (
    <button
      type="button"
      class="failure-chip"
      data-testid="failure"
      title={`${failure.words}. Press to see the moment.`}
      onClick={() => {
        // What a recording's card said is there again.
        if (can('scrub')) closed.value = '';
        show(failure);
      }}
    >
      <span class="state-words">{failure.words}</span>
    </button>
  );
}

/** The failure whose card was closed. */
const closed = signal('');

/** Over the map: what was lost, and why. A fault has its notice above the map. */
export function FailureCard() {
  const failure = failures.value.find(({ why }) => why !== undefined);
  if (!failure || lookedAt.value !== null || closed.value === failure.words) return null;
  const more = failures.value.length - 1;
  const close = (): void => {
    closed.value = failure.words;
  };
  return (
    <section class="failure-card" aria-label="What failed" data-testid="failure-card">
      <p class="failure-words">{failure.words}</p>
      <p>{failure.why}</p>
      {more > 0 && <p class="note">{`${more} more under Result.`}</p>}
      {can('why') && <Why most={2} onShow={close} />}
      <div class="failure-buttons">
        <button
          type="button"
          class="primary"
          onClick={() => {
            show(failure);
            // A recording goes there itself, and the card would lie on it.
            if (can('scrub')) close();
          }}
        >
          Show the moment
        </button>
        {can('restart') && (
          <button type="button" disabled={!mayOperate.value} onClick={() => operate({ kind: 'restart' })}>
            Try again
          </button>
        )}
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </section>
  );
}

/** The scene's files have a mistake since they were changed; the run goes on with what was read before. */
export function Mistake() {
  const mistake = scene.value?.mistake;
  // A lesson shows it below its field.
  if (mistake === undefined || lesson.value === scene.value?.name) return null;
  return (
    <section class="mistake" aria-live="assertive" aria-label="Mistake in a file" data-testid="mistake">
      <p class="failure-words">The changed text has a mistake. The scene goes on as it was.</p>
      <pre>{mistake}</pre>
    </section>
  );
}

/** How far a press looks on [s]. */
const LOOK_STEP = 0.2;

/** While the map shows an earlier moment: which, and the way back. */
export function LookBackBar() {
  const at = lookedAt.value;
  if (at === null) return null;
  const failure = failures.value.find((one) => Math.abs(one.at - at) < LOOK_STEP / 2);
  const isFirst = at === keptFrom.value && at > 0;
  return (
    <section class="look-back" aria-label="An earlier moment" data-testid="look-back">
      <p role="status">
        <strong>{`The map shows ${formatFixed(at, 1)} s.`}</strong>{' '}
        {failure && `${failure.words}. ${failure.why ?? ''}`}
        {!failure && isFirst && 'This page has seen the run from then on.'}
      </p>
      <div class="failure-buttons">
        <button type="button" onClick={() => lookOn(-LOOK_STEP)}>
          Earlier
        </button>
        <button type="button" onClick={() => lookOn(LOOK_STEP)}>
          Later
        </button>
        <button type="button" class="primary" onClick={backToNow}>
          Back to now
        </button>
      </div>
    </section>
  );
}
