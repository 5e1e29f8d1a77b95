/** What would have made a failed run succeed: asked for, tried, told as it is found. */
import './whatIf.css';
import type { WhyView } from '../../../signals/view.js';
import { formatFixed } from '../format.js';
import { mayOperate, operate, scene } from '../store.js';

function progressOf({ tried, of, left, helped = [] }: WhyView): string {
  if (tried >= of)
    return helped.every(({ isNearest }) => isNearest)
      ? `None of ${of} alternatives would have helped, each one change from the begin on.`
      : `${of} alternatives were tried; the others would not have helped.`;
  const rest = left === undefined ? '' : `, about ${formatFixed(Math.max(1, left), 0)} s more`;
  return `Trying alternatives, the likeliest first: ${tried} of ${of}${rest} …`;
}

interface WhyProps {
  /** So many are told. */
  readonly most?: number;
  /** Called when one of them is shown on the map. */
  readonly onShow?: () => void;
}

export function Why({ most = 5, onShow }: WhyProps) {
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
  const { refused, helped = [] } = why;
  if (refused !== undefined) return <p class="warning-words">{refused}</p>;
  return (
    <section class="why" aria-label="What would have helped">
      {helped.length > 0 && (
        <h3>{helped[0]?.isNearest ? 'The nearest' : 'What would have helped, the likeliest first'}</h3>
      )}
      <ol class="helped">
        {helped.slice(0, most).map(({ words, passed, outcome, isNearest }, place) => (
          <li key={words}>
            <button
              type="button"
              class="spot"
              title="Show what would have come of it"
              disabled={!mayOperate.value}
              onClick={() => {
                operate({ kind: 'why', show: place });
                onShow?.();
              }}
            >
              {words}
            </button>
            <span class="lost">{`${passed ? '✓' : isNearest ? '✗ not enough:' : '✗ helps, but not enough:'} ${outcome}`}</span>
          </li>
        ))}
      </ol>
      <p class="note" role="status">
        {progressOf(why)}
      </p>
    </section>
  );
}
