/** Adds up the outcomes of runs, and tells them in words. */
import type { Seconds } from '../../src/math/units.js';
import type { Outcome } from './runChaos.js';

const HOUR: Seconds = 3600;

type Counts = Map<string, number>;

export class Tally {
  runs = 0;
  /** Simulated time of the runs, and the same for each robot. */
  seconds: Seconds = 0;
  robotSeconds: Seconds = 0;
  ticks = 0;
  violations = 0;
  readonly injected: Counts = new Map();
  readonly noticed: Counts = new Map();
  readonly contacts: Counts = new Map();
  readonly scenes: Counts = new Map();
  readonly behaviors: Counts = new Map();

  add(outcome: Outcome): void {
    this.runs++;
    this.seconds += outcome.seconds;
    this.robotSeconds += outcome.seconds * outcome.robots;
    this.ticks += outcome.ticks;
    this.violations += outcome.violations.length;
    count(this.injected, outcome.injected);
    count(this.noticed, outcome.noticed);
    count(this.contacts, outcome.contacts);
    count(this.scenes, [outcome.scene]);
    count(this.behaviors, outcome.behaviors);
  }

  /** @param wall how long it took */
  summary(wall: Seconds) {
    return {
      hours: this.seconds / HOUR,
      robotHours: this.robotSeconds / HOUR,
      timesRealTime: this.seconds / wall,
      runs: this.runs,
      ticks: this.ticks,
      violations: this.violations,
      injected: sorted(this.injected),
      noticed: sorted(this.noticed),
      contacts: sorted(this.contacts),
      scenes: sorted(this.scenes),
      behaviors: sorted(this.behaviors),
    };
  }
}

export type Summary = ReturnType<Tally['summary']>;

function count(counts: Counts, names: readonly string[]): void {
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
}

const sorted = (counts: Counts): Record<string, number> =>
  Object.fromEntries([...counts].sort(([a], [b]) => a.localeCompare(b)));

export function summaryText(title: string, summary: Summary): string {
  const { hours, robotHours, timesRealTime, runs, ticks, violations } = summary;
  const lines = [
    `${title}: ${violations} violations in ${hours.toFixed(2)} simulated hours (${robotHours.toFixed(2)} of robots)`,
    `  ${runs} runs, ${ticks} ticks, ${timesRealTime.toFixed(0)} × real time`,
    `  faults injected: ${listed(summary.injected)}`,
    `  faults noticed: ${listed(summary.noticed)}`,
    `  contacts: ${listed(summary.contacts)}`,
    `  scenes: ${listed(summary.scenes)}`,
    `  behaviors: ${listed(summary.behaviors)}`,
  ];
  return lines.join('\n');
}

function listed(counts: Record<string, number>): string {
  const entries = Object.entries(counts);
  const total = entries.reduce((sum, [, n]) => sum + n, 0);
  return entries.length === 0
    ? 'none'
    : `${total} (${entries.map(([name, n]) => `${name} ${n}`).join(', ')})`;
}
