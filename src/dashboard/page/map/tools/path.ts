/** The tool that draws a path, freehand or by waypoints: drag one, press a line to add one, twice to remove it. */
import type { Vec2 } from '../../../../math/geometry.js';
import { addressee, can, operate } from '../../store.js';
import { givenPath, sentPath } from '../given.js';
import {
  segmentAt,
  simplify,
  waypointAt,
  withAppended,
  withInserted,
  withMoved,
  withoutWaypoint,
} from '../pointing/waypoints.js';
import { draft, freehandLine, selectedWaypoint } from '../view/mapState.js';
import type { Tool, Touch } from './tool.js';

/** The tolerance for simplifying a freehand line, relative to the reach. */
const SIMPLIFY_TOLERANCE = 0.25;
/** Points of a freehand line nearer than this count as one, relative to the reach. */
const MIN_POINT_SPACING = 0.2;

/** A path has at least two points. */
const isPath = (): boolean => draft.value.length > 1;

/** Sends the path to the addressee; the draft stays until a robot follows it. */
export function followDraft(): void {
  if (!isPath() || !can('follow')) return;
  sentPath.value = draft.value;
  operate({ kind: 'follow', ...addressee(), path: draft.value });
}

/** Makes the path that drives the draft again. */
export function editGivenPath(): void {
  const path = givenPath.value;
  if (!path) return;
  sentPath.value = null;
  draft.value = path;
}

/** Adds a waypoint at the end. */
export function addWaypoint(at: Vec2): void {
  draft.value = withAppended(draft.value, [at]);
  selectedWaypoint.value = draft.value.length - 1;
}

/** Deletes the selected waypoint, or the last one. */
export function deleteWaypoint(): void {
  const place = selectedWaypoint.value ?? draft.value.length - 1;
  if (place < 0) return;
  draft.value = withoutWaypoint(draft.value, place);
  selectedWaypoint.value = null;
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
    if (segment === undefined) freehandLine.value = [at];
    else {
      draft.value = withInserted(draft.value, segment + 1, at);
      this.#select(segment + 1);
    }
    return true;
  }

  drag({ at, reach }: Touch): void {
    if (this.#dragged !== undefined) draft.value = withMoved(draft.value, this.#dragged, at);
    const last = freehandLine.value.at(-1);
    if (last && Math.hypot(at.x - last.x, at.y - last.y) > MIN_POINT_SPACING * reach)
      freehandLine.value = [...freehandLine.value, at];
  }

  release({ at, reach }: Touch): void {
    const first = freehandLine.value[0];
    const isDrawn = freehandLine.value.some(
      ({ x, y }) => first && Math.hypot(x - first.x, y - first.y) > reach,
    );
    if (isDrawn) {
      draft.value = withAppended(
        draft.value,
        simplify([...freehandLine.value, at], SIMPLIFY_TOLERANCE * reach),
      );
      selectedWaypoint.value = null;
    } else if (first) addWaypoint(first);
    this.cancel();
  }

  cancel(): void {
    freehandLine.value = [];
    this.#dragged = undefined;
  }

  #select(place: number): void {
    selectedWaypoint.value = place;
    this.#dragged = place;
  }
}
