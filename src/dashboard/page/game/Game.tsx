/** What a visitor can do at once: a hint over the map, and the spots to drive to. */
import { computed, effect, signal, untracked } from '@preact/signals';
import type { Seconds } from '../../../math/units.js';
import { locateRobots } from '../../../scene/located.js';
import { lookedAt } from '../failure/lookBack.js';
import { formatFixed } from '../format.js';
import { hasPointer } from '../map/tools/target.js';
import { draft, freehandLine } from '../map/view/mapState.js';
import {
  can,
  focusedRobot,
  frame,
  mayDrive,
  mayOperate,
  onView,
  operate,
  paused,
  scene,
  tool,
} from '../store.js';
import { freshRound, played, type Round } from './spots.js';

export const round = signal<Round>(freshRound([]));
/** The best time of this visit. */
const best = signal<Seconds | null>(null);

/** Follows the robot that the visitor drives. @returns a call that ends it */
export function watchRound(): () => void {
  let name: string | undefined;
  const endViews = onView((view) => {
    const spots = scene.peek()?.spots;
    const now = scene.peek();
    // A scene is told again when a number of it is tuned.
    if (view.kind === 'scene' && view.name !== name) {
      name = view.name;
      round.value = freshRound(view.spots ?? []);
    }
    if (view.kind === 'scene' || !spots || !now) return;
    const robot = locateRobots(now, view).find((one) => one.view.id === focusedRobot.peek()?.id);
    if (robot) round.value = played(round.peek(), spots, view, robot.pose);
  });
  const endBest = effect(() => {
    const { isDone, time } = round.value;
    if (!isDone || time === null) return;
    untracked(() => {
      best.value = Math.min(time, best.peek() ?? time);
    });
  });
  return () => {
    endViews();
    endBest();
  };
}

const time = computed(() => formatFixed(round.value.time ?? 0, 1));
const done = computed(() => round.value.reached.filter(Boolean).length);

function Spots() {
  const all = round.value.reached.length;
  if (all === 0 || round.value.time === null) return null;
  return (
    <section class="game" aria-label="Drive to the spots" data-testid="game">
      <p role={round.value.isDone ? 'status' : undefined}>
        {round.value.isDone ? 'All spots in ' : `Spots ${done.value} of ${all}: `}
        <strong class="number">{`${time.value} s`}</strong>
        {best.value !== null && <span class="note">{` best ${formatFixed(best.value, 1)} s`}</span>}
      </p>
      {round.value.isDone && can('restart') && (
        <button type="button" disabled={!mayOperate.value} onClick={() => operate({ kind: 'restart' })}>
          Again
        </button>
      )}
    </section>
  );
}

/** A screen for fingers: nothing points without a press. */
const hoverless = matchMedia('(hover: none)');

const isUntouched = computed(() => frame.value !== null && frame.value.takenOverAt === undefined);

/** Until the visitor has taken part. */
function Hint() {
  if (!isUntouched.value || !mayDrive.value || !hasPointer()) return null;
  const all = scene.value?.spots?.length ?? 0;
  return (
    <p class="hint" data-testid="hint">
      <strong>
        {hoverless.matches
          ? 'Tap the map: the robot drives there.'
          : 'Move the pointer over the map: the robot drives to it.'}
      </strong>
      {all > 0 && ` Then win: drive it to all ${all} spots.`}
    </p>
  );
}

/** Why nothing moves, and what to do: STOP and a pause outlast a change of scene. */
const standing = computed(() => {
  if (!mayDrive.value || lookedAt.value !== null) return '';
  const isStopped = frame.value?.robots.some(({ tick }) => tick?.safety === 'stopped') ?? false;
  if (isStopped) return 'Stopped. Press Arm, beside STOP, to let it drive.';
  return paused.value && scene.value?.source === 'simulation' ? 'Paused. Press P to go on.' : '';
});

function Standing() {
  if (standing.value === '') return null;
  return (
    <p class="hint" data-testid="standing">
      {standing}
    </p>
  );
}

const DRAW = 'Draw a line over the map, or press points one after the other.';

/** The tool for paths is chosen, and nothing is drawn yet. */
function DrawHint() {
  if (!mayDrive.value || draft.value.length > 0 || freehandLine.value.length > 0) return null;
  return <p class="hint">{DRAW}</p>;
}

export function Game() {
  return (
    <>
      <Spots />
      {tool.value === 'path' ? <DrawHint /> : standing.value === '' ? <Hint /> : <Standing />}
    </>
  );
}
