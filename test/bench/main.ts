/** `npm run bench`: figures worth quoting, measured here and now. Nothing here is a test. */
import { benchArrival } from './arrival.js';
import { benchCommand } from './command.js';
import { benchFirmware, benchFuzz } from './firmware.js';
import { benchThroughput } from './throughput.js';
import { benchTracking } from './tracking.js';

const benches = {
  throughput: benchThroughput,
  command: benchCommand,
  tracking: benchTracking,
  arrival: benchArrival,
  firmware: benchFirmware,
  fuzz: benchFuzz,
};

const wanted = process.argv.slice(2);
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n# ${name}`);
  await bench();
}
