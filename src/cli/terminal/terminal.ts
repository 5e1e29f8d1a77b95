/** The terminal that a command runs at. */

/** Takes away what stands on the line, whatever it was. */
export const CLEAR_LINE = '\r\u001b[K';

/** Somebody is there who reads questions and answers them. */
export const isAttended = (): boolean => Boolean(process.stdin.isTTY && process.stderr.isTTY);
