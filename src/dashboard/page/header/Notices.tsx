/** What is wrong, in words and at the top: faults with their causes, and ways that broke. */
import { computed } from '@preact/signals';
import { silent } from '../link/silence.js';
import { connection, frame, role, scene } from '../store.js';
import { faultsOf, fixed } from '../words.js';
import { unheard } from './unheard.js';

interface Notice {
  readonly level: 'fault' | 'warning' | 'info';
  readonly words: string;
}

/** A simulation that is slow endangers nobody. */
const lasting = () => (scene.value?.source === 'robot' ? 'fault' : 'warning');

function ofPage(): Notice[] {
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
  if (unheard.value) return [{ level: lasting(), words: 'No news for a while: what is shown is old.' }];
  return silent.value ? [{ level: 'info', words: 'Slow: the next news are late.' }] : [];
}

function ofLink(): Notice[] {
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

function ofRobots(): Notice[] {
  return faultsOf(frame.value).map(({ robot, at, what, holds }) => ({
    level: holds ? 'fault' : 'warning',
    words: `${robot}: ${what}, at ${fixed(at, 2)} s`,
  }));
}

/** By their words, so that nothing is drawn again where nothing changed. */
const notices = computed(() => {
  const viewOnly: Notice[] =
    role.value === 'view' ? [{ level: 'info', words: 'View only: you may look, and STOP.' }] : [];
  return JSON.stringify([...ofPage(), ...ofRobots(), ...ofLink(), ...viewOnly]);
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
