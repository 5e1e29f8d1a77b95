/** What must always be in sight: time, clock, link, battery, recording, and whether this page itself is live. */
import { computed, type ReadonlySignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { narrow } from '../layout/narrow.js';
import { framesLate } from '../link/silence.js';
import { connection, focusedRobot, frame, role } from '../store.js';
import { formatClock, formatLink, formatQuantity } from '../words.js';
import { formatBlindSides } from './sight.js';
import { framesStale } from './unheard.js';

const CONNECTION_TEXTS = {
  connecting: 'connecting',
  open: 'live',
  closed: 'connection lost',
  refused: 'not let in',
} as const;

const time = computed(() => formatQuantity(frame.value?.at, 2, 's'));
const clock = computed(() => formatClock(frame.value));
const link = computed(() => formatLink(frame.value?.link));
const linkState = computed(() => frame.value?.link?.state ?? 'connecting');
const volts = computed(() =>
  frame.value?.link?.volts === undefined ? '' : formatQuantity(frame.value.link.volts, 2, 'V'),
);
const recording = computed(() => {
  const to = frame.value?.link?.recording;
  return to ? (to.trouble ? `trouble: ${to.trouble}` : to.file) : '';
});
const blindSides = computed(() => formatBlindSides(focusedRobot.value));
const monitor = computed(() =>
  focusedRobot.value?.collisionMonitor === 'off' ? 'collision monitor off' : '',
);
const page = computed(() => {
  if (framesStale.value) return 'no news';
  if (framesLate.value) return 'slow';
  return CONNECTION_TEXTS[connection.value] + (role.value === 'view' ? ', view only' : '');
});
const pageMood = computed(() => (connection.value === 'open' && !framesStale.value ? 'good' : 'bad'));

interface FactProps {
  readonly name: string;
  readonly value: ReadonlySignal<string>;
  readonly mood?: string | undefined;
  readonly test?: string;
  /** Long words: cut where there is no room. */
  readonly wide?: boolean;
}

function Fact({ name, value, mood, test, wide }: FactProps) {
  return (
    <div class="fact" data-mood={mood} data-wide={wide}>
      <dt>{name}</dt>
      <dd title={value} data-testid={test}>
        {value}
      </dd>
    </div>
  );
}

function Details() {
  const trouble = recording.value.startsWith('trouble') ? 'bad' : undefined;
  return (
    <>
      <Fact name="Page" value={page} mood={pageMood.value} />
      <Fact name="Body" value={link} mood={linkState.value === 'lost' ? 'bad' : undefined} wide />
      <Fact name="Clock" value={clock} />
      {monitor.value && <Fact name="Guard" value={monitor} mood="bad" test="guard" />}
      {blindSides.value && <Fact name="Sight" value={blindSides} test="sight" wide />}
      {volts.value && <Fact name="Battery" value={volts} />}
      {recording.value && <Fact name="Recording" value={recording} mood={trouble} wide />}
    </>
  );
}

/** On a phone all but the time is asked for; what is wrong is told above the map anyway. */
export function Facts() {
  const [asked, ask] = useState(false);
  return (
    <>
      <dl class="facts" data-open={asked}>
        <Fact name="Time" value={time} test="time" />
        {(asked || !narrow.value) && <Details />}
      </dl>
      {narrow.value && (
        <button
          type="button"
          class="bare details"
          aria-label="Details"
          aria-expanded={asked}
          onClick={() => ask(!asked)}
        >
          ⋯
        </button>
      )}
    </>
  );
}
