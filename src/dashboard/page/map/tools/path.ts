/** The tool that draws a path: freehand or waypoint by waypoint; drag one, press a line for one more, twice for none. */
import type { Vec2 } from '../../../../math/geometry.js';
import { can, operate } from '../../store.js';
import { simplify } from '../pointing/simplify.js';
import {
  segmentAt,
  waypointAt,
  withAppended,
  withInserted,
  withMoved,
  without,
} from '../pointing/waypoints.js';
import { draft, selected, stroke } from '../view/mapState.js';
import { meant } from './meant.js';
import type { Tool, Touch } from './tool.js';

/** How far a freehand line may be simplified: shares of the reach. */
const TOLERANCE = 0.25;
/** Points of it nearer than this are one. */
const APART = 0.2;

/** Two points are a path. */
export const isPath = (): boolean => draft.value.length > 1;

/** The path goes to whoever is meant; it stays, to be changed and followed again. */
export function followDraft(): void {
  if (isPath() && can('follow')) operate({ kind: 'follow', ...meant(), path: draft.value });
}

/** One more waypoint at the end. */
export function addWaypoint(at: Vec2): void {
  draft.value = withAppended(draft.value, [at]);
  selected.value = draft.value.length - 1;
}

/** The selected waypoint, or the last one. */
export function deleteWaypoint(): void {
  const place = selected.value ?? draft.value.length - 1;
  if (place < 0) return;
  draft.value = without(draft.value, place);
  selected.value = null;
}

export class PathTool implements Tool {
  #dragged: number | undefined;

  press({ at, reach, twice }: Touch): boolean {
    const place = waypointAt(draft.value, at, reach);
    if (place !== undefined) {
      this.#select(place);
      if (twice) {
        deleteWaypoint();
        this.#dragged = undefined;
      }
      return true;
    }
    const segment = segmentAt(draft.value, at, reach * 0.75);
    if (segment === undefined) stroke.value = [at];
    else {
      draft.value = withInserted(draft.value, segment + 1, at);
      this.#select(segment + 1);
    }
    return true;
  }

  drag({ at, reach }: Touch): void {
    if (this.#dragged !== undefined) draft.value = withMoved(draft.value, this.#dragged, at);
    const last = stroke.value.at(-1);
    if (last && Math.hypot(at.x - last.x, at.y - last.y) > APART * reach)
      stroke.value = [...stroke.value, at];
  }

  release({ at, reach }: Touch): void {
    const first = stroke.value[0];
    const isDrawn = stroke.value.some(({ x, y }) => first && Math.hypot(x - first.x, y - first.y) > reach);
    if (isDrawn) {
      draft.value = withAppended(draft.value, simplify([...stroke.value, at], TOLERANCE * reach));
      selected.value = null;
    } else if (first) addWaypoint(first);
    this.cancel();
  }

  cancel(): void {
    stroke.value = [];
    this.#dragged = undefined;
  }

  #select(place: number): void {
    selected.value = place;
    this.#dragged = place;
  }
}
