/** The other futures of a recording: what was changed, when, and what would have come of it. */
import './whatIf.css';
import { colorOf } from '../../../scene/inks.js';
import type { FutureView } from '../../../signals/view.js';
import { formatFixed, formatLabel } from '../format.js';
import { theme } from '../layout/display.js';
import { can, mayOperate, operate, scene } from '../store.js';
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

/** `a: arrive · slowing radius is 2 m`: what follows a robot's name is in words. */
const inWords = (said: string): string =>
  said.replace(
    /^([^:]*: )?(.*)$/,
    (_, who: string | undefined, what: string) => (who ?? '') + formatLabel(what),
  );

function Future(future: FutureView) {
  const { number, at } = future;
  const words = inWords(future.words);
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

/** So many are told at first. */
const TOLD = 5;

/** What would have made a failed run succeed: asked for, tried, told. */
function Why() {
  const why = scene.value?.why;
  if (!why)
    return (
      <button
        type="button"
        class="doing"
        disabled={!mayOperate.value}
        onClick={() => operate({ kind: 'why' })}
      >
        What would have helped?
      </button>
    );
  if (why.refused !== undefined) return <p class="warning-words">{why.refused}</p>;
  if (!why.helped) return <p class="note">{`Trying alternatives: ${why.tried} of ${why.of} …`}</p>;
  if (why.helped.length === 0)
    return (
      <p class="note">{`None of ${why.tried} alternatives would have helped, each one change from the begin on.`}</p>
    );
  return (
    <>
      <h3>What would have helped, the likeliest first</h3>
      <ol class="helped">
        {why.helped.slice(0, TOLD).map(({ words, passed }, place) => (
          <li key={words}>
            <button
              type="button"
              class="spot"
              title="Show what would have come of it"
              disabled={!mayOperate.value}
              onClick={() => operate({ kind: 'why', show: place })}
            >
              {passed ? words : `${words} (in part)`}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

export function WhatIf() {
  return (
    <>
      {can('why') && <Why />}
      {futures.value.length === 0 && <p class="note">{INVITATION}</p>}
      <ul class="futures">
        {futures.value.map((future) => (
          <Future key={future.number} {...future} />
        ))}
      </ul>
    </>
  );
}
