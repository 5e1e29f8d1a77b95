/** The other futures of a recording: what was changed, when, and what would have come of it. */
import './whatIf.css';
import { colorOf } from '../../../scene/inks.js';
import type { FutureView } from '../../../signals/view.js';
import { formatFixed } from '../format.js';
import { theme } from '../layout/display.js';
import { mayOperate, operate } from '../store.js';
import { futures, inkOf } from './futures.js';

const INVITATION =
  'Stop at an instant and change something: a slider under Tuning, the target, a mission, where an obstacle stands. ' +
  'What would have come of it is drawn beside what was.';

function Outcome({ state, why, verdict, until }: FutureView) {
  if (state === 'refused') return <p class="warning-words">{why}</p>;
  if (state === 'under way') return <p class="note">{`computed up to ${formatFixed(until, 1)} s …`}</p>;
  return (
    <ul class="verdict">
      {verdict.length === 0 && <li>{`It ends at ${formatFixed(until, 1)} s.`}</li>}
      {verdict.map(({ words, passed, was }) => (
        <li key={words} data-passed={passed}>
          <strong>{passed ? '✓' : '✗'}</strong> {words}
          {was && was.words !== words && (
            <span class="lost">{`It was ${was.passed ? '✓' : '✗'} ${was.words}`}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Future(future: FutureView) {
  const { number, words, at } = future;
  return (
    <li class="future" aria-label={words}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d="M1 6H11" stroke={colorOf(inkOf(future), theme.value)} stroke-width="3" />
      </svg>
      <div>
        <p>
          <strong>{words}</strong>
          {`, from ${formatFixed(at, 2)} s on`}
        </p>
        <Outcome {...future} />
      </div>
      <button
        type="button"
        aria-label={`Forget: ${words}`}
        title="Forget this future"
        disabled={!mayOperate.value}
        onClick={() => operate({ kind: 'forget', future: number })}
      >
        ×
      </button>
    </li>
  );
}

export function WhatIf() {
  return (
    <>
      {futures.value.length === 0 && <p class="note">{INVITATION}</p>}
      <ul class="futures">
        {futures.value.map((future) => (
          <Future key={future.number} {...future} />
        ))}
      </ul>
    </>
  );
}
