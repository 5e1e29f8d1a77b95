/** What must always be in sight: time, clock, link, battery, recording, and whether this page itself is live. */
import { computed, type ReadonlySignal } from '@preact/signals';
import { silent } from '../link/silence.js';
import { connection, frame, role } from '../store.js';
import { clockWords, linkWords, quantity } from '../words.js';

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
const page = computed(() => {
  if (silent.value) return 'no news';
  return PAGE_WORDS[connection.value] + (role.value === 'view' ? ', view only' : '');
});
const pageMood = computed(() => (connection.value === 'open' && !silent.value ? 'good' : 'bad'));

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

export function Facts() {
  return (
    <dl class="facts">
      <Fact name="Time" value={time} test="time" />
      <Fact name="Page" value={page} mood={pageMood.value} />
      <Fact name="Body" value={link} mood={linkState.value === 'lost' ? 'bad' : undefined} wide />
      <Fact name="Clock" value={clock} />
      {volts.value && <Fact name="Battery" value={volts} />}
      {recording.value && (
        <Fact
          name="Recording"
          value={recording}
          mood={recording.value.startsWith('trouble') ? 'bad' : undefined}
          wide
        />
      )}
    </dl>
  );
}
