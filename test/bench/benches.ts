/** All benches, by the names by which `npm run bench` knows them. */
import { benchArrival, probeArrival } from './arrival.js';
import { benchBarn, probeBarn } from './barn.js';
import { benchClutter, probeClutter } from './clutter.js';
import { benchCommand } from './command.js';
import { benchContacts, probeContacts } from './contacts.js';
import { benchCorners } from './corners.js';
import { benchDoors, probeDoors } from './doors.js';
import { benchDoorway, probeDoorway } from './doorway.js';
import { benchDrawnFaults, probeDrawnFaults } from './drawnFaults.js';
import { benchExchange } from './exchange.js';
import { benchExperiments } from './experiments.js';
import { benchFalseAlarms, probeFalseAlarms } from './falseAlarms.js';
import { benchFaults, probeFaults } from './faults.js';
import type { Figures } from './figures/figures.js';
import { benchFirmware, probeFirmware } from './firmware.js';
import { benchFlock } from './flock.js';
import { benchFoxglove } from './foxglove.js';
import { benchGuardsAndGoals, probeGuardsAndGoals } from './guardsAndGoals.js';
import { benchLimiter, probeLimiter } from './limiter.js';
import { benchLineFuzz, probeLineFuzz } from './lineFuzz.js';
import { benchMany } from './many.js';
import { benchMissions } from './missions.js';
import { benchObstacleField, probeObstacleField } from './obstacleField.js';
import { benchPage } from './page.js';
import { benchPulls } from './pulls.js';
import { benchQueue } from './queue.js';
import { benchRecording } from './recording.js';
import { soak } from './soak.js';
import { benchStalls } from './stalls.js';
import { benchSteering } from './steering.js';
import { benchSupervisor, probeSupervisor } from './supervisor.js';
import { benchSwap, probeSwap } from './swapFigures.js';
import { benchThroughput } from './throughput.js';
import { benchTracking, probeTracking } from './tracking.js';
import { benchWheels } from './wheels.js';

export interface Bench {
  /** Measures, prints and takes down. @param words of its own; with some it may take nothing down */
  readonly run: (words: readonly string[], figures: Figures) => void | Promise<void>;
  /** A short part of it, which the thorough checks make again: its digits change with those of the whole. */
  readonly probe?: (figures: Figures) => void | Promise<void>;
  /** The thorough checks make all of it again, in turn with others. */
  readonly isShort?: boolean;
  /** It runs only where it is asked for by its name. */
  readonly isLong?: boolean;
}

export const benches = {
  throughput: { run: benchThroughput },
  steering: { run: benchSteering },
  missions: { run: benchMissions },
  flock: { run: benchFlock },
  command: { run: benchCommand },
  tracking: { run: benchTracking, probe: probeTracking, isShort: true },
  arrival: { run: benchArrival, probe: probeArrival, isShort: true },
  wheels: { run: benchWheels },
  obstacleField: { run: benchObstacleField, probe: probeObstacleField },
  contacts: { run: benchContacts, probe: probeContacts },
  doorway: { run: benchDoorway, probe: probeDoorway },
  many: { run: benchMany },
  exchange: { run: benchExchange, isLong: true },
  experiments: { run: benchExperiments },
  firmware: { run: benchFirmware, probe: probeFirmware },
  page: { run: benchPage },
  soak: { run: soak },
  foxglove: { run: benchFoxglove },
  recording: { run: benchRecording },
  barn: { run: benchBarn, probe: probeBarn, isLong: true },
  clutter: { run: benchClutter, probe: probeClutter, isLong: true },
  corners: { run: benchCorners, isLong: true },
  doors: { run: benchDoors, probe: probeDoors, isLong: true },
  falseAlarms: { run: benchFalseAlarms, probe: probeFalseAlarms, isLong: true },
  faults: { run: benchFaults, probe: probeFaults, isLong: true, isShort: true },
  drawnFaults: { run: benchDrawnFaults, probe: probeDrawnFaults, isLong: true },
  guardsAndGoals: { run: benchGuardsAndGoals, probe: probeGuardsAndGoals, isLong: true },
  limiter: { run: benchLimiter, probe: probeLimiter, isLong: true },
  pulls: { run: benchPulls, isLong: true },
  queue: { run: benchQueue, isLong: true },
  lineFuzz: { run: benchLineFuzz, probe: probeLineFuzz, isLong: true },
  stalls: { run: benchStalls, isLong: true },
  supervisor: { run: benchSupervisor, probe: probeSupervisor, isLong: true },
  swap: { run: benchSwap, probe: probeSwap, isLong: true },
} satisfies Readonly<Record<string, Bench>>;

export type BenchName = keyof typeof benches;
export const isBench = (name: string): name is BenchName => name in benches;
