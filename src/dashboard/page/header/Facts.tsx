/** What must always be in sight: time, clock, link, battery, recording, and whether this page itself is live. */
import { computed, type ReadonlySignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { narrow } from '../layout/narrow.js';
import { silent } from '../link/silence.js';
import { connection, focus, frame, role } from '../store.js';
import { clockWords, linkWords, quantity } from '../words.js';
import { sightWords } from './sight.js';
import { unheard } from './unheard.js';

const PAGE_WORDS = {
  connecting: 'connecting',
  open: 'live',
  closed: 'connection lost',
  refused: 'not let in',
} as const;

const time = computed(() => quantity(frame.value?.at, 2, 's'));
const clock = computed(() => clockWords(frame.value));
const link = computed(() => linkWords(frame.value?.link));
const linkState = computed(() => frame.value?.link?.state ?? 'connecting');
const volts = computed(() =>
  frame.value?.link?.volts === undefined ? '' : quantity(frame.value.link.volts, 2, 'V'),
);
const recording = computed(() => {
  const to = frame.value?.link?.recording;
  return to ? (to.trouble ? `trouble: ${to.trouble}` : to.file) : '';
});
const sight = computed(() => sightWords(focus.value));
const monitor = computed(() => (focus.value?.collisionMonitor === 'off' ? 'collision monitor off' : ''));
const page = computed(() => {
  if (unheard.value) return 'no news';
  if (silent.value) return 'slow';
  return PAGE_WORDS[connection.value] + (role.value === 'view' ? ', view only' : '');
});
const pageMood = computed(() => (connection.value === 'open' && !unheard.value ? 'good' : 'bad'));

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
      {sight.value && <Fact name="Sight" value={sight} test="sight" wide />}
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
