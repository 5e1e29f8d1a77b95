/** The status of run, link and page: facts that are always in sight, and notices of what is wrong. */
import { computed, type ReadonlySignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import {
  faultsOf,
  formatBlindSides,
  formatClock,
  formatFixed,
  formatLink,
  formatQuantity,
} from '../format.js';
import { narrow } from '../layout/display.js';
import { framesLate, framesStale } from '../link/staleness.js';
import { can, connection, focusedRobot, frame, mayOperate, operate, role, scene } from '../store.js';
import { bodyBadge } from './bodyBadge.js';

const CONNECTION_TEXTS = {
  connecting: 'connecting',
  open: 'live',
  closed: 'connection lost',
  refused: 'access refused',
} as const;

const time = computed(() => formatQuantity(frame.value?.at, 2, 's'));
const clock = computed(() => formatClock(frame.value));
const link = computed(() => formatLink(frame.value?.link));
const badge = computed(() => bodyBadge(frame.value?.link));
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
  if (framesStale.value) return 'no data';
  if (framesLate.value) return 'slow';
  return CONNECTION_TEXTS[connection.value] + (role.value === 'view' ? ', view only' : '');
});
const pageMood = computed(() => (connection.value === 'open' && !framesStale.value ? 'good' : 'bad'));

interface FactProps {
  readonly name: string;
  readonly value: ReadonlySignal<string>;
  readonly mood?: string | undefined;
  readonly test?: string;
  /** For long text, which is cut where there is no room. */
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

/** Real, emulated or simulated: always in sight, on a phone too. */
function Body() {
  const now = badge.value;
  if (!now) return null;
  return (
    <div class="fact">
      <dt class="unseen">Robot</dt>
      <dd class="body-kind" data-kind={now.kind} data-testid="body" title={now.explanation}>
        {now.words}
      </dd>
    </div>
  );
}

/** On a phone only the time and the kind of body are shown until the user asks for more; notices above the map tell what is wrong. */
export function Facts() {
  const [asked, ask] = useState(false);
  return (
    <>
      <dl class="facts" data-open={asked}>
        <Fact name="Time" value={time} test="time" />
        <Body />
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

interface Notice {
  readonly level: 'fault' | 'warning' | 'info';
  readonly words: string;
}

/** A slow simulation endangers no person. */
const staleLevel = () => (scene.value?.source === 'robot' ? 'fault' : 'warning');

function pageNotices(): Notice[] {
  if (connection.value === 'refused')
    return [
      {
        level: 'fault',
        words: 'The server refused this page: open the address that steerbot printed.',
      },
    ];
  if (connection.value === 'closed')
    return [
      { level: 'fault', words: 'This page lost its server and STOP does not reach it. Trying again …' },
    ];
  if (framesStale.value)
    return [{ level: staleLevel(), words: 'No data for a while: the page shows an old state.' }];
  return framesLate.value ? [{ level: 'info', words: 'Slow: the next data is late.' }] : [];
}

function linkNotices(): Notice[] {
  const link = frame.value?.link;
  return [
    ...(link?.state === 'lost' ? [{ level: 'fault' as const, words: `Robot lost: ${link.words}` }] : []),
    ...(link?.unguarded
      ? [
          {
            level: 'warning' as const,
            words:
              'Unguarded: no dead-man on the board, it drives on if this computer fails. Keep its switch in reach.',
          },
        ]
      : []),
    ...(link?.recording?.trouble
      ? [{ level: 'warning' as const, words: `Recording trouble: ${link.recording.trouble}` }]
      : []),
  ];
}

function robotNotices(): Notice[] {
  return faultsOf(frame.value).map(({ robot, at, what, holds }) => ({
    level: holds ? 'fault' : 'warning',
    words: `${robot}: ${what}, at ${formatFixed(at, 2)} s`,
  }));
}

/** As text, so that nothing is rendered again if nothing changed. */
const notices = computed(() => {
  const viewOnly: Notice[] =
    role.value === 'view' ? [{ level: 'info', words: 'View only: you may look, and STOP.' }] : [];
  return JSON.stringify([...pageNotices(), ...robotNotices(), ...linkNotices(), ...viewOnly]);
});

/** A robot whose mission goes on, and that nobody has told where it stands. */
const unplaced = computed(() => {
  const robot = frame.value?.robots.find(({ tick }) => tick?.cause?.kind === 'unplaced');
  return robot?.tick && { id: robot.id, pose: robot.tick.estimate.pose };
});
const unplacedId = computed(() => unplaced.value?.id);

/** An operator says that it stands where it is drawn, or drags it there first. */
function WhereItStands() {
  const id = unplacedId.value;
  if (id === undefined) return null;
  const confirm = () => {
    const { x, y, heading } = unplaced.value?.pose ?? { x: 0, y: 0, heading: 0 };
    if (unplaced.value) operate({ kind: 'move', id, to: { x, y }, heading, sure: true });
  };
  return (
    <p class="notice" data-level="warning" data-testid="unplaced">
      <strong>Warning</strong> {id} waits to be told where it stands: drag it there with Move (Shift turns
      it), then say so.{' '}
      <button type="button" disabled={!can('move') || !mayOperate.value} onClick={confirm}>
        It stands as drawn
      </button>
    </p>
  );
}

/** What is wrong, as text at the top: faults with their causes, and broken connections. */
export function Notices() {
  const list = JSON.parse(notices.value) as Notice[];
  const isEmpty = list.length === 0 && unplacedId.value === undefined;
  return (
    <section class="notices" aria-label="Notices" aria-live="assertive" hidden={isEmpty}>
      <WhereItStands />
      {list.map(({ level, words }) => (
        <p key={words} class="notice" data-level={level}>
          <strong>{level === 'fault' ? 'Fault' : level === 'warning' ? 'Warning' : 'Note'}</strong> {words}
        </p>
      ))}
    </section>
  );
}
