/** The goal and the path that this page gave, as long as a robot has them. */
import { computed, signal } from '@preact/signals';
import { distance, type Vec2 } from '../../../math/geometry.js';
import { scene } from '../store.js';
import { goalsOf, pathsOf } from './goals.js';

export type Line = readonly Vec2[];

/** The last goal and the last path that were sent. */
export const sentGoal = signal<Vec2 | null>(null);
export const sentPath = signal<Line | null>(null);

const SAME_PLACE = 1e-6;

const isSame = (a: Vec2 | undefined, b: Vec2 | undefined): boolean =>
  a !== undefined && b !== undefined && distance(a, b) < SAME_PLACE;

/** A mission leaves out points that repeat: ends are compared. */
const isSamePath = (a: Line, b: Line): boolean => isSame(a[0], b[0]) && isSame(a.at(-1), b.at(-1));

const missions = computed(() => (scene.value?.robots ?? []).map(({ mission }) => mission));

/** Undefined once the robots have another goal, or before they have this one. */
export const givenGoal = computed(() => {
  const sent = sentGoal.value;
  const goals = missions.value.flatMap(goalsOf);
  return sent && goals.some((goal) => goal.kind === 'point' && isSame(goal.at, sent)) ? sent : undefined;
});

/** Undefined once the robots follow another path, or before they follow this one. */
export const givenPath = computed(() => {
  const sent = sentPath.value;
  return sent && missions.value.flatMap(pathsOf).some(({ points }) => isSamePath(points, sent))
    ? sent
    : undefined;
});
