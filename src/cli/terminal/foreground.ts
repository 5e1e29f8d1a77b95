/** Whose terminal is it? A process in the background that reads from it is frozen by the system until it is called back. */
import { readFileSync } from 'node:fs';

/** Where the system does not tell, as nowhere but on Linux, it is taken to be. */
export function isInForeground(): boolean {
  try {
    return saysForeground(readFileSync('/proc/self/stat', 'utf8'));
  } catch {
    return true;
  }
}

/** @param stat behind the name, which may hold anything: state, parent, group, session, terminal, the terminal's group */
export function saysForeground(stat: string): boolean {
  const [, , group, , , terminals] = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
  // Who has no terminal of his own is frozen by none.
  return terminals === '-1' || terminals === group;
}
