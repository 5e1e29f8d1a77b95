/** Executes a command of a guide as its reader does; this page says what stands for a robot on a cable, and for a person. */
import { type ChildProcess, spawn } from 'node:child_process';
import { builtProgram, type Ended, ended } from '../cli/steerbot.js';
import { rootFile } from '../support/runs.js';
import { served } from '../support/served.js';

/** What is executed instead of what is written. */
const INSTEAD: readonly (readonly [written: RegExp, executed: string])[] = [
  [/ --port (auto|\/dev\/\S+|COM\d+|serial:\S+)/, ' --port emulated'],
  [/^(npx steerbot (?:drive|flash|doctor|calibrate) (?!.*--port).*)$/, '$1 --port emulated'],
  [/^(npx steerbot flash (?!.*--yes).*)$/, '$1 --yes'],
];

/** It serves its page until it is told to end. */
const SERVES =
  /^npx steerbot (sim|drive|replay) (?!.*--(headless|json|plot|seeds|resimulate|branch|why|event|try-wheels|csv|jsonl|parquet))/;

/** It asks in a terminal, key by key. */
const ASKS = /--try-wheels/;

/** Goes on for ever, and has shown enough when it has said this. */
const ENDLESS: readonly (readonly [command: RegExp, says: RegExp])[] = [[/^node look\.js$/, /^far \[/m]];

/** A program that does not end fails its test before the test's own time is over, and is not left running. */
const DEADLINE_MS = 250_000;

/** Whether it is executed by way of a pseudo-terminal. */
export const needsTerminal = (line: string): boolean =>
  ASKS.test(line) || ENDLESS.some(([command]) => command.test(line));

export const servesPage = (line: string): boolean => SERVES.test(line);

/** The program that a line starts, and its arguments. @throws Error for what no reader can type */
function programOf(line: string): string[] {
  const [first, second = '', ...rest] = line.split(/\s+/);
  if (first === 'node') return [second, ...rest];
  if (first === 'npx' && second === 'steerbot') return [builtProgram(), ...rest];
  if (first === 'npx' && second === 'tsc') return [rootFile('node_modules/typescript/bin/tsc'), ...rest];
  throw new Error(`no way is known to execute '${line}'`);
}

/** A page that was looked at ends with 0; everything else as it will. */
export function execute(line: string, cwd: string): Promise<Ended> {
  const typed = INSTEAD.reduce((text, [written, executed]) => text.replace(written, executed), line);
  const program = programOf(typed);
  if (SERVES.test(typed)) return showPage(program.slice(1), cwd);
  if (ASKS.test(typed)) return sayYes(program, cwd);
  const env = { ...process.env, NO_COLOR: '1' };
  const child = spawn(process.execPath, program, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: DEADLINE_MS,
  });
  const says = ENDLESS.find(([command]) => command.test(line))?.[1];
  return says ? hear(child, says) : ended(child);
}

/** Fetches the page, and ends the program as Ctrl-C does. */
async function showPage(args: readonly string[], cwd: string): Promise<Ended> {
  const page = await served(args, cwd);
  const stdout = await fetch(new URL('/', page.address)).then((answer) => answer.text());
  await page.end();
  return { code: stdout.includes('<title>') ? 0 : null, stdout, stderr: page.said() };
}

/** Answers every question at a pseudo-terminal. */
function sayYes(program: readonly string[], cwd: string): Promise<Ended> {
  const command = `EXEC:${[process.execPath, ...program].join(' ')},pty,setsid,ctty,stderr`;
  const child = spawn('socat', ['STDIO', command], { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  const end = ended(child);
  child.stdout.on('data', (text: string) => {
    if (/\? \([^)]*\) $/.test(text)) child.stdin.write('y');
  });
  return end;
}

/** Ends it when it has said so. */
async function hear(child: ChildProcess, says: RegExp): Promise<Ended> {
  const end = ended(child);
  let said = '';
  child.stdout?.on('data', (text: string) => {
    said += text;
    if (says.test(said)) child.kill();
  });
  const result = await end;
  return { ...result, code: says.test(said) ? 0 : result.code };
}
