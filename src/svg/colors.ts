/** Colours that colour-blind readers can tell apart on white, after Okabe and Ito. */

export const INK = '#222222';
export const GREY = '#767676';
export const GRID = '#e9e9e9';
export const GRID_FINE = '#f5f5f5';
export const OBSTACLE = '#c9c9c9';
export const OBSTACLE_EDGE = '#6f6f6f';
export const MOVER = '#8c6239';
export const TAPE = '#9a9a9a';
export const LAMP = '#f0e442';
export const PATH = '#4a4a4a';
export const PATH_BAND = '#d9d9d9';
export const VELOCITY = '#009e73';

const DRIVEN_COLORS = ['#0072b2', '#56b4e9', '#1b3f73', '#7a9cc6', '#2f8f9d', '#5b5ea6'];

const nth = (colors: readonly string[], i: number): string => colors[i % colors.length] ?? INK;

/** The colour of a robot's driven line, by its place among the robots. */
export const drivenColor = (i: number): string => nth(DRIVEN_COLORS, i);
