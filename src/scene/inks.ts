/**
 * The colors of a scene, each by what it paints: the same on the page, in a picture of a run and in Foxglove. Pictures
 * are on white paper, and take the light ones.
 */
import { colorOfSlot, type Theme } from './behaviorColors.js';

const INKS = {
  background: ['#fbfbf9', '#12161b'],
  grid: ['#f0f0ec', '#1a2027'],
  'grid-coarse': ['#e0e0da', '#262e37'],
  ink: ['#1d2125', '#eef1f4'],
  muted: ['#5c6670', '#9aa6b2'],
  robot: ['#b9cbe0', '#2f4a6b'],
  'robot-edge': ['#2b4a6f', '#a9cbf2'],
  ghost: ['#8a929b', '#7d8791'],
  trail: ['#4f77a8', '#6ea0dc'],
  estimate: ['#7a36c9', '#c79bff'],
  path: ['#555a60', '#a9b0b8'],
  band: ['#e9e4d6', '#26292b'],
  tape: ['#9a9a9a', '#6b7683'],
  target: ['#c2185b', '#ff6fa5'],
  obstacle: ['#cfcdc8', '#3a4149'],
  'obstacle-edge': ['#74716b', '#8b949e'],
  wall: ['#3a3d42', '#c3c9d0'],
  mover: ['#7d5526', '#d9a566'],
  ray: ['#b57d1c', '#d9a63a'],
  hit: ['#8f5200', '#ffc966'],
  velocity: ['#00864f', '#35d08c'],
  desired: ['#1769d2', '#6fb1ff'],
  sum: ['#6d7580', '#aab5c1'],
  clamped: ['#14171a', '#ffffff'],
  draft: ['#0b6a9c', '#5cc4f5'],
  warning: ['#c77700', '#ffb347'],
  fault: ['#c62828', '#ff6b60'],
  shadow: ['#1d2530', '#000000'],
  light: ['#ffffff', '#5b6672'],
  panel: ['#ffffff', '#1c232b'],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>;

export type InkName = keyof typeof INKS;

export const INK_NAMES = Object.keys(INKS) as readonly InkName[];

/** What it paints, the slot of a behavior's color, or a color of its own: a robot's line among others. */
export type Ink = InkName | number | `#${string}`;

const isOwn = (ink: InkName | `#${string}`): ink is `#${string}` => ink.startsWith('#');

/** The color, as CSS and SVG write it. */
export function colorOf(ink: Ink, theme: Theme): string {
  if (typeof ink === 'number') return colorOfSlot(ink, theme);
  return isOwn(ink) ? ink : INKS[ink][theme === 'dark' ? 1 : 0];
}
