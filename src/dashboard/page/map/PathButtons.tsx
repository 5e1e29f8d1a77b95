/** What can be done with a path that was drawn. */
import { can } from '../store.js';
import { asCsv } from './pointing/waypoints.js';
import { followDraft } from './tools/path.js';
import { discardDraft, draft } from './view/mapState.js';

/** Hands the path over as a file. */
function saveCsv(): void {
  const url = URL.createObjectURL(new Blob([asCsv(draft.value)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'path.csv';
  link.click();
  URL.revokeObjectURL(url);
}

export function PathButtons() {
  const { length } = draft.value;
  if (length === 0) return null;
  return (
    <fieldset class="map-path" aria-label="Path drawn on the map">
      <span>{length === 1 ? '1 waypoint' : `${length} waypoints`}</span>
      <button type="button" class="primary" disabled={length < 2 || !can('follow')} onClick={followDraft}>
        Follow
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
