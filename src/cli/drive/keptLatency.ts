/** How late a robot was measured to answer, kept from drive to drive: its first goal is then not passed either. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { MOST_LATENCY } from '../../estimation/latencyMeter.js';
import type { Seconds } from '../../math/units.js';

/** What tells a robot and its link from others, as far as a command knows them. */
export interface KnownRobot {
  /** The name or the file that the command was given. */
  readonly name: string;
  readonly port: string;
  /** Of its file: with another one the robot was calibrated since. */
  readonly declared: Seconds;
}

const latencySchema = z.number().min(0).max(MOST_LATENCY);
const entrySchema = z.object({ declared: z.number(), measured: latencySchema });
type Kept = Readonly<Record<string, z.output<typeof entrySchema>>>;

/** It answers as its file says, if it differs by no more. */
const AS_DECLARED: Seconds = 0.02;

/** Where programs keep such things: XDG Base Directory Specification 0.8, and on Windows its local application data. */
const stateFile = ({ XDG_STATE_HOME, LOCALAPPDATA }: NodeJS.ProcessEnv): string =>
  join(XDG_STATE_HOME || LOCALAPPDATA || join(homedir(), '.local', 'state'), 'steerbot', 'latencies.json');

const keyOf = ({ name, port }: KnownRobot): string =>
  `${/[/\\.]/.test(name) ? resolve(name) : name} at ${port}`;

/** Nothing where there is no such file, or another program has written it. */
function readKept(file: string): Kept {
  try {
    const entries: readonly [string, unknown][] = Object.entries(JSON.parse(readFileSync(file, 'utf8')));
    return Object.fromEntries(
      entries.flatMap(([key, entry]) => {
        const { data } = entrySchema.safeParse(entry);
        return data ? [[key, data]] : [];
      }),
    );
  } catch {
    return {};
  }
}

/** The latency that the last drive measured; null where it answered as its file says, or was never driven. */
export function keptLatency(robot: KnownRobot, env: NodeJS.ProcessEnv = process.env): Seconds | null {
  const kept = readKept(stateFile(env))[keyOf(robot)];
  return kept && kept.declared === robot.declared ? kept.measured : null;
}

/** Keeps it for the next drive; null: it answers as its file says. A folder that cannot be written keeps nothing. */
export function keepLatency(
  robot: KnownRobot,
  measured: Seconds | null,
  env: NodeJS.ProcessEnv = process.env,
): void {
  const file = stateFile(env);
  const { [keyOf(robot)]: before, ...others } = readKept(file);
  const isLate = measured !== null && Math.abs(measured - robot.declared) > AS_DECLARED;
  if (!before && !isLate) return;
  const kept: Kept = isLate
    ? { ...others, [keyOf(robot)]: { declared: robot.declared, measured: Math.min(measured, MOST_LATENCY) } }
    : others;
  try {
    mkdirSync(dirname(file), { recursive: true });
    // Another drive that ends at the same time must not read half of it.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${JSON.stringify(kept, null, 2)}\n`);
    renameSync(draft, file);
  } catch {
    // It is only a convenience: the next drive measures it again.
  }
}
