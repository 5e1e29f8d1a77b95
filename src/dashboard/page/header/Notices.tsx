/** What is wrong, in words and at the top: faults with their causes, and ways that broke. */
import { computed } from '@preact/signals';
import { framesLate } from '../link/silence.js';
import { connection, frame, role, scene } from '../store.js';
import { faultsOf, formatFixed } from '../words.js';
import { framesStale } from './unheard.js';

interface Notice {
  readonly level: 'fault' | 'warning' | 'info';
  readonly words: string;
}

/** A simulation that is slow endangers nobody. */
const staleLevel = () => (scene.value?.source === 'robot' ? 'fault' : 'warning');

function pageNotices(): Notice[] {
  if (connection.value === 'refused')
    return [
      {
        level: 'fault',
        words: 'The server did not let this page in: open the address that steerbot printed.',
      },
    ];
  if (connection.value === 'closed')
    return [
      { level: 'fault', words: 'This page lost its server and STOP does not reach it. Trying again …' },
    ];
  if (framesStale.value)
    return [{ level: staleLevel(), words: 'No news for a while: what is shown is old.' }];
  return framesLate.value ? [{ level: 'info', words: 'Slow: the next news are late.' }] : [];
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
              'Unguarded: no dead-man on the board, it drives on if this computer dies. Keep the switch in reach.',
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

/** By their words, so that nothing is drawn again where nothing changed. */
const notices = computed(() => {
  const viewOnly: Notice[] =
    role.value === 'view' ? [{ level: 'info', words: 'View only: you may look, and STOP.' }] : [];
  return JSON.stringify([...pageNotices(), ...robotNotices(), ...linkNotices(), ...viewOnly]);
});

export function Notices() {
  const list = JSON.parse(notices.value) as Notice[];
  return (
    <section class="notices" aria-label="Notices" aria-live="assertive" hidden={list.length === 0}>
      {list.map(({ level, words }) => (
        <p key={words} class="notice" data-level={level}>
          <strong>{level === 'fault' ? 'Fault' : level === 'warning' ? 'Warning' : 'Note'}</strong> {words}
        </p>
      ))}
    </section>
  );
}
