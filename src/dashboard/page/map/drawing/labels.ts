/** Places labels: beside what they name, over no other label, and if possible where they were before. */
import { clamp, distance, type Vec2 } from '../../../../math/geometry.js';

export interface LabelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface LabelRequest {
  /** Stays the same from frame to frame. */
  readonly key: string;
  readonly text: string;
  readonly color: string;
  /** The named point, on the screen. */
  readonly anchor: Vec2;
  /** The preferred direction from there: radians on the screen, y down. */
  readonly towards: number;
  /** The distance from there. */
  readonly gap: number;
  readonly width: number;
  /** Names of robots are always shown; the default. */
  readonly kind?: LabelKind;
}

export type LabelKind = 'name' | 'arrow' | 'mark';

export interface PlacedLabel extends LabelBox {
  readonly request: LabelRequest;
}

export const LABEL_HEIGHT = 14;

/** Turns from the preferred direction and extra gaps, best first. */
const LABEL_CANDIDATES = [0, 0.7, -0.7, 1.4, -1.4, 2.2, -2.2, Math.PI].flatMap((turn) =>
  [0, 12, 30, 48].map((further) => ({ turn, further })),
);
LABEL_CANDIDATES.sort((a, b) => a.further - b.further || Math.abs(a.turn) - Math.abs(b.turn));

export const overlap = (a: LabelBox, b: LabelBox): boolean =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height;

function boxFor({ anchor, towards, gap, width }: LabelRequest, place: number): LabelBox {
  const { turn, further } = LABEL_CANDIDATES[place] ?? { turn: 0, further: 0 };
  const x = Math.cos(towards + turn);
  const y = Math.sin(towards + turn);
  const away = gap + further;
  return {
    left: anchor.x + x * (away + width / 2) - width / 2,
    top: anchor.y + y * (away + LABEL_HEIGHT / 2) - LABEL_HEIGHT / 2,
    width,
    height: LABEL_HEIGHT,
  };
}

/** A label farther from its point than this has a leader line [pixels]. */
const MIN_LEADER_LENGTH = 12;

/** The line from the named point to the nearest point of its label; undefined if the label is close. */
export function leaderLineOf({
  left,
  top,
  width,
  height,
  request,
}: PlacedLabel): readonly [Vec2, Vec2] | undefined {
  const { anchor, gap } = request;
  const to = {
    x: clamp(anchor.x, left, left + width),
    y: clamp(anchor.y, top + 2, top + height - 2),
  };
  return distance(anchor, to) - gap > MIN_LEADER_LENGTH ? [anchor, to] : undefined;
}

/** More labels hide the picture; the rest shows under the mouse. */
const MAX_ARROW_LABELS = 2;
const MAX_MARK_LABELS = 2;

/** The labels to be drawn, in the order of the requests: every name, and the first arrows and marks. */
export function shownLabels<Request extends LabelRequest>(requests: readonly Request[]): readonly Request[] {
  const left = { name: Number.POSITIVE_INFINITY, arrow: MAX_ARROW_LABELS, mark: MAX_MARK_LABELS };
  return requests.filter(({ kind = 'name' }) => left[kind]-- > 0);
}

export class LabelPlacer {
  /** The candidate that each label took last. */
  readonly #before = new Map<string, number>();

  /** Places as many as fit, in the order of the requests. @param taken areas without labels */
  place(
    requests: readonly LabelRequest[],
    taken: readonly LabelBox[],
    width: number,
    height: number,
  ): PlacedLabel[] {
    const boxes = [...taken];
    const isFree = (box: LabelBox): boolean =>
      box.left >= 0 &&
      box.top >= 0 &&
      box.left + box.width <= width &&
      box.top + box.height <= height &&
      !boxes.some((other) => overlap(box, other));
    return requests.flatMap((request) => {
      const box = this.#find(request, isFree);
      if (!box) return [];
      boxes.push(box);
      return [{ ...box, request }];
    });
  }

  #find(request: LabelRequest, isFree: (box: LabelBox) => boolean): LabelBox | undefined {
    const before = this.#before.get(request.key) ?? 0;
    for (let i = -1; i < LABEL_CANDIDATES.length; i++) {
      const place = i < 0 ? before : i;
      const box = boxFor(request, place);
      if (!isFree(box)) continue;
      this.#before.set(request.key, place);
      return box;
    }
    return undefined;
  }
}
