/** The time controls, where time can be controlled: pause, step, speed, restart. */
import { computed } from '@preact/signals';
import { formatFactor, formatShortfall } from '../format.js';
import { Icon } from '../layout/Icon.js';
import { can, frame, mayOperate, operate, paused, scene, togglePause } from '../store.js';

const SPEED_CHOICES: readonly (readonly [times: number, words: string])[] = [
  [0.1, '0.1 ×'],
  [0.5, '0.5 ×'],
  [1, '1 ×'],
  [2, '2 ×'],
  [5, '5 ×'],
  [10, '10 ×'],
  [100, 'max'],
];

const speed = computed(() => frame.value?.pace?.speed ?? 1);
const reached = computed(() => formatShortfall(frame.value?.pace));

function Speed() {
  const known = SPEED_CHOICES.some(([times]) => times === speed.value);
  return (
    <label class="speed">
      <span>Speed</span>
      <select
        disabled={!mayOperate.value}
        value={String(speed.value)}
        onChange={(event) => operate({ kind: 'speed', times: Number(event.currentTarget.value) })}
      >
        {!known && <option value={String(speed.value)}>{formatFactor(speed.value)}</option>}
        {SPEED_CHOICES.map(([times, words]) => (
          <option key={times} value={String(times)}>
            {words}
          </option>
        ))}
      </select>
      {reached.value !== '' && (
        <em class="reached">
          <span>reaches </span>
          {reached.value}
        </em>
      )}
    </label>
  );
}

export function TransportPanel() {
  if (!scene.value) return null;
  const off = !mayOperate.value;
  return (
    <section class="transport" aria-label="Time">
      {can('pause') && (
        <button type="button" aria-keyshortcuts="P" disabled={off} onClick={togglePause}>
          <Icon name={paused.value ? 'play' : 'pause'} />
          <span class="pause-words">{paused.value ? 'Play' : 'Pause'}</span>
          <span class="key" aria-hidden="true">
            P
          </span>
        </button>
      )}
      {can('step') && (
        <button type="button" aria-keyshortcuts="." disabled={off} onClick={() => operate({ kind: 'step' })}>
          <Icon name="step" />
          Step
        </button>
      )}
      {can('restart') && (
        <button
          type="button"
          aria-keyshortcuts="R"
          disabled={off}
          onClick={() => operate({ kind: 'restart' })}
        >
          <Icon name="restart" />
          Restart
        </button>
      )}
      {can('speed') && <Speed />}
    </section>
  );
}
