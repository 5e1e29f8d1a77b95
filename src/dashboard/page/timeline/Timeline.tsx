/** A recording's time: all that happened on one line, the instant that is shown, and another to compare it with. */
import './timeline.css';
import { computed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Seconds } from '../../../math/units.js';
import type { FrameView } from '../../../signals/view.js';
import { formatFixed } from '../format.js';
import { Throttle } from '../map/pointing/throttle.js';
import { focusedRobot, frame, mayOperate, operate, scene } from '../store.js';
import { anchor, dropAnchor, fromAnchor, keepAnchor, zoomOut, zoomToBetween } from './anchor.js';
import { bandsOf, gapsOf, standsIn, type TimeMark, timeMarksOf } from './marks.js';

/** A little less than between two pictures of a screen: else every third of its instants waits for the next. */
const SCRUB_PERIOD_MS = 14;

const shownTime = computed(() => frame.value?.at ?? 0);
const end = computed(() => scene.value?.duration ?? shownTime.value);
const history = computed(() => scene.value?.history);

/** Steps and gaps are of all of the recording, also while the plots show a part. */
let whole: readonly FrameView[] = [];
const samples = computed(() => {
  const now = history.value;
  if (!now?.between) whole = now?.samples ?? [];
  return whole;
});
const marks = computed(() => {
  const several = (scene.value?.robots.length ?? 0) > 1;
  const news = [...(history.value?.news ?? []), ...standsIn(samples.value, several)];
  return timeMarksOf(
    news.sort((a, b) => a.at - b.at),
    end.value,
  );
});
/** Few marks say what they are, where no steps are. */
const MOST_LABELS = 6;
const labels = computed(() => {
  const told = bands.value.length === 0 && marks.value.length <= MOST_LABELS ? marks.value : [];
  return told.map(({ at, level, news }, i) => ({
    at,
    level,
    until: told[i + 1]?.at ?? end.value,
    words: news.findLast((one) => one.level === level)?.words ?? '',
  }));
});
const bands = computed(() => bandsOf(samples.value, focusedRobot.value?.id, focusedRobot.value?.steps ?? []));
const gaps = computed(() => gapsOf(samples.value));

/** Where an instant lies on the line, and a time's share of it. */
const share = (time: Seconds): string => `${(100 * time) / Math.max(end.value, 1e-9)}%`;
const span = (from: Seconds, to: Seconds) => ({ left: share(from), width: share(to - from) });

const scrubTo = (at: Seconds): void => operate({ kind: 'scrub', at });

/** So many of a mark's news are told. */
const TOLD = 5;

function Mark({ at, level, news }: TimeMark) {
  const rest = news.length - TOLD;
  const words = [
    ...news.slice(0, TOLD).map((one) => `${formatFixed(one.at, 2)} s: ${one.words}`),
    ...(rest > 0 ? [`and ${rest} more`] : []),
  ].join('\n');
  return (
    <button
      type="button"
      class="time-mark"
      data-level={level}
      style={{ left: share(at) }}
      title={words}
      aria-label={words}
      disabled={!mayOperate.value}
      onClick={() => scrubTo(at)}
    />
  );
}

/** Alone in being drawn anew with every frame. */
const Now = () => <i class="time-now" style={{ left: share(shownTime.value) }} />;

function Line() {
  const { between: zoomed } = history.value ?? {};
  const a = anchor.value;
  return (
    <div class="time-line">
      <div class="time-bands" aria-hidden="true">
        {bands.value.map(({ from, to, words }) => (
          <span key={from} style={span(from, to)} title={words}>
            {words}
          </span>
        ))}
        {labels.value.map(({ at, level, words, until }) => (
          <b key={at} data-level={level} style={span(at, until)}>
            {words}
          </b>
        ))}
        {gaps.value.map(([from, to]) => (
          <i key={from} class="time-gap" style={span(from, to)} title="Nothing was recorded here" />
        ))}
        {zoomed && <i class="time-zoom" style={span(zoomed[0], zoomed[1])} />}
        {a && <i class="time-a" style={{ left: share(a.at) }} />}
        <Now />
      </div>
      <div class="time-marks">
        {marks.value.map((mark) => (
          <Mark key={`${mark.at} ${mark.level}`} {...mark} />
        ))}
      </div>
    </div>
  );
}

/** The time bar, with the present instant. */
function Scrub() {
  const held = useSignal<Seconds | null>(null);
  const throttle = useMemo(() => new Throttle<Seconds>(SCRUB_PERIOD_MS, scrubTo), []);
  const now = held.value ?? shownTime.value;
  return (
    <label class="scrub">
      <input
        type="range"
        aria-label="Instant"
        disabled={!mayOperate.value}
        min={0}
        max={end.value}
        step={0.02}
        value={now}
        aria-valuetext={`${formatFixed(now, 2)} of ${formatFixed(end.value, 1)} s`}
        onKeyDown={(event) => {
          // A tick, whatever the rate is.
          if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
          event.preventDefault();
          operate({ kind: 'step', back: event.key === 'ArrowLeft' });
        }}
        onInput={(event) => {
          held.value = event.currentTarget.valueAsNumber;
          throttle.offer(held.value);
        }}
        onChange={() => {
          throttle.flush();
          held.value = null;
        }}
      />
      <span class="number">{`${formatFixed(now, 2)} / ${formatFixed(end.value, 1)} s`}</span>
    </label>
  );
}

/** What lies between A and the instant that is shown. */
function Compared() {
  const now = fromAnchor.value;
  const off = !mayOperate.value;
  if (!now)
    return (
      <button
        type="button"
        class="doing"
        aria-keyshortcuts="A"
        title="Keep this instant as A, and compare others with it (key A)"
        onClick={keepAnchor}
      >
        Compare from here (A)
      </button>
    );
  const { from, to, straight, driven, speed } = now;
  return (
    <>
      <output class="time-between" aria-label="Between A and the instant that is shown">
        <strong>{`${formatFixed(to - from, 2)} s`}</strong> from {formatFixed(from, 2)} to{' '}
        {formatFixed(to, 2)} s
        {straight !== undefined &&
          `: ${formatFixed(straight, 3)} m straight, ${formatFixed(driven, 3)} m driven`}
        {speed !== undefined && `, ${formatFixed(speed, 3)} m/s on average`}
      </output>
      <button type="button" class="doing" disabled={off || !(to > from)} onClick={zoomToBetween}>
        Plot only this
      </button>
      <button type="button" class="doing" aria-label="Leave out A" title="Leave out A" onClick={dropAnchor}>
        ×
      </button>
    </>
  );
}

export function TimelinePanel() {
  const zoomed = history.value?.between;
  return (
    <section class="timeline" aria-label="Timeline">
      <Line />
      <Scrub />
      <div class="time-compared">
        <Compared />
        {zoomed && (
          <button type="button" class="doing" disabled={!mayOperate.value} onClick={zoomOut}>
            Plot all of it
          </button>
        )}
      </div>
    </section>
  );
}
