/** How far the writing has got, on a terminal; a pipe or a file is not written to. */
import { CLEAR_LINE } from '../terminal/terminal.js';

export interface Writing {
  /** From 0 to 1. */
  readonly at: (done: number) => void;
  readonly done: () => void;
}

export function showWriting(terminal: NodeJS.WriteStream): Writing {
  const write = (text: string) => void (terminal.isTTY && terminal.write(`${CLEAR_LINE}${text}`));
  write('writing and verifying …');
  return {
    at: (done) => write(`writing and verifying: ${Math.floor(100 * done)} %`),
    done: () => write(''),
  };
}
