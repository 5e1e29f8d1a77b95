/** Over the map: the actions for a drawn path, and warnings of obstacles on the given path and at the given goal. */
import { computed } from '@preact/signals';
import { can, focusedRobot, frame, scene, tool } from '../store.js';
import { givenGoal, givenPath, obstaclesOn, obstacleWarning } from './given.js';
import { asCsv } from './pointing/waypoints.js';
import { editGivenPath, followDraft } from './tools/path.js';
import { discardDraft, draft } from './view/mapState.js';

/** Downloads the path as a file. */
function saveCsv(): void {
  const url = URL.createObjectURL(new Blob([asCsv(draft.value)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'path.csv';
  link.click();
  URL.revokeObjectURL(url);
}

function obstaclesNear(line: Parameters<typeof obstaclesOn>[0]) {
  const radius = focusedRobot.value?.radius ?? 0;
  return obstaclesOn(line, radius, scene.value?.things ?? [], frame.value);
}

const warnings = computed(() => {
  const path = draft.value.length > 1 ? draft.value : (givenPath.value ?? []);
  const goal = givenGoal.value;
  const all = [
    obstacleWarning('path', path.length > 1 ? obstaclesNear(path) : []),
    obstacleWarning('goal', goal ? obstaclesNear([goal]) : []),
  ];
  return all.filter((words) => words !== '').join(' ');
});

function DraftButtons() {
  const { length } = draft.value;
  return (
    <fieldset class="map-path" aria-label="Path drawn on the map">
      <span>{length === 1 ? '1 waypoint' : `${length} waypoints`}</span>
      <button type="button" class="primary" disabled={length < 2 || !can('follow')} onClick={followDraft}>
        Drive this path
      </button>
      <button type="button" disabled={length < 2} onClick={saveCsv}>
        Save CSV
      </button>
      <button type="button" onClick={discardDraft}>
        Discard
      </button>
    </fieldset>
  );
}

/** The path that drives can be taken up again while the path tool is on. */
function EditButton() {
  if (tool.value !== 'path' || !givenPath.value) return null;
  return (
    <fieldset class="map-path" aria-label="Path that drives">
      <button type="button" onClick={editGivenPath}>
        Edit this path
      </button>
    </fieldset>
  );
}

export function PathButtons() {
  return (
    <>
      <p class="map-warning" role="status" data-testid="map-warning" hidden={warnings.value === ''}>
        {warnings}
      </p>
      {draft.value.length > 0 ? <DraftButtons /> : <EditButton />}
    </>
  );
}
