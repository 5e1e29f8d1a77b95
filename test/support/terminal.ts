/** A program on a terminal: the test reads its output and presses keys. Needs socat. */
import { type ChildProcess, spawn } from 'node:child_process';
import { OWN_TIME } from '../cli/steerbot.js';
import { until } from './pty.js';

/** What a terminal is told that is no text: colors, cursors, lines that are cleared. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with a control character
const CONTROLS = /\u001b\[[0-9;?]*[a-zA-Z]/g;

export interface OnTerminal {
  /** Everything that was shown so far, as text. */
  shown(): string;
  /** Waits until this was shown after all that was waited for before. @throws Error when it never comes */
  shows(words: RegExp): Promise<void>;
  press(keys: string): void;
  /** Signals the program itself, and not the terminal. */
  kill(signal: NodeJS.Signals): void;
  /** Closes the terminal, as its window is closed. */
  close(): void;
  /** Its exit code; undefined where a signal ended it. */
  readonly ended: Promise<number | undefined>;
}

/**
 * @param args of Node; with none of the characters that a shell knows, but for commas
 * @param env beside the process's own
 */
export function onTerminal(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): OnTerminal {
  // Without a given width a terminal has no columns at all.
  const command = `stty cols 110 rows 40; echo pid $$; exec ${[process.execPath, ...OWN_TIME, ...args].join(' ')}`;
  const socat = spawn('socat', ['-', `SYSTEM:"${escaped(command)}",pty,setsid,ctty,stderr`], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const text = textOf(socat.stdout);
  const said = textOf(socat.stderr);
  let [read, isOver] = [0, false];
  socat.once('close', () => {
    isOver = true;
  });
  const shows = async (words: RegExp) => {
    const at = () => text().slice(read).search(words);
    const missing = () => `${words} is not shown:\n${text().slice(read)}`;
    await until(() => at() >= 0 || isOver, missing);
    if (at() < 0) throw new Error(missing());
    read = text().length;
  };
  return {
    shown: text,
    shows,
    press: (keys) => void socat.stdin.write(keys),
    kill: (signal) => void process.kill(Number(/pid (\d+)/.exec(text())?.[1]), signal),
    close: () => void socat.kill(),
    ended: exitOf(socat, said),
  };
}

/** socat takes these for its own. */
const escaped = (command: string): string => command.replace(/[\\,:!"]/g, '\\$&');

function textOf(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return () => text.replace(CONTROLS, '');
}

/** socat does not end as its program does, but says how that ended. */
const exitOf = (socat: ChildProcess, said: () => string): Promise<number | undefined> =>
  new Promise((done) => {
    socat.once('close', (code) => {
      const status = /exited with status (\d+)/.exec(said())?.[1];
      done(status !== undefined ? Number(status) : code === 0 ? 0 : undefined);
    });
  });
