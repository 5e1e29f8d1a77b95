/** The other futures of a recording: what was changed, when, and what would have come of it. */
import './whatIf.css';
import { computed } from '@preact/signals';
import { colorOf } from '../../../scene/inks.js';
import type { FutureView } from '../../../signals/view.js';
import { downloadYaml } from '../download.js';
import { formatFixed, formatLabel } from '../format.js';
import { theme } from '../layout/display.js';
import { can, frame, mayOperate, operate, scene } from '../store.js';
import { futures, inkOf } from './futures.js';
import { Why } from './Why.js';

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
  const { number, at, text } = future;
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
        {future.trust?.map((line) => (
          <p key={line} class="note">
            {line}
          </p>
        ))}
        {future.state === 'complete' && text !== undefined && (
          <button
            type="button"
            title="A file that steerbot sim runs as this future"
            onClick={() => downloadYaml('other-future.yaml', text)}
          >
            Save as a scenario
          </button>
        )}
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

const shownAt = computed(() => formatFixed(frame.value?.at, 2));

function FromBegin() {
  const fromBegin = scene.value?.fromBegin ?? false;
  return (
    <label class="from-begin">
      <input
        type="checkbox"
        checked={fromBegin}
        disabled={!mayOperate.value}
        onChange={(event) => operate({ kind: 'changeFrom', begin: event.currentTarget.checked })}
      />
      From the beginning of the run{fromBegin ? '' : `, not only from ${shownAt.value} s on`}
    </label>
  );
}

export function WhatIf() {
  return (
    <>
      {can('why') && <Why />}
      {futures.value.length === 0 && <p class="note">{INVITATION}</p>}
      <FromBegin />
      <ul class="futures">
        {futures.value.map((future) => (
          <Future key={future.number} {...future} />
        ))}
      </ul>
    </>
  );
}
