/** What the map does by keyboard, mouse and finger, for the help. */
type Help = readonly (readonly [press: readonly string[], does: string])[];

export const MAP_KEYS: Help = [
  [['↑', '↓', '←', '→'], 'move the map'],
  [['+', '−'], 'zoom in, zoom out'],
  [['0'], 'show the whole scene'],
  [['Shift', '↑ ↓ ← →'], 'move a cross-hair'],
  [['Enter'], 'Target: it goes to the cross-hair. Path: follow it. Move: pick up, put down'],
  [['Shift', 'Enter'], 'Path: a waypoint at the cross-hair; Insert does the same'],
  [['Delete'], 'Path: remove the waypoint; Backspace does the same'],
  [['Escape'], 'put down, discard the path, hide the cross-hair'],
];

export const MAP_GESTURES: Help = [
  [['press', 'drag'], 'Target: it goes there; on a robot, that robot is in focus'],
  [['drag'], 'Path: draw; press adds a waypoint, or one within a line; twice on one removes it'],
  [['drag'], 'Move: robots and things; with Shift it turns what it has hold of'],
  [['wheel', 'pinch'], 'zoom'],
  [['middle button', 'two fingers'], 'move the map'],
];
