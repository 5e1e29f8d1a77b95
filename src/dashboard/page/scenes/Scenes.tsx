/** The scenes that can be opened, and the missions and results of the open one. */
import { computed, useSignal } from '@preact/signals';
import { Drawer } from '../layout/Drawer.js';
import { can, closeDrawer, frame, mayDrive, mayOperate, operate, scene } from '../store.js';
import { chooseMission, chosenMission, missionDrives, missionStatus } from './missionChoice.js';
import { criteria, crossings, crossingsPerSecond, remarks, verdictHeading } from './results.js';

function openScene(name: string): void {
  operate({ kind: 'open', scene: name });
  closeDrawer();
}

/** All scenes that can be opened from here. */
export function Gallery() {
  const wanted = useSignal('');
  const words = wanted.value.trim().toLowerCase();
  const scenes = (scene.value?.gallery ?? []).filter(({ name, about }) =>
    `${name} ${about}`.toLowerCase().includes(words),
  );
  return (
    <Drawer name="gallery" title="Scenes">
      <input
        type="search"
        class="filter"
        aria-label="Find a scene"
        placeholder="Find a scene"
        onInput={(event) => {
          wanted.value = event.currentTarget.value;
        }}
      />
      <ul class="gallery">
        {scenes.map(({ name, about }) => (
          <li key={name}>
            <button
              type="button"
              aria-current={name === scene.value?.name ? 'true' : undefined}
              disabled={!can('open') || !mayOperate.value}
              onClick={() => openScene(name)}
            >
              <strong>{name}</strong> <span>{about}</span>
            </button>
          </li>
        ))}
      </ul>
      {scenes.length === 0 && <p class="note">No scene contains these words.</p>}
    </Drawer>
  );
}

/** The scene's missions; keys 1 to 9 choose them too. */
export function Missions() {
  return (
    <>
      <div class="missions" data-drives={missionDrives.value}>
        {(scene.value?.missions ?? []).map((mission, i) => (
          <button
            key={mission}
            type="button"
            aria-pressed={chosenMission.value === i}
            aria-keyshortcuts={i < 9 ? String(i + 1) : undefined}
            disabled={!mayDrive.value}
            onClick={() => chooseMission(i)}
          >
            {i < 9 && (
              <span class="key" aria-hidden="true">
                {i + 1}
              </span>
            )}
            <span>{mission}</span>
          </button>
        ))}
      </div>
      <p class="note" role="status" data-testid="mission-status">
        {missionStatus}
      </p>
    </>
  );
}

const heading = computed(() => (frame.value ? verdictHeading(frame.value) : ''));

/** Criteria with a mark, remarks without. */
export function Results() {
  return (
    <div class="results">
      {crossings.value !== undefined && (
        <dl class="flow">
          <div>
            <dt>Crossings</dt>
            <dd>{crossings}</dd>
          </div>
          <div>
            <dt>per second, last 10 s</dt>
            <dd>{crossingsPerSecond}</dd>
          </div>
        </dl>
      )}
      {heading.value && <p class="note">{heading}</p>}
      <ul class="verdict">
        {criteria.value.map(({ words, passed }) => (
          <li key={words} data-passed={passed}>
            <strong>{passed ? '✓ passed' : '✗ failed'}</strong> {words}
          </li>
        ))}
        {remarks.value.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </div>
  );
}
