/** How often a robot that wanders where there is little room touches something. */
import { ROOMS, type Room, seedsThatTouch } from '../support/closedIn.js';

const SEEDS = 200;
const SECONDS = 30;

export async function benchContacts(): Promise<void> {
  for (const room of Object.keys(ROOMS) as Room[]) {
    for (const latency of [0.04, 0.15]) {
      for (const rate of [10, 12, 15, 50]) {
        const touching = await seedsThatTouch({ room, rate, latency, seconds: SECONDS }, SEEDS);
        const which = touching.length > 0 ? `: seeds ${touching.join(', ')}` : '';
        console.log(`${room}, ${rate} Hz, latency ${latency} s: ${touching.length}/${SEEDS} touch${which}`);
      }
    }
  }
}
