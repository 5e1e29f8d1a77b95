/** Output that nobody takes any more: the terminal was closed, or the pipe's reader has seen enough. */
import { closeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { EXIT } from './exitCodes.js';

const PIPE_CLOSED = 'EPIPE';
const TERMINAL_CLOSED = 'EIO';
const STANDARD_STREAMS = [0, 1, 2];

/**
 * Such a failure is no fault of the run, and there is nobody to be told of it.
 *
 * Guards motors: unheard, it would be a mistake in the program, which is said to the same closed terminal, and so for
 * ever: what is being stopped, or written into a board, would never come to its end.
 */
export function outliveReaders(streams = [process.stdout, process.stderr]): void {
  const terminals = STANDARD_STREAMS.filter((stream) => isatty(stream));
  process.once('exit', () => letGo(terminals.filter((stream) => !isatty(stream))));
  let outlived = false;
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === PIPE_CLOSED) return;
      if (error.code !== TERMINAL_CLOSED) throw error;
      if (!outlived) outliveTerminal();
      outlived = true;
    });
  }
}

/** Its signal may come later, when whoever stops the wheels at it has done so and listens no more. */
function outliveTerminal(): void {
  process.on('SIGHUP', () => {
    if (process.listenerCount('SIGHUP') === 1) process.exit(EXIT.interrupted);
  });
}

/**
 * At its end Node sets a terminal back to how it was, and aborts where that fails; the exit code would be lost.
 *
 * @param closed what was a terminal, and is none any more: whether or not anything was said to it since
 */
function letGo(closed: readonly number[]): void {
  for (const stream of closed) {
    try {
      closeSync(stream);
    } catch {
      // It was closed already.
    }
  }
}
