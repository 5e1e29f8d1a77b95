/** The terminal that a command runs at. */
import { readFileSync } from 'node:fs';

/** Takes away what stands on the line, whatever it was. */
export const CLEAR_LINE = '\r\u001b[K';

/** Rows of a table whose columns stand under each other; no row ends with a blank. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0));
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(width(column)))
      .join('  ')
      .trimEnd(),
  );
}

/** Somebody is there who reads questions and answers them. */
export const isAttended = (): boolean => Boolean(process.stdin.isTTY && process.stderr.isTTY);

/**
 * Whether the terminal is this process's to read from: in the background it would be frozen by the system until it is
 * called back. Only Linux tells; elsewhere it is taken to be.
 */
export function isInForeground(): boolean {
  try {
    return isForegroundStat(readFileSync('/proc/self/stat', 'utf8'));
  } catch {
    return true;
  }
}

/** @param stat behind the name, which may hold anything: state, parent, group, session, terminal, the terminal's group */
export function isForegroundStat(stat: string): boolean {
  const [, , group, , , terminals] = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
  // Who has no terminal of his own is frozen by none.
  return terminals === '-1' || terminals === group;
}
