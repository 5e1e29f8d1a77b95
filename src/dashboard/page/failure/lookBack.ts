/** Looking at an earlier moment of the run: the map shows it, while everything else stays with the present. */
import { signal } from '@preact/signals';
import type { Vec2 } from '../../../math/geometry.js';
import type { Seconds } from '../../../math/units.js';
import { type Camera, centerOn } from '../map/view/camera.js';
import { camera, setCamera, shownFrame } from '../map/view/mapState.js';
import { can, frame, mayOperate, onView, operate, paused, scene } from '../store.js';
import { Past } from './past.js';

const past = new Past();

/** The moment that the map shows; null: the present. */
export const lookedAt = signal<Seconds | null>(null);
/** The first moment that the page has seen of this run. */
export const keptFrom = signal<Seconds>(0);
/** The run was paused to look back: it goes on afterwards. */
let isPausedHere = false;

/** Keeps what the page sees. @returns a call that ends it */
export function keepPast(): () => void {
  let name = scene.peek()?.name;
  return onView((view) => {
    if (view.kind === 'scene') {
      if (view.name !== name) {
        past.forget();
        backToNow();
      }
      name = view.name;
      return;
    }
    const before = past.span?.[1] ?? 0;
    past.see(view);
    if (view.at < before) backToNow();
  });
}

/** The map shows that moment, and the place in its middle; a simulation waits, and a recording goes there itself. */
export function showMoment(at: Seconds, place?: Vec2): void {
  if (can('scrub')) {
    operate({ kind: 'scrub', at });
  } else {
    if (can('pause') && mayOperate.peek() && !paused.peek()) {
      operate({ kind: 'pause', paused: true });
      isPausedHere = true;
    }
    show(at);
  }
  const now = camera.peek();
  if (now && place && !isInView(now, place)) setCamera(centerOn(now, place));
}

function show(at: Seconds): void {
  const [first, last] = past.span ?? [at, at];
  keptFrom.value = first;
  lookedAt.value = Math.min(last, Math.max(first, at));
  shownFrame.value = past.at(lookedAt.value) ?? shownFrame.peek();
}

/** Goes on by some seconds from the moment that is shown. */
export function lookOn(by: Seconds): void {
  if (lookedAt.peek() !== null) show((lookedAt.peek() ?? 0) + by);
}

/** The map shows the present again. */
export function backToNow(): void {
  if (lookedAt.peek() === null) return;
  lookedAt.value = null;
  shownFrame.value = frame.peek();
  if (isPausedHere && mayOperate.peek()) operate({ kind: 'pause', paused: false });
  isPausedHere = false;
}

/** Well inside the view: not at its edge. */
function isInView({ width, height, scale, ...center }: Camera, { x, y }: Vec2): boolean {
  const [aside, up] = [Math.abs(x - center.x) * scale, Math.abs(y - center.y) * scale];
  return aside < 0.4 * width && up < 0.4 * height;
}
