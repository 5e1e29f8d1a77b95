/** How often a robot that wanders where there is little room touches something. */
import { ROOMS, type Room, seedsThatTouch, wander } from '../support/closedIn.js';
import type { Figures } from './figures/figures.js';

const SEEDS = 30;
const SECONDS = 30;
const RATES = [10, 12, 15, 50];
const LATENCIES = [0.04, 0.15];

export async function benchContacts(_: readonly string[], figures: Figures): Promise<void> {
  let [runs, touched] = [0, 0];
  for (const room of Object.keys(ROOMS) as Room[])
    for (const latency of LATENCIES)
      for (const rate of RATES) {
        const touching = await seedsThatTouch({ room, rate, latency, seconds: SECONDS }, SEEDS);
        const which = touching.length > 0 ? `: seeds ${touching.join(', ')}` : '';
        console.log(`${room}, ${rate} Hz, latency ${latency} s: ${touching.length}/${SEEDS} touch${which}`);
        runs += SEEDS;
        touched += touching.length;
      }
  figures.exact('contacts.runs', runs, '');
  figures.exact('contacts.touched', touched, '');
}

/** How far one run in each room drives, and how near it comes to something. */
export async function probeContacts(figures: Figures): Promise<void> {
  for (const [i, room] of (Object.keys(ROOMS) as Room[]).entries()) {
    const { minClearance, distanceTravelled } = await wander(
      { room, rate: 12, latency: 0.15, seconds: 10 },
      1,
    );
    figures.probe(`contacts.probe.room${i + 1}`, distanceTravelled + (minClearance ?? 0));
  }
}
