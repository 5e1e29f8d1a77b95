/** The terminal that a command runs at. */
import { readFileSync } from 'node:fs';

/** Erases the current line. */
export const CLEAR_LINE = '\r\u001b[K';

/** Rows of a table with aligned columns; no row ends with a blank. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0));
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(width(column)))
      .join('  ')
      .trimEnd(),
  );
}

/**
 * From now on writing to a terminal never waits for it. What a terminal does not take waits in memory.
 *
 * Guards motors: after Ctrl-S a terminal takes nothing. A program that waits for it cannot stop a robot.
 */
export function neverWaitFor(terminal: NodeJS.WriteStream): void {
  // Node makes terminals wait, and has no public way to undo this.
  const { _handle: handle } = terminal as { readonly _handle?: { setBlocking?(waits: boolean): void } };
  if (terminal.isTTY) handle?.setBlocking?.(false);
}

/** Whether a user is there who reads questions and answers them. */
export const isAttended = (): boolean => Boolean(process.stdin.isTTY && process.stderr.isTTY);

/**
 * Whether this process may read from the terminal: in the background the system would suspend it until it is in the
 * foreground again. Only Linux tells; elsewhere the answer is true.
 */
export function isInForeground(): boolean {
  try {
    return isForegroundStat(readFileSync('/proc/self/stat', 'utf8'));
  } catch {
    return true;
  }
}

/** @param stat after the name, which may hold anything: state, parent, group, session, terminal, terminal's group */
export function isForegroundStat(stat: string): boolean {
  const [, , group, , , terminals] = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
  // A process without a terminal is never suspended by one.
  return terminals === '-1' || terminals === group;
}
