/** What the page knows: the newest of each view, the user's settings, and what is allowed. */
import { computed, signal } from '@preact/signals';
import type { FrameView, Operation, SceneView, View } from '../../signals/view.js';
import type { Role } from '../wire.js';

/** The way to the run: a server behind a WebSocket, or a simulator in this page. */
export interface Link {
  send(operation: Operation): void;
}

export const scene = signal<SceneView | null>(null);
export const frame = signal<FrameView | null>(null);
export const connection = signal<'connecting' | 'open' | 'closed' | 'refused'>('connecting');
export const role = signal<Role>('drive');
export const lease = signal<'you' | 'other' | 'nobody'>('nobody');
/** The last refused request, and why. */
export const refusal = signal<string | null>(null);

/** Whether there is anything to show: its parts come at once, so that none is pushed aside by another. */
export const isShown = computed(() => scene.value !== null && frame.value !== null);

/** By which the run is judged: of a recording its last frame, so that it tells its end from the begin on. */
export const judgedFrame = computed(() => scene.value?.ended ?? frame.value);

/** Switched by keys F and G. */
export const showForces = signal(true);
export const showMarks = signal(true);
/** What a press on the map does: move the target, draw a path, or drag robots and obstacles. */
export const tool = signal<'target' | 'path' | 'move'>('target');
/** The id of the robot for plots and teleop; null for the first that is no ghost. */
export const selectedRobot = signal<string | null>(null);
/** Whether the map keeps the robot in focus in its center. */
export const cameraFollows = signal(false);

export const focusedRobot = computed(() => {
  const robots = scene.value?.robots ?? [];
  return (
    robots.find(({ id }) => id === selectedRobot.value) ?? robots.find(({ ghost }) => !ghost) ?? robots[0]
  );
});

export const can = (kind: Operation['kind']): boolean => scene.value?.can?.includes(kind) ?? false;

let link: Link | undefined;
export const attach = (to: Link): void => {
  link = to;
};
export const operate = (operation: Operation): void => link?.send(operation);

/** Listeners that need every frame, not only the newest: plots and trails. */
type Listener = (view: View) => void;
const listeners = new Set<Listener>();
export function onView(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function storeView(view: View): void {
  if (view.kind === 'scene') scene.value = view;
  else frame.value = view;
  for (const listener of listeners) listener(view);
}

/** All operations but STOP need the role and an open connection. */
export const mayOperate = computed(() => role.value === 'drive' && connection.value === 'open');

/** In a recording there is no robot to drive. */
export const mayDrive = computed(() => mayOperate.value && scene.value?.source !== 'recording');

/** Whether teleop has driven a robot since the mission last drove it. */
export const manualMode = computed(
  () => frame.value?.robots?.some(({ tick }) => tick?.mode === 'manual') ?? false,
);

/** Pause and play, of a simulation or a recording. */
export const paused = computed(() => frame.value?.pace?.paused ?? false);

export function togglePause(): void {
  if (can('pause')) operate({ kind: 'pause', paused: !paused.peek() });
}

/** The robot that an operation is for: the selected one, else all that are no ghosts. */
export const addressee = (): { readonly robot?: string } =>
  selectedRobot.value === null ? {} : { robot: selectedRobot.value };

export type DrawerName = 'gallery' | 'help';

/** The open drawer: at most one. */
export const drawer = signal<DrawerName | null>(null);

export function toggleDrawer(name: DrawerName): void {
  drawer.value = drawer.peek() === name ? null : name;
}

export function closeDrawer(): void {
  drawer.value = null;
}
