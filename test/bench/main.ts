/** `npm run bench`: figures worth quoting, measured here and now. Nothing here is a test. */
import { benchArrival } from './arrival.js';
import { benchBarn } from './barn.js';
import { benchClutter } from './clutter.js';
import { benchCommand } from './command.js';
import { benchContacts } from './contacts.js';
import { benchCorners } from './corners.js';
import { benchDoors } from './doors.js';
import { benchDoorway } from './doorway.js';
import { benchExperiments } from './experiments.js';
import { benchFalseAlarms } from './falseAlarms.js';
import { benchFaults } from './faults.js';
import { benchFirmware, benchFuzz } from './firmware.js';
import { benchFlock } from './flock.js';
import { benchFoxglove } from './foxglove.js';
import { benchLimiter } from './limiter.js';
import { benchLineFuzz } from './lineFuzz.js';
import { benchMany } from './many.js';
import { benchObstacleField } from './obstacleField.js';
import { benchPage } from './page.js';
import { benchQueue } from './queue.js';
import { benchRecording } from './recording.js';
import { soak } from './soak.js';
import { benchStalls } from './stalls.js';
import { benchSteering } from './steering.js';
import { benchSupervisor } from './supervisor.js';
import { benchSwap } from './swap.js';
import { benchThroughput } from './throughput.js';
import { benchTracking } from './tracking.js';
import { benchWheels } from './wheels.js';

const benches: Readonly<Record<string, (words: readonly string[]) => void | Promise<void>>> = {
  throughput: benchThroughput,
  steering: benchSteering,
  flock: benchFlock,
  command: benchCommand,
  tracking: benchTracking,
  arrival: benchArrival,
  wheels: benchWheels,
  obstacleField: benchObstacleField,
  contacts: benchContacts,
  doorway: benchDoorway,
  many: benchMany,
  experiments: benchExperiments,
  firmware: benchFirmware,
  fuzz: benchFuzz,
  page: benchPage,
  soak,
  foxglove: benchFoxglove,
  recording: benchRecording,
};

/** These take words of their own, run alone, and not unless they are asked for. */
const soaks: Readonly<Record<string, (words: readonly string[]) => void | Promise<void>>> = {
  barn: benchBarn,
  clutter: benchClutter,
  corners: benchCorners,
  doors: benchDoors,
  falseAlarms: benchFalseAlarms,
  faults: benchFaults,
  limiter: benchLimiter,
  queue: benchQueue,
  lineFuzz: benchLineFuzz,
  stalls: benchStalls,
  supervisor: benchSupervisor,
  swap: benchSwap,
};

const wanted = process.argv.slice(2);
const [first = '', ...words] = wanted;
await soaks[first]?.(words);
for (const [name, bench] of Object.entries(benches)) {
  if (first in soaks || (wanted.length > 0 && !wanted.includes(name))) continue;
  console.log(`\n# ${name}`);
  await bench(wanted);
}
